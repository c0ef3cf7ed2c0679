import { Radio, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { formatMiles, milesBetween, reachOf } from '#domain/lib/distance.ts'
import { SiteFields } from '#web/features/bookings/site-fields.tsx'
import { lazyPanel } from '#web/features/panels/lazy-panel.tsx'
import { FieldNote } from '#web/ui/forms/field-note.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import type { BookingForm, CompanyProfile } from './booking-form.ts'

type BookingFormProps = { form: BookingForm; company: CompanyProfile }

/** The shop or the RV's location. A location out of range gets a warning but may be sent. */
export function LocationFields({ form, company }: BookingFormProps) {
  const { place, coordinates } = form.values.where
  return (
    <Stack gap="sm">
      <Radio.Group label="Service location" {...form.getInputProps('where.place')}>
        <Stack gap="xs" mt={4}>
          <Radio value="shop" label={shopLabel(company)} />
          <Radio value="site" label="At my RV" />
        </Stack>
      </Radio.Group>
      {place === 'site' && (
        <Fields>
          <SiteFields form={form} />
          <div data-wide>
            <Reach company={company} site={coordinates} />
            {company.tripRules !== null && <TripFee company={company} site={coordinates} />}
          </div>
        </Fields>
      )}
    </Stack>
  )
}

const shopLabel = ({ companyAddress }: CompanyProfile): string =>
  companyAddress === null ? 'At the shop' : `At the shop, ${companyAddress}`

const TripFee = lazyPanel(() => import('./trip-fee.tsx').then(({ TripFee }) => TripFee))

type ReachProps = { company: CompanyProfile; site: BookingForm['values']['where']['coordinates'] }

function Reach({ company, site }: ReachProps) {
  const { coordinates, mobileRange, companyName } = company
  const range = formatMiles(mobileRange ?? 0)
  switch (reachOf(company, site)) {
    case 'within':
      return (
        <FieldNote tone="pine">{`They offer mobile service within ${range}. Your RV is in range.`}</FieldNote>
      )
    case 'unknown':
      return <FieldNote>{`They offer mobile service within ${range}.`}</FieldNote>
    case 'beyond':
      return (
        <FieldNote
          icon={IconAlertTriangle}
          tone="amber"
        >{`Your RV is about ${site && coordinates ? formatMiles(milesBetween(coordinates, site)) : 'too far'} away, and they offer mobile service within ${range}. You can still ask.`}</FieldNote>
      )
    case 'not-mobile':
      return (
        <FieldNote icon={IconAlertTriangle} tone="amber">
          {`${companyName} doesn’t list mobile service. You can still ask.`}
        </FieldNote>
      )
  }
}

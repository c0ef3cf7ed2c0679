import { NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import {
  bookableSpan,
  dayError,
  formatTimeOfDay,
  startTimes,
  timesOn,
} from '#domain/bookings/bookable-times.ts'
import { formatOpeningTimes } from '#domain/companies/opening-times.ts'
import { zoneName } from '#domain/lib/company-time.ts'
import { formatMiles, milesBetween, reachOf } from '#domain/lib/distance.ts'
import { useNow } from '#web/api/use-now.ts'
import { AddressField } from '#web/features/address-search/address-field.tsx'
import { FieldNote } from '#web/ui/forms/field-note.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import type { BookingForm, CompanyProfile } from './booking-form.ts'

type BookingFormProps = { form: BookingForm; company: CompanyProfile }

/** The shop or the RV's location. A location out of range gets a warning but may be sent. */
export function LocationFields({ form, company }: BookingFormProps) {
  const { place, address, coordinates } = form.values.where
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
          <AddressField
            label="Address"
            description="Or enter the campground below."
            wrapperProps={{ 'data-wide': true }}
            {...form.getInputProps('where.address')}
            value={{ address, coordinates }}
            onChange={chosen => {
              form.setFieldValue('where', { ...form.getValues().where, ...chosen })
              form.clearFieldError('where.address')
            }}
          />
          <TextInput label="Campground" autoComplete="off" {...form.getInputProps('where.campground')} />
          <TextInput label="Site Number" autoComplete="off" {...form.getInputProps('where.siteNumber')} />
          <div data-wide>
            <Reach company={company} site={coordinates} />
          </div>
        </Fields>
      )}
    </Stack>
  )
}

const shopLabel = ({ companyAddress }: CompanyProfile): string =>
  companyAddress === null ? 'At the shop' : `At the shop, ${companyAddress}`

type ReachProps = { company: CompanyProfile; site: BookingForm['values']['where']['coordinates'] }

function Reach({ company, site }: ReachProps) {
  const { coordinates, mobileRange, companyName } = company
  const range = formatMiles(mobileRange ?? 0)
  switch (reachOf(company, site)) {
    case 'within':
      return <FieldNote tone="pine">They offer mobile service within {range}. Your RV is in range.</FieldNote>
    case 'unknown':
      return <FieldNote>They offer mobile service within {range}.</FieldNote>
    case 'beyond':
      return (
        <FieldNote icon={IconAlertTriangle} tone="amber">
          Your RV is about {site && coordinates ? formatMiles(milesBetween(coordinates, site)) : 'too far'}{' '}
          away, and they offer mobile service within {range}. You can still ask.
        </FieldNote>
      )
    case 'not-mobile':
      return (
        <FieldNote icon={IconAlertTriangle} tone="amber">
          {companyName} doesn’t list mobile service. You can still ask.
        </FieldNote>
      )
  }
}

const MINUTE_MS = 60_000

/** A day and a time within the company's hours, in the company's time zone. */
export function TimeFields({ form, company }: BookingFormProps) {
  const now = useNow(MINUTE_MS)
  const { from, to } = bookableSpan(company, now)
  const { day, time } = form.values.wanted
  const closed = day === '' ? null : dayError(day, company, now)
  const times =
    day === '' || closed !== null ? startTimes(company.hoursOfOperation) : timesOn(day, company, now)
  const dayField = form.getInputProps('wanted.day')
  const choices = [
    { value: '', label: 'Select a time' },
    // A chosen time stays in the list after it has passed, beside its error.
    ...[...new Set(time === '' ? times : [...times, time])]
      .sort()
      .map(value => ({ value, label: formatTimeOfDay(value) })),
  ]
  return (
    <Fields>
      <TextInput
        label="Day"
        type="date"
        required
        withAsterisk={false}
        min={from}
        max={to}
        description={formatOpeningTimes(company, now)}
        {...dayField}
        error={dayField.error ?? closed}
      />
      <NativeSelect
        label="Time"
        required
        withAsterisk={false}
        description={`Shop time (${zoneName(company.timeZone, now)})`}
        data={choices}
        {...form.getInputProps('wanted.time')}
      />
    </Fields>
  )
}

import { Box, TextInput } from '@mantine/core'
import { IconCaravan } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useLayoutEffect, useState } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { textsOf } from '#domain/lib/texts-of.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { RIG_FIELDS } from '#domain/rigs/rig-fields.ts'
import { randomUuid } from '#web/api/browser/uuid.ts'
import { type AppError, api } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { RigFields } from '#web/features/bookings/rig-fields.tsx'
import { isBookable, TimeFields } from '#web/features/bookings/time-fields.tsx'
import { CompanyNotFound } from '#web/features/companies/company-not-found.tsx'
import { PhoneField } from '#web/features/contact/phone-field.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { FieldNote } from '#web/ui/forms/field-note.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { ActionBar } from '#web/ui/layout/action-bar.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './book.module.css'
import { BookingConfirmation } from './booking-confirmation.tsx'
import {
  type BookingForm,
  type BookingFormValues,
  type CompanyProfile,
  toNewBooking,
  useBookingForm,
} from './booking-form.ts'
import { BookingPaymentNote } from './booking-payment-note.tsx'
import { type BookingPrefill, type KnownRig, useBookingPrefill, withPrefill } from './booking-prefill.ts'
import { ComponentField } from './component-field.tsx'
import { LocationFields } from './location-fields.tsx'
import { PhotoAttachments } from './photo-attachments.tsx'
import { type BookingResult, sendBooking } from './send-booking.ts'

export function BookPage() {
  const { companyId } = useParams({ from: '/companies/$companyId/book' })
  const { data, error, refetch } = useQuery(api.companies.get.queryOptions({ input: { companyId } }))
  const visit = useSearch({ from: '/companies/$companyId/book' })
  const known = useBookingPrefill(companyId, visit)
  if (data !== undefined && known !== undefined) return <Booking company={data} {...known} />
  return (
    <Page title={PAGES.book.title} width="reading">
      {error === null ? (
        <PanelSkeleton lines={6} label="Loading the form…" />
      ) : (
        <CompanyNotFound error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

type BookingDone = { readonly result: BookingResult; readonly email: string }
type BookingSubmission = {
  readonly booking: ReturnType<typeof toNewBooking>
  readonly names: readonly string[]
}

type BookingProps = {
  company: CompanyProfile
  prefill: BookingPrefill
  /** The viewer's own. */
  rigs: readonly KnownRig[]
}

function Booking({ company, prefill, rigs }: BookingProps) {
  const { companyUUID: companyId, companyName } = company
  const form = useBookingForm(company, prefill)
  // Another rig is another booking.
  const draft = useDraft(form, `booking ${companyId} ${prefill.customerRV.vin}`.trim())
  const { setValues } = form
  // After the draft, which comes first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the draft of an earlier time
  useLayoutEffect(() => setValues(withPrefill(form.getValues(), prefill)), [])
  const [photos, setPhotos] = useState<readonly File[]>([])
  const [photoErrors, setPhotoErrors] = useState<Readonly<Record<number, string>>>({})
  const [done, setDone] = useState<BookingDone | null>(null)
  const { wanted, where } = form.values
  const offer = { companyId, day: wanted.day, place: where.place }
  const { data: offered } = useQuery(
    api.bookings.times.queryOptions({ input: offer, enabled: isBookable(wanted.day, company) }),
  )
  const queries = useQueryClient()
  const { run, isRunning } = useMutationOnce(
    ({ booking }: BookingSubmission, { context }) =>
      sendBooking(companyId, booking, photos, context.idempotencyKey ?? randomUuid()),
    {
      onDone: result => {
        draft.clear()
        notify.clear()
        setDone({ result, email: form.getValues().customerDetails.email })
        window.scrollTo(0, 0)
      },
      onError: error => {
        setPhotoErrors(photoErrorsOf(error))
        // Others may have taken the time.
        void queries.invalidateQueries({ queryKey: api.bookings.times.key() })
        if (error.fields.website === undefined) return setFormErrors(form, draft)(error)
        // The error is about the hidden honeypot, which a browser's autofill may have filled in.
        form.setFieldValue('website', '')
        notify.failure(`${error.message} We cleared it. Please send the booking again.`)
      },
    },
  )

  function send(values: BookingFormValues) {
    setPhotoErrors({})
    // Sent again unchanged it is the same request, so the photos are compared by name, size and date.
    run({
      booking: toNewBooking(values),
      names: photos.map(({ name, size, lastModified }) => `${name} ${size} ${lastModified}`),
    })
  }

  if (done !== null) return <BookingConfirmation company={company} {...done} />
  return (
    <Page
      title={PAGES.book.title}
      tabTitle={`${PAGES.book.title} · ${companyName}`}
      width="reading"
      lead={`With ${companyName}. The shop will confirm your request; it isn’t booked until then.`}
    >
      <form className={styles.form} onSubmit={submitWith(form, send)} noValidate>
        <DraftNote draft={draft} />
        <Panel title="What’s the problem?">
          <div className={styles.problem}>
            <TextArea
              label="The problem, in your own words"
              description="What happens, when it started, what you’ve tried."
              required
              withAsterisk={false}
              minRows={3}
              {...form.getInputProps('problem')}
            />
            <ComponentField form={form} rigs={rigs} />
            <PhotoAttachments
              photos={photos}
              errors={photoErrors}
              onChange={chosen => {
                setPhotoErrors({})
                setPhotos(chosen)
              }}
            />
          </div>
        </Panel>
        <Panel title="Your RV">
          {rigs.length > 1 && <OwnRigs form={form} rigs={rigs} />}
          <RigFields form={form} />
        </Panel>
        <Panel title="Where">
          <LocationFields form={form} company={company} />
        </Panel>
        <Panel title="When">
          <TimeFields form={form} company={company} offered={offered} />
        </Panel>
        <Panel title="You">
          <ContactFields form={form} />
        </Panel>
        <BookingPaymentNote terms={company.bookingPayment} />
        <HoneypotField form={form} />
        <ActionBar>
          <PrimaryButton type="submit" size="lg" loading={isRunning} loadingText="Sending, please wait…">
            Send Booking
          </PrimaryButton>
        </ActionBar>
      </form>
    </Page>
  )
}

/** Fills in one of the viewer's own rigs. */
const OwnRigs = ({ form, rigs }: { form: BookingForm; rigs: readonly KnownRig[] }) => (
  <Box mb="md">
    <FieldNote
      icon={IconCaravan}
      actions={rigs.map(rig => ({
        label: [rigName(textsOf(RIG_FIELDS, rig)), rig.vin.slice(-6)].filter(Boolean).join(', '),
        onClick: () => {
          form.setFieldValue('customerRV', textsOf(RIG_FIELDS, rig))
          for (const field of RIG_FIELDS) form.clearFieldError(`customerRV.${field}`)
        },
      }))}
    >
      Your rigs:
    </FieldNote>
  </Box>
)

/** The server's errors for photos, by their index. */
const photoErrorsOf = ({ fields }: AppError): Record<number, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, sentence]) => {
      const index = /^photos\.(\d+)$/.exec(field)?.[1]
      return index === undefined ? [] : [[Number(index), sentence]]
    }),
  )

const requiredProps = { required: true, withAsterisk: false } as const

const ContactFields = ({ form }: { form: BookingForm }) => (
  <Fields>
    <TextInput
      label="First Name"
      autoComplete="given-name"
      {...requiredProps}
      {...form.getInputProps('customerDetails.firstName')}
    />
    <TextInput
      label="Last Name"
      autoComplete="family-name"
      {...requiredProps}
      {...form.getInputProps('customerDetails.lastName')}
    />
    <TextInput
      label="Email"
      type="email"
      autoComplete="email"
      {...requiredProps}
      {...form.getInputProps('customerDetails.email')}
    />
    <PhoneField autoComplete="tel" {...form.getInputProps('customerDetails.phone')} />
  </Fields>
)

/** Hidden from people; bots fill it in. */
const HoneypotField = ({ form }: { form: BookingForm }) => (
  <div className={styles.honeypot} aria-hidden>
    <label>
      Website
      <input type="text" tabIndex={-1} autoComplete="off" {...form.getInputProps('website')} />
    </label>
  </div>
)

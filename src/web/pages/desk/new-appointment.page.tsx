import { Box, Radio, Stack, Text, TextInput } from '@mantine/core'
import { IconCaravan } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { formatAppointment } from '#domain/bookings/appointment.ts'
import { timestampOfRequest } from '#domain/bookings/bookable-times.ts'
import { BOOKED_BY } from '#domain/bookings/booking.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { RIG_FIELDS } from '#domain/rigs/rig-fields.ts'
import { api, client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { DeskTimeFields, useOwnCompany } from '#web/features/bookings/desk-time-fields.tsx'
import { RigFields } from '#web/features/bookings/rig-fields.tsx'
import { SiteFields } from '#web/features/bookings/site-fields.tsx'
import { notifyNotEmailed } from '#web/features/contact/notify-not-emailed.ts'
import { PhoneField } from '#web/features/contact/phone-field.tsx'
import type { SuggestedField } from '#web/features/tickets/form/customer-fields.tsx'
import {
  isSameName,
  type SuggestedCustomer,
  type SuggestedRig,
} from '#web/features/tickets/form/ticket-form.ts'
import { JobFields } from '#web/features/tickets/jobs/job-fields.tsx'
import {
  type AppointmentForm,
  type AppointmentFormValues,
  hasRig,
  toNewAppointment,
  useAppointmentForm,
  valuesOfSearch,
  valuesOfTicket,
  withCustomer,
  withRig,
} from '#web/pages/desk/appointment-form.ts'
import { AfterTicket } from '#web/pages/desk/new-ticket/after-ticket.tsx'
import { SuggestingField } from '#web/pages/desk/new-ticket/customer-suggestions.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { FieldNote } from '#web/ui/forms/field-note.tsx'
import { ActionBar } from '#web/ui/layout/action-bar.tsx'
import layout from '#web/ui/layout/columns.module.css'
import { Fields } from '#web/ui/layout/columns.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'

const PAGE = { title: PAGES.newAppointment.title, width: 'reading', dense: true } as const

export function NewAppointmentPage() {
  const { from, who = '' } = useSearch({ from: '/signed-in/new-appointment' })
  if (from !== undefined)
    return (
      <AfterTicket key={from} ticketId={from} page={PAGE}>
        {earlier => (
          <NewAppointment initial={valuesOfTicket(earlier)} draftName={`new appointment after ${from}`} />
        )}
      </AfterTicket>
    )
  return (
    <NewAppointment key={who} initial={valuesOfSearch(who)} draftName={`new appointment ${who}`.trim()} />
  )
}

/** A call: who, which RV, what for, where and when. */
function NewAppointment({ initial, draftName }: { initial: AppointmentFormValues; draftName: string }) {
  const company = useOwnCompany()
  const form = useAppointmentForm(initial, company?.timeZone)
  const draft = useDraft(form, draftName)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { run, isRunning } = useMutationOnce(client.bookings.create, {
    onDone: ({ ticketId, email }) => {
      draft.clear()
      void queries.invalidateQueries({ queryKey: api.tickets.board.key() })
      void queries.invalidateQueries({ queryKey: api.bookings.times.key() })
      const at = company && timestampOfRequest(form.getValues().wanted, company)
      notify.clear()
      notify.success(`Appointment made${at ? ` for ${formatAppointment(at, company.timeZone)}` : ''}.`)
      if (email !== 'no-address') notifyNotEmailed(email)
      void navigate({ to: '/service-ticket/$ticketId', params: { ticketId: String(ticketId) } })
    },
    onError: setFormErrors(form, draft),
  })
  const { place } = form.values.where
  return (
    <Page {...PAGE}>
      <form
        className={layout.panels}
        onSubmit={submitWith(form, values => run(toNewAppointment(values)))}
        noValidate
      >
        <DraftNote draft={draft} />
        <CustomerAndRig form={form} />
        <Panel title="What For">
          <JobFields propsOf={field => form.getInputProps(field)} besideTime={null}>
            {null}
          </JobFields>
        </Panel>
        <Panel title="Where and When">
          <Stack gap="md">
            <Radio.Group label="Service location" {...form.getInputProps('where.place')}>
              <Stack gap="xs" mt={4}>
                <Radio value="shop" label="Drop-off at the shop" />
                <Radio value="site" label="Mobile visit" />
              </Stack>
            </Radio.Group>
            {place === 'site' && (
              <Fields>
                <SiteFields form={form} />
              </Fields>
            )}
            <DeskTimeFields form={form} place={place} />
          </Stack>
        </Panel>
        <ActionBar>
          <PrimaryButton type="submit" loading={isRunning} loadingText="Making the appointment…">
            Make Appointment
          </PrimaryButton>
        </ActionBar>
      </form>
    </Page>
  )
}

// A customer's details, not the user's own: the browser must not autofill them.
const noAutofill = { autoComplete: 'off' } as const
const requiredProps = { ...noAutofill, required: true, withAsterisk: false } as const

function CustomerAndRig({ form }: { form: AppointmentForm }) {
  const [known, setKnown] = useState<SuggestedCustomer | null>(null)
  const typed = form.values.customerDetails
  const rigs = known !== null && isSameName(known, typed) && !hasRig(form.values) ? known.rigs : []

  function pickRig(rig: SuggestedRig): void {
    form.setValues(withRig(form.getValues(), rig))
    for (const field of RIG_FIELDS) form.clearFieldError(`customerRV.${field}`)
  }

  function pick(customer: SuggestedCustomer): void {
    setKnown(customer)
    form.setValues(withCustomer(form.getValues(), customer, known))
    for (const field of BOOKED_BY) form.clearFieldError(`customerDetails.${field}`)
    // The tapped option is gone; focus moves on from here.
    form.getInputNode<HTMLElement, string>('problem')?.focus()
  }

  const wrap = (field: SuggestedField, input: ReactElement) => (
    <SuggestingField typed={typed} field={field} onPick={pick}>
      {input}
    </SuggestingField>
  )
  return (
    <>
      <Panel title="Customer">
        <Fields>
          {wrap(
            'firstName',
            <TextInput
              label="First Name"
              {...requiredProps}
              {...form.getInputProps('customerDetails.firstName')}
            />,
          )}
          {wrap(
            'lastName',
            <TextInput
              label="Last Name"
              {...requiredProps}
              {...form.getInputProps('customerDetails.lastName')}
            />,
          )}
          {wrap('phone', <PhoneField {...noAutofill} {...form.getInputProps('customerDetails.phone')} />)}
          {wrap(
            'email',
            <TextInput
              label="Email"
              type="email"
              description="Optional. The appointment is confirmed by email."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...noAutofill}
              {...form.getInputProps('customerDetails.email')}
            />,
          )}
        </Fields>
      </Panel>
      <Panel title="RV">
        {rigs.length > 0 && (
          <Box mb="md">
            <FieldNote
              icon={IconCaravan}
              actions={rigs.map(rig => ({
                label: [rigName(rig), rig.vin.slice(-6)].filter(Boolean).join(', '),
                onClick: () => pickRig(rig),
              }))}
            >
              {typed.firstName} has been here with:
            </FieldNote>
          </Box>
        )}
        <Text mb="sm" c="var(--rw-ink-soft)">
          What the caller knows. The rest can wait until the RV is here.
        </Text>
        <RigFields form={form} isOptional />
      </Panel>
    </>
  )
}

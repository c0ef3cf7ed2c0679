import { Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { dayOf } from '#domain/lib/company-time.ts'
import { MAX_GENERATOR_HOURS, MAX_ODOMETER, meterNotices, rigVisitErrors } from '#domain/tickets/rig-visit.ts'
import { NO_RIG_VISIT, RIG_VISIT_FIELDS, type RigVisit } from '#domain/tickets/rig-visit-fields.ts'
import { client } from '#web/api/client.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { SaveCancelButtons } from '#web/ui/forms/save-cancel-buttons.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { loadTicketValidation } from './load-ticket-validation.ts'
import { MeterNotice, useEarlierReadings } from './meter-notice.tsx'
import type { TicketView } from './ticket-view.ts'
import { useTicketCommand } from './use-ticket-command.ts'

type Typed = Record<keyof RigVisit, number | string>

const typedOf = (visit: RigVisit): Typed => ({
  odometer: visit.odometer ?? '',
  generatorHours: visit.generatorHours ?? '',
  arrivedOn: visit.arrivedOn ?? '',
  departedOn: visit.departedOn ?? '',
})

/** As the contract takes it: its validation refuses a reading that is no number. */
const toInput = (typed: Partial<Typed>) =>
  Object.fromEntries(
    Object.entries(typed).map(([field, value]) => [field, value === '' ? null : value]),
  ) as Partial<RigVisit>

const dayTyped = (value: number | string): string | null => (value === '' ? null : String(value))

const readingTyped = (value: number | string): number | null => (typeof value === 'number' ? value : null)

/** Types the rig's meters, and when it arrived and departed: at first it arrived when it was checked in. */
export function RigVisitForm({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) {
  const { ticketId, timeZone, checkIn, activeTimestamp } = ticket
  const before = typedOf(ticket.rigVisit ?? NO_RIG_VISIT)
  const checkedInOn = checkIn === null || activeTimestamp === null ? '' : dayOf(activeTimestamp, timeZone)
  const today = () => dayOf(new Date(), timeZone)
  const form = useForm<Typed>({
    initialValues: { ...before, arrivedOn: before.arrivedOn || checkedInOn },
    validate: async typed => ({
      ...rigVisitErrors(
        { arrivedOn: dayTyped(typed.arrivedOn), departedOn: dayTyped(typed.departedOn) },
        today(),
      ),
      ...(await loadTicketValidation()).validateRigVisit(toInput(typed)),
    }),
  })
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.changeRigVisit, {
    waitForRefetch: true,
    onDone: () => {
      notify.success('Saved.')
      onClose()
    },
    onError: setFormErrors(form),
  })
  const { odometer, generatorHours } = form.values
  const notices = meterNotices(
    { odometer: readingTyped(odometer), generatorHours: readingTyped(generatorHours) },
    useEarlierReadings(ticketId),
  )
  const start = useRef(() => form.getInputNode('odometer')?.focus())
  useEffect(() => start.current(), [])
  // Others may have changed the rest meanwhile.
  const submit = submitWith(form, typed => {
    const changed = RIG_VISIT_FIELDS.filter(field => typed[field] !== before[field])
    run({ ticketId, ...toInput(Object.fromEntries(changed.map(field => [field, typed[field]]))) })
  })
  return (
    <form noValidate aria-label="Meters and dates" onSubmit={submit}>
      <Fields>
        <div>
          <NumberField
            label="Odometer (miles)"
            min={0}
            max={MAX_ODOMETER}
            {...form.getInputProps('odometer')}
          />
          <MeterNotice notice={notices.odometer} />
        </div>
        <div>
          <NumberField
            label="Generator (hours)"
            min={0}
            max={MAX_GENERATOR_HOURS}
            {...form.getInputProps('generatorHours')}
          />
          <MeterNotice notice={notices.generatorHours} />
        </div>
        <TextInput type="date" label="Arrived" {...form.getInputProps('arrivedOn')} />
        <TextInput type="date" label="Departed" {...form.getInputProps('departedOn')} />
      </Fields>
      <Group mt="sm" gap="xs">
        <SaveCancelButtons isRunning={isRunning} onCancel={onClose} />
      </Group>
    </form>
  )
}

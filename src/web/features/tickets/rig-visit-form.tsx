import { Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { dayOf } from '#domain/lib/company-time.ts'
import { rigVisitErrors } from '#domain/tickets/rig-visit.ts'
import { RIG_VISIT_FIELDS, type RigVisit } from '#domain/tickets/rig-visit-fields.ts'
import { client } from '#web/api/client.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { SaveCancelButtons } from '#web/ui/forms/save-cancel-buttons.tsx'
import { useFocusOnStart } from '#web/ui/forms/use-focus-on-start.ts'
import { Fields } from '#web/ui/layout/columns.tsx'
import { loadTicketValidation } from './load-ticket-validation.ts'
import { MeterFields } from './meter-fields.tsx'
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

/** Types the rig's meters, and when it arrived and departed: at first it arrived when it was checked in. */
export function RigVisitForm({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) {
  const { ticketId, timeZone, checkIn, activeTimestamp } = ticket
  const before = typedOf(ticket.rigVisit)
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
  useFocusOnStart(form, 'odometer')
  // Others may have changed the rest meanwhile.
  const submit = submitWith(form, typed => {
    const changed = RIG_VISIT_FIELDS.filter(field => typed[field] !== before[field])
    run({ ticketId, ...toInput(Object.fromEntries(changed.map(field => [field, typed[field]]))) })
  })
  return (
    <form noValidate aria-label="Meters and dates" onSubmit={submit}>
      <Fields>
        <MeterFields ticketId={ticketId} typed={form.values} propsOf={form.getInputProps} />
        <TextInput type="date" label="Arrived" {...form.getInputProps('arrivedOn')} />
        <TextInput type="date" label="Departed" {...form.getInputProps('departedOn')} />
      </Fields>
      <Group mt="sm" gap="xs">
        <SaveCancelButtons isRunning={isRunning} onCancel={onClose} />
      </Group>
    </form>
  )
}

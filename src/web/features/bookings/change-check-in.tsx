import { Button, Group } from '@mantine/core'
import { useForm } from '@mantine/form'
import { textsOf } from '#domain/lib/texts-of.ts'
import type { CheckIn } from '#domain/tickets/ticket.ts'
import { client } from '#web/api/client.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { useFocusOnStart } from '#web/ui/forms/use-focus-on-start.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { CheckInNoteFields } from './check-in-note-fields.tsx'
import { CHECK_IN_FIELDS } from './check-in-notes.ts'

type ChangeCheckInProps = { ticket: TicketView; onClose: () => void }

/** Changes what was noted at Check In. */
export function ChangeCheckIn({ ticket: { ticketId, checkIn }, onClose }: ChangeCheckInProps) {
  const form = useForm<Record<keyof CheckIn, string>>({
    initialValues: textsOf(CHECK_IN_FIELDS, checkIn),
    validate: async values => (await loadTicketValidation()).validateCheckIn(values),
  })
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.changeCheckIn, {
    waitForRefetch: true,
    onDone: () => {
      notify.success('Saved.')
      onClose()
    },
    onError: setFormErrors(form),
  })
  useFocusOnStart(form, 'broughtBy')
  // Others may have changed the rest meanwhile.
  const submit = submitWith(form, values => {
    const changed = CHECK_IN_FIELDS.filter(form.isDirty)
    run({ ticketId, ...Object.fromEntries(changed.map(field => [field, values[field]])) })
  })
  return (
    <form noValidate aria-label="Check-in notes" onSubmit={submit}>
      <CheckInNoteFields propsOf={form.getInputProps} />
      <Group mt="sm" gap="xs">
        <Button type="submit" disabled={isRunning} onClick={ignoreDoubleClick()}>
          Save
        </Button>
        <Button variant="subtle" disabled={isRunning} onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}

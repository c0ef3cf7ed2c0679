import { Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  CLOSE_REASON_LABELS,
  CLOSE_REASONS,
  type CloseReason,
  isEmailExpected,
  MAX_CLOSE_NOTE_LENGTH,
} from '#domain/tickets/closing.ts'
import { client } from '#web/api/client.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { notifyNotEmailed } from '#web/features/contact/notify-not-emailed.ts'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'

type CloseFormProps = { ticketId: number; hasEmail: boolean; onClosed: () => void; onCancel: () => void }

/** `isEmailed`: null as long as the reason decides. */
type Values = { reason: CloseReason; note: string; isEmailed: boolean | null }

/** Why the ticket ends without work, and whether its customer hears of it. */
export function CloseForm({ ticketId, hasEmail, onClosed, onCancel }: CloseFormProps) {
  const isEmailedBy = ({ reason, isEmailed }: Values) => hasEmail && (isEmailed ?? isEmailExpected(reason))
  const toInput = (values: Values) => ({
    ticketId,
    reason: values.reason,
    note: values.note,
    emailCustomer: isEmailedBy(values),
  })
  const form = useForm<Values>({
    initialValues: { reason: 'customer', note: '', isEmailed: null },
    validate: async values => (await loadTicketValidation()).validateClosing(toInput(values)),
  })
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.close, {
    onDone: ({ email }) => {
      notify.success('Ticket closed.')
      notifyNotEmailed(email)
      onClosed()
    },
    onError: setFormErrors(form),
  })
  return (
    <form onSubmit={submitWith(form, values => run(toInput(values)))} noValidate>
      <Stack gap="xs">
        <NativeSelect
          label="Reason"
          data={CLOSE_REASONS.map(value => ({ value, label: CLOSE_REASON_LABELS[value] }))}
          {...form.getInputProps('reason')}
        />
        <TextArea
          label="Note (optional)"
          description="For your team. The customer doesn’t see it."
          minRows={1}
          maxRows={6}
          maxLength={MAX_CLOSE_NOTE_LENGTH}
          {...form.getInputProps('note')}
        />
        {hasEmail ? (
          <Checkbox
            label="Email the customer"
            checked={isEmailedBy(form.values)}
            onChange={event => form.setFieldValue('isEmailed', event.currentTarget.checked)}
          />
        ) : (
          <Text size="sm">This customer has no email.</Text>
        )}
        <Group gap="xs">
          <Button type="submit" variant="filled" color="red" disabled={isRunning}>
            {isRunning ? 'Closing…' : 'Close Ticket'}
          </Button>
          <Button disabled={isRunning} onClick={ignoreDoubleClick(onCancel)}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

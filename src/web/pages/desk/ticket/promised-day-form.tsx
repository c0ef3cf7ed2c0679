import { Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { dayOf } from '#domain/lib/company-time.ts'
import { api, client } from '#web/api/client.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { SaveCancelButtons } from '#web/ui/forms/save-cancel-buttons.tsx'
import { useFocusOnStart } from '#web/ui/forms/use-focus-on-start.ts'
import { onEscape } from '#web/ui/on-escape.ts'

type PromisedDayFormProps = {
  ticket: TicketView
  /** The day so far, which is moved; null without one. */
  before: string | null
  onClose: () => void
}

/** The day on which the work is done; a move also says why. */
export function PromisedDayForm({ ticket: { ticketId, timeZone }, before, onClose }: PromisedDayFormProps) {
  const queries = useQueryClient()
  const form = useForm({
    initialValues: { day: before ?? '', reason: '', askedByCustomer: false },
    validate: async values => (await loadTicketValidation()).validatePromisedDay({ ticketId, ...values }),
  })
  const { run, isRunning } = useTicketCommand(ticketId, client.promisedDays.promise, {
    basis: before ?? '',
    onDone: () => {
      void queries.invalidateQueries({ queryKey: api.promisedDays.get.key({ input: { ticketId } }) })
      onClose()
    },
    onError: setFormErrors(form),
  })
  const submit = submitWith(form, values => run({ ticketId, ...values }))
  useFocusOnStart(form, 'day')
  return (
    <form noValidate aria-label="Promised Day" onSubmit={submit} onKeyDown={onEscape(onClose)}>
      <Stack gap="sm" mt={before === null ? 0 : 'sm'}>
        <TextInput
          type="date"
          label="Done by"
          min={dayOf(new Date(), timeZone)}
          {...form.getInputProps('day')}
        />
        {before !== null && (
          <>
            <TextInput
              label="Why it moves"
              description="Visible to the customer."
              {...form.getInputProps('reason')}
            />
            <Checkbox
              label="The customer asked for it"
              {...form.getInputProps('askedByCustomer', { type: 'checkbox' })}
            />
          </>
        )}
        <Group gap="xs">
          <SaveCancelButtons isRunning={isRunning} onCancel={onClose} />
        </Group>
      </Stack>
    </form>
  )
}

import { Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { addDays } from '#domain/lib/calendar-date.ts'
import { DAY_CAUSES, type DayCause, dayCauseLabel } from '#domain/on-hold/day-cause.ts'
import { correctionErrors, type DaySpan } from '#domain/ticket-days/ticket-days.ts'
import { api, client } from '#web/api/client.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { SaveCancelButtons } from '#web/ui/forms/save-cancel-buttons.tsx'
import { useFocusOnStart } from '#web/ui/forms/use-focus-on-start.ts'
import { onEscape } from '#web/ui/on-escape.ts'

const AS_NOTED = 'as-noted'

const CAUSES = [
  { value: '', label: 'Choose…' },
  ...DAY_CAUSES.map(value => ({ value, label: dayCauseLabel(value) })),
  { value: AS_NOTED, label: 'As noted, without a correction' },
]

type DaysFormProps = {
  ticketId: number
  /** The days so far. */
  first: DaySpan
  last: DaySpan
  onClose: () => void
}

/** What days of the visit went to, by the desk. */
export function DaysForm({ ticketId, first, last, onClose }: DaysFormProps) {
  const queries = useQueryClient()
  const visit = { arrival: first.firstDay, end: addDays(last.firstDay, last.days) }
  const form = useForm({
    initialValues: { firstDay: '', lastDay: '', cause: '' },
    validate: ({ firstDay, lastDay, cause }) => ({
      ...(firstDay !== '' && lastDay !== '' && correctionErrors({ firstDay, lastDay }, visit)),
      ...(firstDay === '' && { firstDay: 'Enter the first day.' }),
      ...(lastDay === '' && { lastDay: 'Enter the last day.' }),
      ...(cause === '' && { cause: 'Choose what the days went to.' }),
    }),
  })
  const { run, isRunning } = useTicketCommand(ticketId, client.ticketDays.correct, {
    onDone: () => {
      void queries.invalidateQueries({ queryKey: api.ticketDays.get.key({ input: { ticketId } }) })
      onClose()
    },
    onError: setFormErrors(form),
  })
  const submit = submitWith(form, ({ cause, ...days }) =>
    run({ ticketId, ...days, cause: cause === AS_NOTED ? null : (cause as DayCause) }),
  )
  useFocusOnStart(form, 'firstDay')
  const day = { type: 'date', min: visit.arrival, max: addDays(visit.end, -1) } as const
  return (
    <form noValidate aria-label="Correct Days" onSubmit={submit} onKeyDown={onEscape(onClose)}>
      <Stack gap="sm" mt="sm">
        <TextInput label="First day" {...day} {...form.getInputProps('firstDay')} />
        <TextInput label="Last day" {...day} {...form.getInputProps('lastDay')} />
        <NativeSelect
          label="Went to"
          description="Visible to the customer."
          data={CAUSES}
          {...form.getInputProps('cause')}
        />
        <Group gap="xs">
          <SaveCancelButtons isRunning={isRunning} onCancel={onClose} />
        </Group>
      </Stack>
    </form>
  )
}

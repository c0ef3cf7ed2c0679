import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { dayOf } from '#domain/lib/company-time.ts'
import { HOLD_REASONS, type HoldReason } from '#domain/on-hold/hold.ts'
import { api, client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { notifyNotEmailed } from '#web/features/contact/notify-not-emailed.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import styles from './customer-contact-panel.module.css'

type HoldView = Awaited<ReturnType<typeof api.onHold.get.call>>['hold']
type FormProps = { ticket: TicketView; hold: HoldView; onClose: () => void }

/** The form, with the hold's note, which only it needs. */
export function LoadedHoldForm({ ticket, onClose }: Omit<FormProps, 'hold'>) {
  const { data, error, refetch, isFetching } = useQuery({
    ...api.onHold.get.queryOptions({ input: { ticketId: ticket.ticketId } }),
    enabled: ticket.hold !== null,
    staleTime: 0,
  })
  if (ticket.hold === null) return <HoldForm ticket={ticket} hold={null} onClose={onClose} />
  if (error !== null) return <QueryError error={error} onRetry={() => void refetch()} />
  return data === undefined || isFetching ? (
    <PanelSkeleton lines={4} />
  ) : (
    <HoldForm ticket={ticket} hold={data.hold} onClose={onClose} />
  )
}

type HoldFormValues = { reason: HoldReason; note: string; until: string }

const toSetHoldInput = (ticketId: number, { until, ...values }: HoldFormValues) => ({
  ticketId,
  ...values,
  ...(until === '' ? {} : { until }),
})

const OPTION_LABELS: Readonly<Record<HoldReason, string>> = {
  part: 'Parts',
  customer: 'Customer',
  weather: 'Weather',
  warranty: 'Warranty approval',
}

/** Why the ticket waits, and until when. */
function HoldForm({ ticket, hold, onClose }: FormProps) {
  const { ticketId, timeZone } = ticket
  const form = useForm<HoldFormValues>({
    initialValues: {
      reason: hold?.reason ?? 'part',
      note: hold?.note ?? '',
      until: hold?.until ?? '',
    },
    validate: async values => (await loadTicketValidation()).validateHold(toSetHoldInput(ticketId, values)),
  })
  const draft = useDraft(form, `hold ${ticketId}`)
  const { run, isRunning } = useTicketCommand(ticketId, client.onHold.set, {
    waitForRefetch: true,
    onDone: ({ email }) => {
      draft.clear()
      notifyNotEmailed(email)
      onClose()
    },
    onError: setFormErrors(form, draft),
  })
  const submit = submitWith(form, values => run(toSetHoldInput(ticketId, values)))
  return (
    <form className={styles.fields} onSubmit={submit} noValidate>
      <DraftNote draft={draft} />
      <NativeSelect
        label="Waiting for"
        data={HOLD_REASONS.map(value => ({ value, label: OPTION_LABELS[value] }))}
        {...form.getInputProps('reason')}
      />
      <TextInput
        type="date"
        label="Expected (optional)"
        min={dayOf(new Date(), timeZone)}
        {...form.getInputProps('until')}
      />
      <TextArea
        label="Note (optional)"
        description="Visible to the customer."
        minRows={1}
        maxRows={6}
        {...form.getInputProps('note')}
      />
      <div className={styles.actions}>
        <Button type="submit" size="compact-sm" variant="filled" disabled={isRunning}>
          {isRunning ? 'Saving…' : 'Save'}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={isRunning}
          onClick={ignoreDoubleClick(() => {
            draft.clear()
            onClose()
          })}
        >
          Cancel
        </Button>
      </div>
    </form>
  )
}

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { dayOf } from '#domain/lib/company-time.ts'
import { TOO_MANY_EMAILS } from '#domain/mail/email-outcome.ts'
import { HOLD_REASONS, type HoldReason } from '#domain/on-hold/hold.ts'
import { type api, client } from '#web/api/client.ts'
import { useDraft } from '#web/api/form-draft.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import styles from './customer-contact-panel.module.css'

export type HoldView = NonNullable<Awaited<ReturnType<typeof api.onHold.get.call>>['hold']>

type FormProps = {
  ticket: TicketView
  hold: HoldView | null
  onDone: () => Promise<void>
  onCancel: () => void
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
export function HoldForm({ ticket, hold, onDone, onCancel }: FormProps) {
  const { ticketId, timeZone } = ticket
  const form = useForm<HoldFormValues>({
    initialValues: {
      reason: hold?.reason ?? 'part',
      note: hold?.note ?? '',
      until: hold?.until ?? '',
    },
    validate: async values => (await loadTicketValidation()).validateHold(toSetHoldInput(ticketId, values)),
  })
  const { clear } = useDraft(form, `hold ${ticketId}`)
  const { run, isRunning } = useMutationOnce(client.onHold.set, {
    onDone: ({ email }) => {
      clear()
      if (email === 'too-many') notify.failure(TOO_MANY_EMAILS)
      return onDone()
    },
    onError: setFormErrors(form),
  })
  const submit = submitWith(form, values => run(toSetHoldInput(ticketId, values)))
  return (
    <form className={styles.fields} onSubmit={submit} noValidate>
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
            clear()
            onCancel()
          })}
        >
          Cancel
        </Button>
      </div>
    </form>
  )
}

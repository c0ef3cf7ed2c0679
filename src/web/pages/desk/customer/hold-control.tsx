import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { newWait } from '#contract/on-hold.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { TOO_MANY_LETTERS } from '#domain/mail/email-outcome.ts'
import { REASON_WORDS, REASONS, type Reason, waitingSentence } from '#domain/on-hold/hold.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import { api, client } from '#web/api/client.ts'
import { useDraft } from '#web/api/form-draft.ts'
import { showAtOnce } from '#web/api/optimistic-update.ts'
import { useCommand } from '#web/api/use-mutation-once.ts'
import { attempt, showFault, validateWith } from '#web/api/validate-with-contract.ts'
import type { TicketView } from '#web/features/tickets/ticket-queries.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { firstClick } from '#web/ui/ignore-double-click.ts'
import styles from './customer-panel.module.css'

type Waiting = NonNullable<Awaited<ReturnType<typeof api.waiting.get.call>>['waiting']>

/** What the work waits for: said once, and the customer need not call and ask. */
export function WaitingControl({ ticket }: { ticket: TicketView }) {
  const { ticketId, timeZone } = ticket
  const queries = useQueryClient()
  const place = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  const query = api.waiting.get.queryOptions({ input: { ticketId } })
  const { data } = useQuery({ ...query, enabled: isInWork(ticket) })
  const lookAgain = () => queries.invalidateQueries({ queryKey: query.queryKey })
  const leave = async () => {
    setOpen(false)
    await lookAgain()
    place.current?.focus()
  }
  const clear = useCommand(client.waiting.clear, {
    foresee: () =>
      showAtOnce<{ waiting: Waiting | null }>(queries, query.queryKey, () => ({ waiting: null })),
    onDone: leave,
  })
  const goOn = (): void => {
    // The button that was pressed goes with what it waited for.
    place.current?.focus()
    clear.run({ ticketId })
  }
  if (!isInWork(ticket) || data === undefined) return null
  const { waiting } = data
  return (
    <section ref={place} tabIndex={-1} className={styles.part} aria-label="What it waits for">
      <p className={waiting === null ? styles.soft : styles.line}>
        {waiting === null ? 'The work waits for nothing.' : waitingSentence(waiting, 'desk', timeZone)}
      </p>
      {waiting !== null && waiting.note !== '' && <p className={styles.soft}>{waiting.note}</p>}
      {isOpen ? (
        <WaitingForm ticket={ticket} waiting={waiting} onDone={leave} onCancel={() => setOpen(false)} />
      ) : (
        <div className={styles.acts}>
          <Button size="compact-sm" disabled={clear.isRunning} onClick={firstClick(() => setOpen(true))}>
            {waiting === null ? 'It waits for…' : 'Change'}
          </Button>
          {waiting !== null && (
            <Button size="compact-sm" disabled={clear.isRunning} onClick={firstClick(goOn)}>
              Work goes on
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

type FormProps = {
  ticket: TicketView
  waiting: Waiting | null
  onDone: () => Promise<void>
  onCancel: () => void
}

type Values = { reason: Reason; note: string; until: string }

const inputOf = (ticketId: number, { until, ...values }: Values) => ({
  ...{ ticketId, ...values },
  ...(until === '' ? {} : { until }),
})

function WaitingForm({ ticket, waiting, onDone, onCancel }: FormProps) {
  const { ticketId, timeZone } = ticket
  const form = useForm<Values>({
    initialValues: {
      reason: waiting?.reason ?? 'part',
      note: waiting?.note ?? '',
      until: waiting?.until ?? '',
    },
    validate: validateWith(newWait, (values: Values) => inputOf(ticketId, values)),
  })
  const { clear } = useDraft(form, `waiting ${ticketId}`)
  const { run, isRunning } = useCommand(client.waiting.set, {
    onDone: ({ letter }) => {
      clear()
      if (letter === 'too-many') notify.failure(TOO_MANY_LETTERS)
      return onDone()
    },
    onFault: showFault(form),
  })
  const submit = attempt(form, values => run(inputOf(ticketId, values)))
  return (
    <form className={styles.fields} onSubmit={submit} noValidate>
      <NativeSelect
        label="Waiting for"
        data={REASONS.map(value => ({ value, label: REASON_WORDS[value] }))}
        {...form.getInputProps('reason')}
      />
      <TextInput
        type="date"
        label="Expected (optional)"
        min={dayOf(new Date(), timeZone)}
        {...form.getInputProps('until')}
      />
      <Textarea
        label="Note (optional)"
        description="The customer reads it too."
        autosize
        minRows={1}
        maxRows={6}
        {...form.getInputProps('note')}
      />
      <div className={styles.acts}>
        <Button type="submit" size="compact-sm" variant="filled" disabled={isRunning}>
          {isRunning ? 'Saving…' : 'Save'}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={isRunning}
          onClick={firstClick(() => {
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

import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { formatMoney } from '#domain/lib/money.ts'
import { emailNotSentSentence } from '#domain/mail/email-outcome.ts'
import { type AppError, api, client } from '#web/api/client.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { MoneyText, TextWithAmounts } from '#web/ui/numbers.tsx'
import type { TicketMoneyView } from './billing-views.ts'
import styles from './proposed-fees.module.css'

type Fee = TicketMoneyView['fees'][number]

type ProposedFeesProps = {
  ticketId: number
  fees: readonly Fee[]
  /** The customer's, to send an invoice to; empty for nobody. */
  email?: string
}

/** The fees by rule that a ticket may be charged; nothing without any. */
export function ProposedFees({ ticketId, fees, email = '' }: ProposedFeesProps) {
  if (fees.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Proposed fees">
      {fees.map(fee => (
        <ProposedFee key={fee.key} ticketId={ticketId} fee={fee} email={email} />
      ))}
    </ul>
  )
}

type ProposedFeeProps = { ticketId: number; fee: Fee; email: string }

function ProposedFee({ ticketId, fee: { key, name, amount }, email }: ProposedFeeProps) {
  const queries = useQueryClient()
  const refetch = () => queries.invalidateQueries({ queryKey: api.billing.key() })
  const onError = ({ message }: AppError) => {
    void refetch()
    notify.failure(message)
  }
  const add = useTicketCommand(ticketId, client.billing.addFee, {
    onDone: ({ number, email: outcome }) => {
      void refetch()
      const done = `Fee added on invoice ${number}.`
      const error = emailNotSentSentence(outcome)
      if (error !== null) notify.failure(`${done} ${error}`)
      else notify.success(outcome === 'posted' ? `${done} It is on its way by email.` : done)
    },
    onError,
  })
  const dismiss = useTicketCommand(ticketId, client.billing.dismissFee, {
    onDone: () => {
      void refetch()
      notify.success('Fee dismissed.')
    },
    onError,
  })
  const addWith = (sendByEmail: boolean) => add.run({ ticketId, key, expectedAmount: amount, sendByEmail })
  const isRunning = add.isRunning || dismiss.isRunning
  return (
    <li className={styles.fee}>
      <span>
        <TextWithAmounts text={name} />: <MoneyText amount={formatMoney(amount)} strong />
      </span>
      <span className={styles.buttons}>
        <Button
          size="compact-sm"
          aria-label={`Add Fee: ${name}`}
          disabled={isRunning}
          onClick={ignoreDoubleClick(() => addWith(false))}
        >
          Add Fee
        </Button>
        {email !== '' && (
          <Button
            size="compact-sm"
            aria-label={`Add and Email: ${name}`}
            disabled={isRunning}
            onClick={ignoreDoubleClick(() => addWith(true))}
          >
            Add and Email
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`Dismiss: ${name}`}
          disabled={isRunning}
          onClick={ignoreDoubleClick(() => dismiss.run({ ticketId, key }))}
        >
          Dismiss
        </Button>
      </span>
    </li>
  )
}

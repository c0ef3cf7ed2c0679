import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { formatMoney } from '#domain/lib/money.ts'
import { type AppError, api, client } from '#web/api/client.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { MoneyText, TextWithAmounts } from '#web/ui/numbers.tsx'
import type { TicketMoneyView } from './billing-views.ts'
import styles from './proposed-fees.module.css'

type Fee = TicketMoneyView['fees'][number]

/** The fees by rule that a ticket may be charged; nothing without any. */
export function ProposedFees({ ticketId, fees }: { ticketId: number; fees: readonly Fee[] }) {
  if (fees.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Proposed fees">
      {fees.map(fee => (
        <ProposedFee key={fee.key} ticketId={ticketId} fee={fee} />
      ))}
    </ul>
  )
}

function ProposedFee({ ticketId, fee: { key, name, amount } }: { ticketId: number; fee: Fee }) {
  const queries = useQueryClient()
  const refetch = () => queries.invalidateQueries({ queryKey: api.billing.key() })
  const onError = ({ message }: AppError) => {
    void refetch()
    notify.failure(message)
  }
  const add = useTicketCommand(ticketId, client.billing.addFee, {
    onDone: ({ number }) => {
      void refetch()
      notify.success(`Fee added on invoice ${number}.`)
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
          onClick={ignoreDoubleClick(() => add.run({ ticketId, key, expectedAmount: amount }))}
        >
          Add Fee
        </Button>
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

import { Button } from '@mantine/core'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { completionQuestion } from '#domain/billing/ledger.ts'
import { fromDollars } from '#domain/lib/money.ts'
import { api } from '#web/api/client.ts'
import { lazyPanel } from '#web/api/lazy-panel.tsx'
import { usePermission } from '#web/api/use-permission.ts'
import type { TicketMoneyView } from '#web/features/billing/billing-views.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { onEscape } from '#web/ui/on-escape.ts'
import styles from './invoice.module.css'

const InvoicePanel = lazyPanel(() => import('./invoice-panel.tsx').then(({ InvoicePanel }) => InvoicePanel))

/** What is owed for a ticket; nothing as long as the company has not turned billing on. */
export function TicketMoney({ ticket }: { ticket: TicketView }) {
  const { ticketId } = ticket
  const enabled = usePermission()('billing.use')
  const { data } = useQuery({ ...api.billing.getTicket.queryOptions({ input: { ticketId } }), enabled })
  if (data === undefined || !data.isOn) return null
  return <InvoicePanel ticket={ticket} money={data} />
}

/** Completes the ticket, or first shows a question if something of its money is open. */
export async function askBeforeCompleting(
  queries: QueryClient,
  ticketId: number,
  complete: () => void,
  show: (question: ReactNode) => void,
): Promise<void> {
  const money = await queries
    .ensureQueryData(api.billing.getTicket.queryOptions({ input: { ticketId } }))
    .catch(() => null)
  const question = money?.isOn ? questionAbout(money) : null
  if (question === null) complete()
  else show(<CompletionQuestion question={question} onComplete={complete} onClose={() => show(null)} />)
}

const questionAbout = ({ state, balance, proposal, invoices }: TicketMoneyView): string | null =>
  completionQuestion({
    state,
    due: fromDollars(balance.due),
    held: fromDollars(balance.held),
    number: invoices.at(-1)?.number,
    isCharged: proposal?.lines.some(({ amount }) => amount > 0) ?? false,
  })

type CompletionQuestionProps = { question: string; onComplete: () => void; onClose: () => void }

function CompletionQuestion({ question, onComplete, onClose }: CompletionQuestionProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the question from either button
    <div className={styles.wide} onKeyDown={onEscape(onClose)}>
      <p className={styles.question} role="alert">
        {question}
      </p>
      <div className={styles.choices}>
        <Button autoFocus onClick={onClose}>
          Not Yet
        </Button>
        <Button
          variant="filled"
          onClick={() => {
            onClose()
            onComplete()
          }}
        >
          Complete Anyway
        </Button>
      </div>
    </div>
  )
}

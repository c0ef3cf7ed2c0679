import { Button } from '@mantine/core'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { completionQuestion } from '#domain/billing/ledger.ts'
import { formatMoney, NO_MONEY, sum } from '#domain/lib/money.ts'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import type { TicketMoneyView } from '#web/features/billing/billing-views.ts'
import { lazyPanel } from '#web/features/panels/lazy-panel.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { MoneyText, TextWithAmounts } from '#web/ui/numbers.tsx'
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

/** On a ticket that ended without work, with the way there: what is still held of the customer's money, and fees to add. */
export function HeldMoney({ ticketId, onShowMoney }: { ticketId: number; onShowMoney: () => void }) {
  const enabled = usePermission()('billing.use')
  const { data } = useQuery({ ...api.billing.getTicket.queryOptions({ input: { ticketId } }), enabled })
  const held = data === undefined ? NO_MONEY : sum([data.balance.held, data.balance.credit])
  const fees = data?.fees ?? []
  if (held === 0 && fees.length === 0) return null
  return (
    <p className={styles.heldMoney}>
      {data?.bookingPayment && (
        <span>
          <TextWithAmounts text={data.bookingPayment.sentence} />
        </span>
      )}
      {held > 0 && (
        <strong>
          <MoneyText amount={formatMoney(held)} /> of the customer’s money is still held for this ticket.
        </strong>
      )}
      {fees.length > 0 && (
        <strong>
          A fee of <MoneyText amount={formatMoney(sum(fees.map(({ amount }) => amount)))} /> can be added.
        </strong>
      )}
      <Button size="compact-sm" onClick={onShowMoney}>
        Go to Payments
      </Button>
    </p>
  )
}

/** What of the ticket's money is open, to ask before it is completed; null for nothing. */
export async function getMoneyQuestion(queries: QueryClient, ticketId: number): Promise<string | null> {
  const money = await queries
    .ensureQueryData(api.billing.getTicket.queryOptions({ input: { ticketId } }))
    .catch(() => null)
  return money?.isOn ? questionAbout(money) : null
}

const questionAbout = ({ state, balance, proposal, invoices, fees }: TicketMoneyView): string | null =>
  completionQuestion({
    state,
    due: balance.due,
    held: balance.held,
    number: (invoices.find(({ open }) => open > 0) ?? invoices.at(-1))?.number,
    // Late fees can be added afterwards, too.
    fees: sum(fees.filter(({ invoiceId }) => invoiceId === null).map(({ amount }) => amount)),
    isCharged: proposal?.lines.some(({ amount }) => amount > 0) ?? false,
  })

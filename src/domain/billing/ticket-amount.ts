import type { Cents } from '#domain/lib/money.ts'
import { isOpen, type State } from '#domain/tickets/ticket.ts'
import type { InvoicedAmounts } from './ledger.ts'

type TicketAmounts = {
  readonly totalBalance: Cents
  readonly invoiced: Pick<InvoicedAmounts, 'total'> | null
}

/** What a ticket comes to: once it is finalized, what was invoiced; without an invoice and before, its Total Balance. */
export const ticketAmountOf = (
  ticket: { readonly state: State },
  { totalBalance, invoiced }: TicketAmounts,
): { readonly amount: Cents; readonly isInvoiced: boolean } =>
  invoiced === null || isOpen(ticket)
    ? { amount: totalBalance, isInvoiced: false }
    : { amount: invoiced.total, isInvoiced: true }

// What was billed on a day, by the invoices and credit notes that were issued on it.

import { type Cents, cents, sum, timesFraction } from '#domain/lib/money.ts'
import { creditedBy, isFullyCredited } from './ledger.ts'

/** An invoice or a credit note of the day. */
export type DayDocument = {
  readonly kind: 'invoice' | 'credit-note'
  readonly invoiceId: string
  readonly creditsInvoiceId: string | null
  readonly ticketId: number
  /** With tax. */
  readonly total: Cents
  readonly taxTotal: Cents
  /** Whether a certificate exempted it; of a credit note, whether one exempted its invoice. */
  readonly isExempt: boolean
}

export type BilledAmounts = {
  /** With tax. */
  readonly invoiced: Cents
  readonly credited: Cents
  /** After discounts and credit notes, before tax. */
  readonly sales: Cents
  /** The part of the sales that a certificate exempted from tax. */
  readonly exemptSales: Cents
  readonly tax: Cents
  /** Sales before tax on average of a ticket that was invoiced; null without one. */
  readonly averageOrder: Cents | null
}

const salesOf = (documents: readonly DayDocument[]): Cents =>
  sum(
    documents.map(({ kind, total, taxTotal }) =>
      cents(kind === 'invoice' ? total - taxTotal : taxTotal - total),
    ),
  )

/**
 * The sales of the day's invoices on average of their tickets, half up to a cent. A ticket counts once, and not if all of it
 * was credited the same day; credit notes for invoices of other days do not count. Null without a ticket.
 */
function averageOrderOf(documents: readonly DayDocument[]): Cents | null {
  const ofInvoice = (invoice: DayDocument) =>
    documents.filter(each => each === invoice || each.creditsInvoiceId === invoice.invoiceId)
  const isOpen = (invoice: DayDocument): boolean => {
    const credited = creditedBy(ofInvoice(invoice).filter(({ kind }) => kind === 'credit-note'))
    return !isFullyCredited({ total: invoice.total, credited })
  }
  const open = documents.filter(document => document.kind === 'invoice' && isOpen(document))
  const count = new Set(open.map(({ ticketId }) => ticketId)).size
  return count === 0 ? null : timesFraction(salesOf(open.flatMap(ofInvoice)), 1, count)
}

/** What was billed on a day, by the documents that were issued on it. */
export function billedAmountsOf(documents: readonly DayDocument[]): BilledAmounts {
  const totalOf = (kind: DayDocument['kind']): Cents =>
    sum(documents.flatMap(document => (document.kind === kind ? [document.total] : [])))
  const [invoiced, credited] = [totalOf('invoice'), totalOf('credit-note')]
  const sales = salesOf(documents)
  return {
    ...{ invoiced, credited, sales },
    exemptSales: salesOf(documents.filter(({ isExempt }) => isExempt)),
    tax: cents(invoiced - credited - sales),
    averageOrder: averageOrderOf(documents),
  }
}

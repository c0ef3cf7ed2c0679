// What was invoiced and paid for tickets. Billing writes it; here are the amounts that stand beside a ticket's own.

import { sql } from 'kysely'
import { documentNumber } from '#domain/billing/issued-document.ts'
import { balanceOf, creditedBy, type InvoicedAmounts, invoicedAmountsOf } from '#domain/billing/ledger.ts'
import { type Cents, sum } from '#domain/lib/money.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { isBillingOn } from '#server/features/companies/store.ts'

type Tickets = { readonly ticketIds: readonly number[] }

const documentsOfTickets = statement((scope, { ticketIds }: Tickets) =>
  scope
    .from('invoice')
    .select(['ticketId', 'invoiceId', 'kind', 'creditsInvoiceId', 'prefix', 'number', 'total', 'dueOn'])
    .where(sql<boolean>`ticket_id = any(${ticketIds}::integer[])`),
)

const entriesOfTickets = statement((scope, { ticketIds }: Tickets) =>
  scope
    .from('ledgerEntry')
    .select(['ticketId', 'kind', 'amount'])
    .where(sql<boolean>`ticket_id = any(${ticketIds}::integer[])`),
)

/** What was invoiced and paid for these tickets, by ticket, as `openMoneyStateOf` takes it. */
export async function listLedgers(work: UnitOfWork, ticketIds: readonly number[]) {
  const [documents, entries] = await Promise.all([
    documentsOfTickets(work, { ticketIds }).execute(),
    entriesOfTickets(work, { ticketIds }).execute(),
  ])
  const creditedOf = (invoiceId: string) =>
    creditedBy(documents.filter(note => note.creditsInvoiceId === invoiceId))
  return new Map(
    ticketIds.map(ticketId => {
      const invoices = documents
        .filter(document => document.ticketId === ticketId && document.kind === 'invoice')
        .map(({ invoiceId, total, dueOn, ...number }) => ({
          ...{ total, dueOn, number: documentNumber(number), credited: creditedOf(invoiceId) },
        }))
      return [ticketId, { invoices, entries: entries.filter(entry => entry.ticketId === ticketId) }] as const
    }),
  )
}

/** Whether a card payment for the ticket is disputed, and its bank has not returned it. */
export async function hasOpenCardDispute(work: UnitOfWork, ticketId: number): Promise<boolean> {
  const entries = await work
    .from('ledgerEntry')
    .select(['cause', 'amount'])
    .where('ticketId', '=', ticketId)
    .where('cause', 'in', ['dispute', 'dispute-won'])
    .execute()
  const sumOf = (cause: 'dispute' | 'dispute-won') =>
    sum(entries.filter(entry => entry.cause === cause).map(({ amount }) => amount))
  return sumOf('dispute') > sumOf('dispute-won')
}

/** What is held of the customers' money: deposits and credit, of the tickets that have any. */
export async function listHeld(
  work: UnitOfWork,
  ticketIds: readonly number[],
): Promise<ReadonlyMap<number, Cents>> {
  if (ticketIds.length === 0 || !(await isBillingOn(work))) return new Map()
  const ledgers = await listLedgers(work, ticketIds)
  return new Map(
    [...ledgers].flatMap(([ticketId, { invoices, entries }]) => {
      const { held, credit } = balanceOf(invoices, entries)
      return held + credit > 0 ? [[ticketId, sum([held, credit])] as const] : []
    }),
  )
}

/** What these tickets' open invoices come to, by ticket; nothing as long as the company does not bill. */
export async function listInvoiced(
  work: UnitOfWork,
  ticketIds: readonly number[],
): Promise<ReadonlyMap<number, InvoicedAmounts>> {
  if (ticketIds.length === 0 || !(await isBillingOn(work))) return new Map()
  const ledgers = await listLedgers(work, ticketIds)
  return new Map(
    [...ledgers].flatMap(([ticketId, { invoices, entries }]) => {
      const invoiced = invoicedAmountsOf(invoices, entries)
      return invoiced === null ? [] : [[ticketId, invoiced] as const]
    }),
  )
}

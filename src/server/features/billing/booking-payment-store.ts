// What customers agreed to pay when booking, in the database: what became of it, and what goes back.

import { sql } from 'kysely'
import {
  type BookingPayment,
  bookingPaymentDue,
  bookingPaymentSentence,
  CARD_CHECK_MS,
  isReturnedWhole,
  paymentsToReturn,
} from '#domain/billing/booking-payment.ts'
import { balanceOf } from '#domain/billing/ledger.ts'
import { NO_MONEY } from '#domain/lib/money.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getMoney, listEntries, listInvoices, type Money, openCardCheck } from './store.ts'

/** What the ticket's customer agreed to pay when booking; null for nothing. */
export async function findAgreedPayment(work: UnitOfWork, ticketId: number): Promise<BookingPayment | null> {
  const row = await work.from('booking').select('payment').where('ticketId', '=', ticketId).executeTakeFirst()
  return row?.payment ?? null
}

/** What became of it so far; null for a ticket without one. `given`: the ticket's money, if it was read. */
export async function findBookingPaymentView(work: UnitOfWork, ticket: Ticket, given: Money | null = null) {
  const terms = await findAgreedPayment(work, ticket.ticketId)
  if (terms === null) return null
  const money = given ?? (await getMoney(work, ticket.ticketId))
  // One that was asked for with an approval comes first.
  const isOtherAsked = money.deposit !== null && money.deposit.due > 0
  return {
    terms,
    due: isOtherAsked ? NO_MONEY : bookingPaymentDue(terms, ticket, money.balance, work.now),
    sentence: bookingPaymentSentence(terms, ticket, money, work.now),
  }
}

/**
 * Before a declined or closed ticket is saved: what becomes of its booking's payment, as a sentence (null without one), and
 * whether all money that is held for it goes back by itself.
 */
export async function settleBookingPayment(work: UnitOfWork, ended: Ticket) {
  const terms = await findAgreedPayment(work, ended.ticketId)
  if (terms === null) return { sentence: null, isReturned: false }
  const entries = await listEntries(work, ended.ticketId)
  const money = { balance: balanceOf(await listInvoices(work, ended.ticketId), entries), entries }
  if (paymentsToReturn(terms, ended, money).length > 0) openCardCheck(work)
  return {
    sentence: money.balance.received > 0 ? bookingPaymentSentence(terms, ended, money, work.now) : null,
    isReturned: isReturnedWhole(terms, ended, money),
  }
}

/**
 * The tickets that may have payments of a booking to return: those that ended without a visit, with a payment by card online
 * of which nothing was refunded or disputed. After a day the payment service has refused it: it is the desk's.
 */
export async function listTicketsToReturn(work: UnitOfWork): Promise<number[]> {
  const { companyId } = work
  const since = new Date(work.now.getTime() - CARD_CHECK_MS)
  const { rows } = await sql<{ ticketId: number }>`
    select distinct t.ticket_id from ticket t
    join booking b on b.company_id = ${companyId} and b.ticket_id = t.ticket_id and b.payment is not null
    join ledger_entry e on e.company_id = ${companyId} and e.ticket_id = t.ticket_id
    where t.company_id = ${companyId} and t.state in ('declined', 'closed') and e.processor_id = e.reference
      and greatest(t.transitioned_at, e.at) > ${since}
      and not exists (
        select from ledger_entry o
        where o.company_id = ${companyId} and o.ticket_id = t.ticket_id and o.reference = e.reference
          and o.entry_id <> e.entry_id)
    order by t.ticket_id`.execute(work.database)
  return rows.map(({ ticketId }) => ticketId)
}

// Returns to the card what customers paid when booking, where the rule that they read says so. Like every refund: noted in one
// transaction, asked for outside of any, entered in another; what was interrupted is asked for again and is one refund.

import { bookingEndOf, paymentsToReturn, settlementOf } from '#domain/billing/booking-payment.ts'
import { balanceOf } from '#domain/billing/ledger.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { findTicket } from '#server/features/tickets/store.ts'
import type { CardProcessor } from '#server/payments/card-processor.ts'
import { findAgreedPayment, listTicketsToReturn } from './booking-payment-store.ts'
import { findCardRefund, startCardRefund } from './card-refunds.ts'
import { askForCardRefund, type RunStep } from './record-card-entries.ts'
import { getCardAccount, listEntries, listInvoices } from './store.ts'

/** Notes the next refund of the ticket, if there is one. */
async function startReturn(work: UnitOfWork, ticketId: number) {
  const ticket = await findTicket(work, ticketId)
  const terms = await findAgreedPayment(work, ticketId)
  const { account } = await getCardAccount(work)
  const end = ticket && bookingEndOf(ticket)
  if (ticket === null || end === null || terms === null || account === null) return null
  const entries = await listEntries(work, ticketId)
  const balance = balanceOf(await listInvoices(work, ticketId), entries)
  const [entry] = paymentsToReturn(terms, ticket, { balance, entries })
  if (entry?.processorId == null) return null
  const { entryId, amount, processorId: paymentId } = entry
  // One that a person has asked for is finished first.
  const ongoing = await findCardRefund(work, ticketId)
  if (ongoing !== null && (ongoing.entryId !== entryId || ongoing.amount !== amount)) return null
  await startCardRefund(work, { ticketId, entryId, amount })
  const { because } = settlementOf(terms, end)
  const reason = `By the terms of the booking: ${because}`
  return {
    ...{ account, companyId: work.companyId, paymentId, ticketId, entryId, amount, reason },
    entryCount: entries.length,
  }
}

/** For the company of `run`. Rejects with the errors, after all its tickets were tried. */
export async function returnBookingPayments(run: RunStep, cards: CardProcessor): Promise<void> {
  const errors: unknown[] = []
  for (const ticketId of await run(listTicketsToReturn)) {
    try {
      for (;;) {
        const start = await run(work => startReturn(work, ticketId))
        if (start === null || (await askForCardRefund(run, cards, start)) === null) break
      }
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `What was paid for ${errors.length} bookings could not be returned.`)
}

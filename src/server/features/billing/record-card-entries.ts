// Enters what the payment service has received or paid back. It may be told of twice, late and in any order: the ticket's
// lock and the payment's id let each be entered once.

import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { findTicket, recordActivity } from '#server/features/tickets/store.ts'
import type { CardPayment, CardRefund } from '#server/payments/card-processor.ts'
import { addEntry, findOpenInvoice, findProcessorEntry, getCardAccount, listInvoices } from './store.ts'

/** Whether the account is this company's: what happens at another one is not ours. */
const isOwnAccount = async (work: UnitOfWork, account: string): Promise<boolean> =>
  (await getCardAccount(work)).account === account

/** Enters a payment that was received at `account`, as what it was. Returns whether it is new. */
export async function recordCardPayment(
  work: UnitOfWork,
  account: string,
  { paymentId, amount, companyId, ticketId }: CardPayment,
): Promise<boolean> {
  if (companyId !== work.companyId || !(await isOwnAccount(work, account))) return false
  const ticket = await findTicket(work, ticketId)
  if (ticket === null || (await findProcessorEntry(work, paymentId)) !== null) return false
  const open = findOpenInvoice(await listInvoices(work, ticketId))
  const entryId = await addEntry(work, {
    ...{ ticketId, kind: open === undefined ? 'deposit' : 'payment', method: 'card', amount, note: '' },
    ...{ invoiceId: open?.invoiceId ?? null, reference: paymentId, processorId: paymentId },
  } as const)
  if (open === undefined) recordActivity(work, ticket, 'take-deposit', { entryId })
  else recordActivity(work, ticket, 'take-payment', { invoice: open.number, entryId })
  return true
}

/** Enters a refund of a payment that was entered. Returns its entry, also if it is not new; null for another payment's. */
export async function recordCardRefund(
  work: UnitOfWork,
  account: string,
  { refundId, paymentId, amount, reason }: CardRefund,
): Promise<string | null> {
  if (!(await isOwnAccount(work, account))) return null
  const paid = await findProcessorEntry(work, paymentId)
  const ticket = paid === null ? null : await findTicket(work, paid.ticketId)
  if (ticket === null) return null
  const entered = await findProcessorEntry(work, refundId)
  if (entered !== null) return entered.entryId
  const { ticketId } = ticket
  const open = findOpenInvoice(await listInvoices(work, ticketId))
  const entryId = await addEntry(work, {
    ...{ ticketId, kind: 'refund', method: 'card', amount, note: reason },
    ...{ invoiceId: open?.invoiceId ?? null, reference: paymentId, processorId: refundId },
  } as const)
  recordActivity(work, ticket, 'refund', { entryId })
  return entryId
}

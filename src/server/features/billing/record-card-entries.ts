// Enters what the payment service has received or paid back, and what banks took. It may be told of twice, late and in any
// order: the ticket's lock and the payment's id let each be entered once.

import type { EntryCause } from '#domain/billing/ledger.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { type Cents, cents } from '#domain/lib/money.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { addNotice } from '#server/features/notices/store.ts'
import { findTicket, getTicket, recordActivity } from '#server/features/tickets/store.ts'
import {
  type CardDispute,
  type CardPayment,
  type CardProcessor,
  CardProcessorError,
  type CardRefund,
} from '#server/payments/card-processor.ts'
import { endCardRefund } from './card-refunds.ts'
import { addPaymentFee } from './fee-store.ts'
import {
  addEntry,
  findInvoiceToPay,
  findProcessorEntry,
  getBillingSettings,
  getCardAccount,
  openCardCheck,
} from './store.ts'

/** Whether the account is this company's: what happens at another one is not ours. */
const isOwnAccount = async (work: UnitOfWork, account: string): Promise<boolean> =>
  (await getCardAccount(work)).account === account

/** Enters a payment that was received at `account`, as what it was. Returns whether it is new. */
export async function recordCardPayment(
  work: UnitOfWork,
  account: string,
  { paymentId, amount, fee, companyId, ticketId }: CardPayment,
): Promise<boolean> {
  if (companyId !== work.companyId || !(await isOwnAccount(work, account))) return false
  const ticket = await findTicket(work, ticketId)
  if (ticket === null || (await findProcessorEntry(work, paymentId)) !== null) return false
  const open = await findInvoiceToPay(work, ticketId)
  const entryId = await addEntry(work, {
    ...{ ticketId, kind: open === undefined ? 'deposit' : 'payment', method: 'card', amount, note: '' },
    ...{ invoiceId: open?.invoiceId ?? null, reference: paymentId, processorId: paymentId },
  } as const)
  if (open === undefined) recordActivity(work, ticket, 'take-deposit', { entryId })
  else recordActivity(work, ticket, 'take-payment', { invoice: open.number, entryId })
  // What came too late may have to go back.
  if (ticket.state === 'declined' || ticket.state === 'closed') openCardCheck(work)
  // Without an invoice to pay, or with billing off meanwhile, all of it is the customer's money.
  if (fee > 0 && open !== undefined && (await getBillingSettings(work)).isOn)
    await addPaymentFee(work, ticket, { entryId, method: 'card', amount: cents(amount - fee), fee })
  return true
}

/** What the payment service moved without the company: what it is, and in which words it is noted. */
const MOVEMENTS = {
  dispute: { verb: 'dispute-payment', note: 'The customer’s bank took it back' },
  'dispute-won': { verb: 'win-dispute', note: 'The bank gave it back' },
  'refund-failed': { verb: 'fail-refund', note: 'The bank did not take the refund' },
} as const satisfies Record<EntryCause, object>

type Movement = { readonly processorId: string; readonly amount: Cents; readonly cause: EntryCause }

/** Enters a movement of a payment that was entered, once, and has the owner emailed of it. */
async function recordMovement(
  work: UnitOfWork,
  ticket: Ticket,
  paymentId: string,
  { processorId, amount, cause }: Movement,
  answerBy: Date | null = null,
): Promise<void> {
  if ((await findProcessorEntry(work, processorId)) !== null) return
  const { ticketId } = ticket
  const { verb, note } = MOVEMENTS[cause]
  const open = await findInvoiceToPay(work, ticketId)
  const kind = cause === 'dispute' ? 'refund' : open === undefined ? 'deposit' : 'payment'
  const entryId = await addEntry(work, {
    ...{ ticketId, kind, method: 'card', amount, note, cause, processorId, reference: paymentId },
    invoiceId: open?.invoiceId ?? null,
  } as const)
  recordActivity(work, ticket, verb, { entryId })
  const day = answerBy && dayOf(answerBy, (await getCompany(work)).timeZone)
  await addNotice(work, { ticketId, content: { kind: 'card', cause, amount, answerBy: day } })
}

/** The ticket of a payment at `account`, which is entered if it was not; null if it is not this company's. */
async function findPaidTicket(
  work: UnitOfWork,
  account: string,
  payment: CardPayment,
): Promise<Ticket | null> {
  if (!(await isOwnAccount(work, account))) return null
  await recordCardPayment(work, account, payment)
  const paid = await findProcessorEntry(work, payment.paymentId)
  return paid === null ? null : findTicket(work, paid.ticketId)
}

/**
 * Enters a refund, and what came back of one that failed later. One that had failed before it was entered moved nothing.
 * Returns the refund's entry, also if it is not new; null without one.
 */
export async function recordCardRefund(
  work: UnitOfWork,
  account: string,
  { refundId, payment, amount, reason, hasFailed }: CardRefund,
): Promise<string | null> {
  const ticket = await findPaidTicket(work, account, payment)
  if (ticket === null) return null
  const { ticketId } = ticket
  const { paymentId } = payment
  const paid = await findProcessorEntry(work, paymentId)
  if (paid !== null) endCardRefund(work, { ticketId, entryId: paid.entryId, amount })
  const entered = await findProcessorEntry(work, refundId)
  if (entered !== null) {
    const back = { processorId: `${refundId} failed`, amount, cause: 'refund-failed' } as const
    if (hasFailed) await recordMovement(work, ticket, paymentId, back)
    return entered.entryId
  }
  if (hasFailed) return null
  const open = await findInvoiceToPay(work, ticketId)
  const entryId = await addEntry(work, {
    ...{ ticketId, kind: 'refund', method: 'card', amount, note: reason },
    ...{ invoiceId: open?.invoiceId ?? null, reference: paymentId, processorId: refundId },
  } as const)
  recordActivity(work, ticket, 'refund', { entryId })
  return entryId
}

/** Enters what a dispute has taken and given back by now. The bank's mere question moves nothing. */
export async function recordCardDispute(
  work: UnitOfWork,
  account: string,
  { payment, movements, answerBy }: CardDispute,
): Promise<void> {
  const ticket = await findPaidTicket(work, account, payment)
  if (ticket === null) return
  for (const { movementId: processorId, amount: moved } of movements) {
    if (moved === 0) continue
    const cause = moved < 0 ? 'dispute' : 'dispute-won'
    const movement = { processorId, cause, amount: cents(Math.abs(moved)) } as const
    await recordMovement(work, ticket, payment.paymentId, movement, moved < 0 ? answerBy : null)
  }
}

/** Runs a transaction of the company. */
export type RunStep = <T>(task: (work: UnitOfWork) => Promise<T>) => Promise<T>

type NotedRefund = {
  readonly companyId: string
  readonly account: string
  readonly paymentId: string
  readonly ticketId: number
  readonly entryId: string
  readonly amount: Cents
  readonly reason: string
  /** How many entries the ticket's ledger had. */
  readonly entryCount: number
}

/**
 * Returns the entry of the refund; null if the payment is not the company's. @throws CardProcessorError as the payment
 * service does: after a refusal the refund is no longer noted, and without an answer it may be asked for again.
 */
export async function askForCardRefund(
  run: RunStep,
  cards: CardProcessor,
  { ticketId, entryId, entryCount, amount, ...request }: NotedRefund,
): Promise<string | null> {
  // The same refund tapped at two desks, or again after a lost answer, is one; after one that failed it is another.
  const idempotencyKey = `refund ${entryId} ${entryCount} ${amount}`
  const refund = await cards.refund({ ...request, amount, idempotencyKey }).catch(async error => {
    if (error instanceof CardProcessorError && error.isRefused)
      await run(async work => {
        await getTicket(work, ticketId)
        endCardRefund(work, { ticketId, entryId, amount })
      })
    throw error
  })
  return run(work => recordCardRefund(work, request.account, refund))
}

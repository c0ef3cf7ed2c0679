// Cards online: a company connects its account, customers go to pay, and owners refund. The payment service is asked
// between transactions; what it may have done without our hearing of it is found by its webhook or the check.

import { createHash, randomUUID } from 'node:crypto'
import { BOOKING_PAYMENT_LABELS } from '#domain/billing/booking-payment.ts'
import { assertRefundable, balanceOf, refundableToCard, withOpenAmounts } from '#domain/billing/ledger.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { NO_MONEY, sum } from '#domain/lib/money.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { rigName } from '#domain/rigs/rig.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { asCustomer, linkedTicketOf } from '#server/features/customer-links/middleware.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { CardProcessorError } from '#server/payments/card-processor.ts'
import { procedure, runCommand, runQuery } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { findBookingPaymentView } from './booking-payment-store.ts'
import { startCardRefund } from './card-refunds.ts'
import { authorizeCorrection } from './correction-permission-procedures.ts'
import { assertHasEmail, emailDocument } from './emails.ts'
import { getCardFee } from './fee-store.ts'
import { askForCardRefund, type RunStep } from './record-card-entries.ts'
import {
  canTakeCards,
  findOpenInvoice,
  getCardAccount,
  getMoney,
  getOpenSettings,
  listEntries,
  listInvoices,
  lockSettings,
  openCardCheck,
  saveCardAccount,
} from './store.ts'

const getProcessor = ({ externalServices: { cards } }: RequestContext) => {
  if (cards === null) throw new Refusal([{ code: 'cards.off' }])
  return cards
}

/** What the payment service answers. Its own words go to the log. */
async function ask<T>(context: RequestContext, question: Promise<T>): Promise<T> {
  try {
    return await question
  } catch (error) {
    if (!(error instanceof CardProcessorError)) throw error
    context.logError(error)
    throw new Refusal([{ code: 'cards.no-answer' }])
  }
}

/** A transaction of its own within a procedure; the procedure as a whole has the request's key. */
const runStep = async <T>(context: RequestContext, task: (work: UnitOfWork) => Promise<T>): Promise<T> =>
  (await runCommand({ ...context, idempotencyKey: null }, 'billing.cards', '', task)).output

export const connectCards = procedure.billing.connectCards.handler(async ({ context }) => {
  const before = await runQuery(context, async work => {
    await getOpenSettings(work)
    return { ...(await getCardAccount(work)), companyId: work.companyId }
  })
  const cards = getProcessor(context)
  const account = before.account ?? (await ask(context, cards.createAccount(before.companyId)))
  const isReady = await ask(context, cards.isAccountReady(account))
  if (account !== before.account || isReady !== before.isReady)
    await runStep(context, async work => {
      await lockSettings(work)
      saveCardAccount(work, { account, isReady })
    })
  const returnUrl = `${context.mailContext.url()}/company/billing`
  return { isReady, url: isReady ? null : await ask(context, cards.createAccountLink(account, returnUrl)) }
})

/** What the customer can pay now: what is due, or what is missing of a deposit or of what they agreed to when booking. */
async function getPayable(work: UnitOfWork, ticket: Ticket) {
  const money = await getMoney(work, ticket.ticketId)
  const { invoices, balance, deposit } = money
  const owed = withOpenAmounts(invoices, balance).flatMap(({ open, number }) => (open > 0 ? [number] : []))
  const isInvoiced = findOpenInvoice(invoices) !== undefined
  const booking = isInvoiced ? null : await findBookingPaymentView(work, ticket, money)
  const payable = isInvoiced
    ? { due: balance.due, what: `Invoice ${owed.join(', ')}` }
    : booking !== null && booking.due > 0
      ? { due: booking.due, what: BOOKING_PAYMENT_LABELS[booking.terms.kind] }
      : { due: deposit?.due ?? NO_MONEY, what: 'Deposit' }
  return { ...payable, entryCount: money.entries.length }
}

export const payByCard = procedure.customerView.pay.handler(async ({ input, context }) => {
  const customerContext = await asCustomer(context, input.token)
  const cards = getProcessor(context)
  const ticketId = linkedTicketOf(customerContext.execution)
  const { request, attempt } = await runStep(customerContext, async work => {
    authorize(work, 'money.see')
    const ticket = await getTicket(work, ticketId)
    authorize(work, 'money.see', ticket)
    await getOpenSettings(work)
    const { account } = await getCardAccount(work)
    if (account === null || !(await canTakeCards(work, cards))) throw new Refusal([{ code: 'cards.off' }])
    const { due, what, entryCount } = await getPayable(work, ticket)
    if (due !== input.amount) throw new Refusal([{ code: 'payment.due-changed', due }])
    const fee = await getCardFee(work, ticketId)
    if (fee !== (input.fee ?? NO_MONEY)) throw new Refusal([{ code: 'fee.other-amount', amount: fee }])
    // Before the customer can pay, so that no payment goes unnoticed.
    openCardCheck(work)
    const request = {
      ...{ account, companyId: work.companyId, ticketId, amount: sum([due, fee]), fee },
      description: `${what}${fee === 0 ? '' : ' with card fee'}, ticket ${ticketId}, ${rigName(ticket.customerRV)}`,
      customerEmail: ticket.customerDetails.email,
      returnUrl: `${context.mailContext.url()}/follow/${input.token}`,
    }
    return { request, attempt: `${dayOf(work.now, work.timeZone)} ${entryCount}` }
  })
  // Who goes to pay the same in two tabs gets one page, which takes one payment. It is open for a day.
  const hash = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  const idempotencyKey = `pay ${attempt} ${hash}`
  const open = (key: string) => cards.createCheckout({ ...request, idempotencyKey: key })
  // The service answers a key that failed so all day; a second page takes no money by itself.
  const opened = open(idempotencyKey).catch(error => {
    if (error instanceof CardProcessorError && error.isAnswered)
      return open(`${idempotencyKey} ${randomUUID()}`)
    throw error
  })
  return { url: await ask(context, opened) }
})

export const refundCard = procedure.billing.refundCard.handler(async ({ input, context }) => {
  const { ticketId, entryId, amount, reason } = input
  const paid = await runStep(context, async work => {
    await authorizeCorrection(work)
    getProcessor(context)
    await getOpenSettings(work)
    const ticket = await getTicket(work, ticketId)
    if (input.sendByEmail) assertHasEmail(ticket)
    const entries = await listEntries(work, ticketId)
    const entry = entries.find(each => each.entryId === entryId)
    const refundable = entry === undefined ? null : refundableToCard(entry, entries)
    const { account } = await getCardAccount(work)
    if (entry === undefined || entry.processorId === null || refundable === null || account === null)
      throw notFound()
    const balance = balanceOf(await listInvoices(work, ticketId), entries)
    const { received } = balance
    if (received !== input.received) throw new Refusal([{ code: 'refund.changed', received }])
    if (amount > refundable) throw new Refusal([{ code: 'refund.card-too-much', refundable }])
    assertRefundable(amount, balance)
    await startCardRefund(work, { ticketId, entryId, amount })
    openCardCheck(work)
    return {
      ...{ account, companyId: work.companyId, paymentId: entry.processorId },
      ...{ ticketId, entryId, amount, reason, entryCount: entries.length },
    }
  })
  const run: RunStep = task => runStep(context, task)
  const recorded = await ask(context, askForCardRefund(run, getProcessor(context), paid))
  if (recorded === null) throw notFound()
  return run(async work => {
    const ticket = await getTicket(work, ticketId)
    const email = input.sendByEmail ? await emailDocument(work, context, ticket, { entryId: recorded }) : null
    return { entryId: recorded, email }
  })
})

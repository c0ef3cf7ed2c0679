// Money in and out. Each command locks its ticket, so that a second desk sees what the first has recorded.

import {
  assertPayable,
  assertRefundable,
  balanceOf,
  blockersForVoiding,
  depositDue,
  invoiceToPay,
  isFullyCredited,
} from '#domain/billing/ledger.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { NO_MONEY, sum } from '#domain/lib/money.ts'
import { assertNoBlockers, Refusal } from '#domain/refusals/refusal.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getTicket, recordActivity } from '#server/features/tickets/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { command } from '#server/rpc/procedures.ts'
import { assertNoCardRefund } from './card-refunds.ts'
import { authorizeCorrection } from './correction-permission-procedures.ts'
import { assertHasEmail, emailDocument } from './emails.ts'
import { addPaymentFee, paymentFeeKey, paymentFeeOf, paymentFeesOf } from './fee-store.ts'
import { addCreditNote, creditAll } from './invoice-commands.ts'
import {
  addEntry,
  findAskedDeposit,
  getOpenSettings,
  listEntries,
  listInvoices,
  withdrawAskedDeposits,
} from './store.ts'

/** The ticket with its money, locked. */
async function getLocked(work: UnitOfWork, ticketId: number) {
  await getOpenSettings(work)
  const ticket = await getTicket(work, ticketId)
  const invoices = await listInvoices(work, ticketId)
  const entries = await listEntries(work, ticketId)
  const balance = balanceOf(invoices, entries)
  return { ticket, invoices, entries, balance, open: invoiceToPay(invoices, balance) }
}

export const recordPayment = command.billing.recordPayment.handler(async ({ input, context }) => {
  const { work } = context
  const { ticketId, amount, method, reference, keepAsCredit, fee = NO_MONEY } = input
  const { ticket, invoices, balance, open = invoices.at(-1) } = await getLocked(work, ticketId)
  if (input.sendByEmail) assertHasEmail(ticket)
  if (open === undefined) throw new Refusal([{ code: 'invoice.none' }])
  assertPayable(open, balance)
  const { due } = balance
  if (due !== input.due) throw new Refusal([{ code: 'payment.due-changed', due }])
  if (amount > due && !keepAsCredit) throw new Refusal([{ code: 'payment.too-much', due }])
  const { invoiceId, number } = open
  const fees = paymentFeesOf(await getOpenSettings(work), invoices, balance)
  const added = paymentFeeOf(fees, method, amount)
  // It may be left out.
  if (fee !== 0 && fee !== added) throw new Refusal([{ code: 'fee.other-amount', amount: added }])
  const entryId = await addEntry(work, {
    ticketId,
    kind: 'payment',
    method,
    amount: sum([amount, fee]),
    invoiceId,
    reference,
    note: '',
  })
  recordActivity(work, ticket, 'take-payment', { invoice: number, entryId })
  if (fee > 0) await addPaymentFee(work, ticket, { entryId, method, amount, fee })
  return {
    entryId,
    email: input.sendByEmail ? await emailDocument(work, context, ticket, { entryId }) : null,
  }
})

export const recordDeposit = command.billing.recordDeposit.handler(async ({ input, context }) => {
  const { work } = context
  const { ticketId, amount, method, reference } = input
  const { ticket, balance, open } = await getLocked(work, ticketId)
  if (input.sendByEmail) assertHasEmail(ticket)
  if (open !== undefined) throw new Refusal([{ code: 'deposit.invoiced', number: open.number }])
  if (ticket.state === 'declined' || ticket.state === 'closed') throw new Refusal([{ code: 'ticket.closed' }])
  const { received } = balance
  if (received !== input.received) throw new Refusal([{ code: 'deposit.changed', received }])
  const entryId = await addEntry(work, {
    ...{ ticketId, kind: 'deposit', method, amount, reference, note: '' },
    invoiceId: null,
  } as const)
  recordActivity(work, ticket, 'take-deposit', { entryId })
  return {
    entryId,
    email: input.sendByEmail ? await emailDocument(work, context, ticket, { entryId }) : null,
  }
})

export const refund = command.billing.refund.handler(async ({ input, context }) => {
  const { work } = context
  const { ticketId, amount, method, reference, reason } = input
  await authorizeCorrection(work)
  const { ticket, balance, open } = await getLocked(work, ticketId)
  if (input.sendByEmail) assertHasEmail(ticket)
  await assertNoCardRefund(work, ticketId)
  assertRefundable(amount, balance)
  const { received } = balance
  if (received !== input.received) throw new Refusal([{ code: 'refund.changed', received }])
  const entryId = await addEntry(work, {
    ...{ ticketId, kind: 'refund', method, amount, reference, note: reason },
    invoiceId: open?.invoiceId ?? null,
  } as const)
  recordActivity(work, ticket, 'refund', { entryId })
  return {
    entryId,
    email: input.sendByEmail ? await emailDocument(work, context, ticket, { entryId }) : null,
  }
})

export const withdrawDeposit = command.billing.withdrawDeposit.handler(
  async ({ input, context: { work } }) => {
    const { ticket, balance, open } = await getLocked(work, input.ticketId)
    const asked = open === undefined ? await findAskedDeposit(work, ticket.ticketId) : null
    if (asked === null) throw new Refusal([{ code: 'deposit.not-asked' }])
    if (asked !== input.asked) throw new Refusal([{ code: 'deposit.other-asked', asked }])
    if (depositDue(asked, balance) === 0) throw new Refusal([{ code: 'deposit.paid' }])
    await withdrawAskedDeposits(work, ticket.ticketId)
    recordActivity(work, ticket, 'withdraw-deposit')
    return { done: true }
  },
)

export const voidPayment = command.billing.voidPayment.handler(async ({ input, context: { work } }) => {
  await authorizeCorrection(work)
  const { ticket, invoices, entries, balance } = await getLocked(work, input.ticketId)
  await assertNoCardRefund(work, input.ticketId)
  const slip = entries.find(({ entryId }) => entryId === input.entryId)
  if (slip === undefined) throw notFound()
  const { now, timeZone } = work
  assertNoBlockers(blockersForVoiding(slip, { entries, balance, today: dayOf(now, timeZone), timeZone }))
  const { method, amount, invoiceId, reference } = slip
  const entryId = await addEntry(work, {
    ...{ ticketId: ticket.ticketId, kind: 'refund', method, amount, invoiceId, reference },
    note: input.reason,
    voidsEntryId: slip.entryId,
  } as const)
  recordActivity(work, ticket, 'void-payment', { entryId })
  const added = invoices.find(({ feeKey }) => feeKey === paymentFeeKey(slip.entryId))
  if (added !== undefined && !isFullyCredited(added))
    await addCreditNote(work, ticket, added, { ...creditAll(added), reason: input.reason })
  return { entryId }
})

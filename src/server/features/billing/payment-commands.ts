// Money in and out. Each command locks its ticket, so that a second desk sees what the first has recorded.

import { assertPayable, assertRefundable, balanceOf } from '#domain/billing/ledger.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getTicket, recordActivity } from '#server/features/tickets/store.ts'
import { command } from '#server/rpc/procedures.ts'
import { assertHasEmail, emailDocument } from './emails.ts'
import { addEntry, findOpenInvoice, getOpenSettings, listEntries, listInvoices } from './store.ts'

/** The ticket with its money, locked. */
async function getLocked(work: UnitOfWork, ticketId: number) {
  await getOpenSettings(work)
  const ticket = await getTicket(work, ticketId)
  const invoices = await listInvoices(work, ticketId)
  const balance = balanceOf(invoices, await listEntries(work, ticketId))
  return { ticket, invoices, balance, open: findOpenInvoice(invoices) }
}

export const recordPayment = command.billing.recordPayment.handler(async ({ input, context }) => {
  const { work } = context
  const { ticketId, amount, method, reference, keepAsCredit } = input
  const { ticket, invoices, balance, open = invoices.at(-1) } = await getLocked(work, ticketId)
  if (input.sendByEmail) assertHasEmail(ticket)
  if (open === undefined) throw new Refusal([{ code: 'invoice.none' }])
  assertPayable(open, balance)
  const { due } = balance
  if (due !== input.due) throw new Refusal([{ code: 'payment.due-changed', due }])
  if (amount > due && !keepAsCredit) throw new Refusal([{ code: 'payment.too-much', due }])
  const { invoiceId, number } = open
  const entryId = await addEntry(work, {
    ticketId,
    kind: 'payment',
    method,
    amount,
    invoiceId,
    reference,
    note: '',
  })
  recordActivity(work, ticket, 'take-payment', { invoice: number, entryId })
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
  if (ticket.state === 'declined') throw new Refusal([{ code: 'ticket.closed' }])
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
  const { ticket, balance, open } = await getLocked(work, ticketId)
  if (input.sendByEmail) assertHasEmail(ticket)
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

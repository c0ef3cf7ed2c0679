// Adds or dismisses a fee that is proposed by rule. Under the ticket's lock: of two desks, the second reads what the first did.

import { dayOf } from '#domain/lib/company-time.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getTicket, recordActivity } from '#server/features/tickets/store.ts'
import { invalid } from '#server/lib/api-errors.ts'
import { command } from '#server/rpc/procedures.ts'
import { assertHasEmail, emailDocument } from './emails.ts'
import { addFeeInvoice, getFeeChoices, getProposedFees, listOpenInvoices } from './fee-store.ts'
import { getOpenSettings } from './store.ts'

/** The fee with this key. @throws Refusal with what became of it, if it is not proposed any more. */
async function getProposal(work: UnitOfWork, ticket: Ticket, key: string) {
  const settings = await getOpenSettings(work)
  const invoices = await listOpenInvoices(work, ticket.ticketId)
  const { fees } = await getProposedFees(work, ticket, settings, invoices)
  const fee = fees.find(each => each.key === key)
  if (fee !== undefined) return fee
  const added = invoices.find(({ feeKey }) => feeKey === key)
  if (added !== undefined) throw new Refusal([{ code: 'fee.added', number: added.number }])
  const { dismissed } = await getFeeChoices(work, ticket.ticketId)
  throw new Refusal([{ code: dismissed.includes(key) ? 'fee.dismissed' : 'fee.changed' }])
}

export const addFee = command.billing.addFee.handler(async ({ input, context }) => {
  const { work } = context
  const ticket = await getTicket(work, input.ticketId)
  const fee = await getProposal(work, ticket, input.key)
  if (input.sendByEmail) assertHasEmail(ticket)
  if (fee.amount !== input.expectedAmount)
    throw new Refusal([{ code: 'fee.other-amount', amount: fee.amount }])
  const issued = await addFeeInvoice(work, ticket, fee)
  const email = input.sendByEmail ? await emailDocument(work, context, ticket, issued) : null
  return { ...issued, email }
})

export const dismissFee = command.billing.dismissFee.handler(async ({ input, context: { work } }) => {
  const { ticketId, key } = input
  const ticket = await getTicket(work, ticketId)
  const { name } = await getProposal(work, ticket, key)
  const choices = await getFeeChoices(work, ticketId)
  const feeChoices = { ...choices, dismissed: [...choices.dismissed, key] }
  work.save('ticket', { ticketId }, { feeChoices: JSON.stringify(feeChoices) })
  recordActivity(work, ticket, 'dismiss-fee', { reason: name })
  return { done: true }
})

export const setPickupDay = command.billing.setPickupDay.handler(async ({ input, context: { work } }) => {
  const { ticketId, pickupOn } = input
  const { feeRules } = await getOpenSettings(work)
  const ticket = await getTicket(work, ticketId)
  if (ticket.state !== 'completed') throw new Refusal([{ code: 'ticket.not-yet', step: 'finalize' }])
  if (pickupOn !== null && pickupOn < dayOf(ticket.lastTransition.at, work.timeZone))
    throw invalid({ pickupOn: 'Enter the day the ticket was finalized, or a later one.' })
  if (feeRules.storage === null) throw new Refusal([{ code: 'fee.no-storage' }])
  const feeChoices = { ...(await getFeeChoices(work, ticketId)), pickupOn }
  work.save('ticket', { ticketId }, { feeChoices: JSON.stringify(feeChoices) })
  recordActivity(work, ticket, 'set-pickup-day', { date: pickupOn ?? undefined })
  return { done: true }
})

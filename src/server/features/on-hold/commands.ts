// Puts a ticket on hold, and resumes it.

import { dayOf } from '#domain/lib/company-time.ts'
import { startHold } from '#domain/on-hold/hold.ts'
import { DAY_PASSED } from '#domain/refusals/page-blocker.ts'
import { assertInWork } from '#domain/tickets/ticket.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { emailOnHold } from '#server/features/customer-links/store.ts'
import { enqueuePush } from '#server/features/push-subscriptions/store.ts'
import { getTicket, saveCard } from '#server/features/tickets/store.ts'
import { invalid } from '#server/lib/api-errors.ts'
import { command } from '#server/rpc/procedures.ts'
import { deleteHold, saveHold } from './store.ts'

export const setHold = command.onHold.set.handler(async ({ input, context }) => {
  const { work } = context
  const { reason, note, until = null } = input
  const ticket = await getTicket(work, input.ticketId)
  assertInWork(ticket)
  if (until !== null && until < dayOf(work.now, work.timeZone)) throw invalid({ until: DAY_PASSED })
  const before = ticket.hold
  const hold = startHold(before, { reason, note, until }, work.now)
  const isSame = before?.reason === reason && before.until === until
  saveHold(work, ticket.ticketId, hold, { isSame })
  saveCard(work, { ...ticket, hold }, 'hold', { hold: reason })
  // A new note on the same hold sends no notification.
  if (before?.reason === reason) return { done: true }
  const email = await emailOnHold(work, context, ticket, await getCompany(work), hold)
  await enqueuePush(work, context, ticket, { about: 'hold', reason })
  return { done: true, email }
})

export const clearHold = command.onHold.clear.handler(async ({ input, context }) => {
  const { work } = context
  const ticket = await getTicket(work, input.ticketId)
  if (ticket.hold === null) return { done: true }
  deleteHold(work, ticket.ticketId)
  await enqueuePush(work, context, ticket, { about: 'resume' })
  saveCard(work, { ...ticket, hold: null }, 'resume')
  return { done: true }
})

// The desk says what a ticket waits for, and that it goes on.

import { dayOf } from '#domain/lib/company-time.ts'
import { waitFor } from '#domain/on-hold/hold.ts'
import { refuseUnlessInWork } from '#domain/tickets/ticket.ts'
import { allow } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { tellWaiting } from '#server/features/customer-links/store.ts'
import { tellPhones } from '#server/features/push-subscriptions/store.ts'
import { getTicket, noteOnTicket } from '#server/features/tickets/store.ts'
import { invalid } from '#server/rpc/errors.ts'
import { command } from '#server/rpc/procedures.ts'
import { closeWithoutWaiting, findWaiting, saveWaiting } from './store.ts'

export const setWaiting = command.waiting.set.handler(async ({ input, context }) => {
  const { work } = context
  allow(work, 'waiting.set')
  const { reason, note, until = null } = input
  const ticket = await getTicket(work, input.ticketId)
  refuseUnlessInWork(ticket)
  if (until !== null && until < dayOf(work.now, work.timeZone))
    throw invalid({ until: 'This day has passed. Choose today or a later one.' })
  const before = await findWaiting(work, ticket.ticketId)
  const waiting = waitFor(before, { reason, note, until }, work.now)
  await saveWaiting(work, ticket.ticketId, waiting)
  noteOnTicket(work, ticket, 'wait', { waiting: reason })
  // Another word on the same wait is read where it stands.
  if (before?.reason === reason) return { done: true }
  const letter = await tellWaiting(work, context, ticket, await getCompany(work), waiting)
  await tellPhones(work, context, ticket, { about: 'wait', reason })
  return { done: true, letter }
})

export const clearWaiting = command.waiting.clear.handler(async ({ input, context }) => {
  const { work } = context
  allow(work, 'waiting.set')
  const ticket = await getTicket(work, input.ticketId)
  if ((await findWaiting(work, ticket.ticketId)) === null) return { done: true }
  closeWithoutWaiting(work, ticket.ticketId)
  await tellPhones(work, context, ticket, { about: 'end-wait' })
  noteOnTicket(work, ticket, 'end-wait')
  return { done: true }
})

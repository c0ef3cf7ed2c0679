// Clocking in and out. One person runs one clock: starting the second stops the first, in the same
// piece of work, and says so.

import { randomUUID } from 'node:crypto'
import { clockIn } from '#domain/clock.ts'
import { jobOf } from '#domain/job.ts'
import { Refusal } from '#domain/refusal.ts'
import { refuseUnlessActive } from '#domain/ticket.ts'
import { command } from '#server/api.ts'
import { getTicket, lockTickets, saveTicket } from '#server/tickets/store.ts'
import { allow } from '#server/work.ts'
import { addSession, earliestStart, endSession, holdRunningClock } from './store.ts'

export const startClock = command.tickets.clockIn.handler(async ({ input, context: { work } }) => {
  allow(work, 'clock.run')
  const { ticketId, jobNumber } = input
  const running = await holdRunningClock(work, work.by.id)
  await lockTickets(work, running === null ? [ticketId] : [ticketId, running.ticketId])
  const ticket = await getTicket(work, ticketId)
  allow(work, 'clock.run', ticket)
  refuseUnlessActive(ticket)
  jobOf(ticket, jobNumber)
  if (running?.ticketId === ticketId && running.jobNumber === jobNumber)
    return { sessionId: running.session.sessionId, stopped: null }
  if (running !== null) await endSession(work, running)
  const session = clockIn(randomUUID(), work.by.id, await earliestStart(work))
  await addSession(work, { ticketId, jobNumber }, session)
  await saveTicket(work, ticket, 'clock-in')
  return {
    sessionId: session.sessionId,
    stopped: running === null ? null : { ticketId: running.ticketId, jobNumber: running.jobNumber },
  }
})

export const stopClock = command.tickets.clockOut.handler(async ({ input, context: { work } }) => {
  allow(work, 'clock.run')
  const { ticketId, jobNumber } = input
  const running = await holdRunningClock(work, work.by.id)
  // One's own clock can be stopped also after the ticket went to somebody else.
  const isMine = running?.ticketId === ticketId && running.jobNumber === jobNumber
  if (!isMine) allow(work, 'ticket.see', await getTicket(work, ticketId))
  if (running === null || !isMine) throw new Refusal([{ code: 'clock.not-running' }])
  await endSession(work, running)
  return { done: true }
})

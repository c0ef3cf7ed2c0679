// Clocking in and out, and the desk's correction. A person has one running clock: starting another stops the first
// in the same transaction, and the response says which.

import { randomUUID } from 'node:crypto'
import {
  clockIn,
  correctClock,
  isLateTap,
  isReportedTap,
  timeOfTap,
  wasTappedBefore,
} from '#domain/clocks/clock.ts'
import { hasBegun } from '#domain/customer-view/progress.ts'
import { idFromKey } from '#domain/lib/uuid.ts'
import { assertNoBlockers, Refusal } from '#domain/refusals/refusal.ts'
import { jobDetail } from '#domain/tickets/activity.ts'
import { blockersForClockingIn, blockersForCorrectingTime, jobOf } from '#domain/tickets/job.ts'
import { assertActive, assertInWork, type Ticket, withJob } from '#domain/tickets/ticket.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { enqueuePush, listSubscriptions } from '#server/features/push-subscriptions/store.ts'
import { getTicket, lockTickets, saveTicket } from '#server/features/tickets/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { command } from '#server/rpc/procedures.ts'
import { correctionDetail, saveCorrection } from './corrections.ts'
import {
  addSession,
  endSession,
  findRunningClock,
  lastTimesOfActor,
  lockClocksOfTechnician,
  lockRunningClock,
  startAfter,
  withSession,
} from './store.ts'

/** Locks the actor's running clock, its ticket and this one, until the transaction ends. */
async function lockOwnClock(work: UnitOfWork, ticketId: number): Promise<void> {
  const running = await lockRunningClock(work, work.by.id)
  lockTickets(work, running === null ? [ticketId] : [ticketId, running.ticketId])
}

/** The actor's running clock. If its ticket was reassigned before it was locked, the clock was stopped as well. */
const findOwnClock = (work: UnitOfWork) => findRunningClock(work, work.by.id)

/** Whether a tap without a signal was made before a clock was started: it was not about this one. */
const isOlder = (at: Date, began: Date | null, { now }: UnitOfWork): boolean =>
  at < now && began !== null && wasTappedBefore(at, began)

export const startClock = command.tickets.clockIn.handler(async ({ input, context }) => {
  const { work } = context
  const { ticketId, jobNumber } = input
  const at = timeOfTap(input, work.now)
  await lockOwnClock(work, ticketId)
  const [running, ticket, lastTimes, subscriptions] = await Promise.all([
    findOwnClock(work),
    getTicket(work, ticketId),
    lastTimesOfActor(work),
    listSubscriptions(work, ticketId),
  ])
  authorize(work, 'clock.run', ticket)
  assertActive(ticket)
  const job = jobOf(ticket, jobNumber)
  if (running?.ticketId === ticketId && running.jobNumber === jobNumber)
    return { sessionId: running.sessionId, stopped: null }
  assertNoBlockers(blockersForClockingIn(job))
  if (isOlder(at, lastTimes.began, work)) throw new Refusal([{ code: 'clock.started-since' }])
  if (running !== null) await endSession(work, running, at)
  const start = startAfter(running === null ? lastTimes : await lastTimesOfActor(work), at)
  const sessionId = idFromKey(context.idempotencyKey, randomUUID())
  const session = clockIn(sessionId, work.by, start, isReportedTap(at, work.now))
  addSession(work, { ticketId, jobNumber }, session, isLateTap(at, work.now))
  const clocked = withJob(ticket, { ...job, sessions: [...job.sessions, session] })
  saveTicket(work, clocked, 'clock-in', jobDetail(job))
  if (!hasBegun(ticket)) await enqueuePush(work, context, ticket, { about: 'begin' }, subscriptions)
  return {
    sessionId,
    stopped: running === null ? null : { ticketId: running.ticketId, jobNumber: running.jobNumber },
  }
})

export const stopClock = command.tickets.clockOut.handler(async ({ input, context: { work } }) => {
  const { ticketId, jobNumber } = input
  const at = timeOfTap(input, work.now)
  await lockOwnClock(work, ticketId)
  const running = await findOwnClock(work)
  // One's own clock can be stopped in any state of the ticket.
  const isMine = running?.ticketId === ticketId && running.jobNumber === jobNumber
  if (!isMine) authorize(work, 'ticket.see', await getTicket(work, ticketId))
  if (running === null || !isMine || isOlder(at, running.clockInTime, work))
    throw new Refusal([{ code: 'clock.not-running' }])
  await endSession(work, running, at)
  return { done: true }
})

function findSession(ticket: Ticket, sessionId: string) {
  for (const job of ticket.jobs) {
    const session = job.sessions.find(candidate => candidate.sessionId === sessionId)
    if (session !== undefined) return { job, session }
  }
  throw notFound()
}

export const correctSession = command.clocks.correct.handler(async ({ input, context: { work } }) => {
  const { ticketId, sessionId, reason, ...times } = input
  const { technicianId } = await work
    .from('clockSession')
    .select('technicianId')
    .where('sessionId', '=', sessionId)
    .executeTakeFirstOrThrow(() => notFound())
  lockClocksOfTechnician(work, technicianId)
  const ticket = await getTicket(work, ticketId)
  const { job, session } = findSession(ticket, sessionId)
  assertInWork(ticket)
  const corrected = correctClock(session, times, work.now)
  assertNoBlockers(blockersForCorrectingTime(job, session, corrected))
  await saveCorrection(work, session, corrected, reason)
  saveTicket(
    work,
    withSession(ticket, job, corrected),
    'correct-clock',
    correctionDetail(job, session, corrected, reason),
  )
  return { done: true }
})

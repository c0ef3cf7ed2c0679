// Clock sessions in the database. An exclusion constraint prevents overlapping sessions of one person.

import { sql } from 'kysely'
import type { EmployeeActor } from '#domain/account/actor.ts'
import { may } from '#domain/account/permission.ts'
import { type ClockSession, clockOut, isLateTap, isReportedTap, isRunning } from '#domain/clocks/clock.ts'
import { jobDetail } from '#domain/tickets/activity.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { type Job, jobOf } from '#domain/tickets/job.ts'
import { type Ticket, withJob } from '#domain/tickets/ticket.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { findEmployee } from '#server/features/employees/store.ts'
import { getTicket, saveTicket } from '#server/features/tickets/store.ts'

/** A clock session and its job line. */
export type ClockKey = { readonly ticketId: number; readonly jobNumber: number; readonly sessionId: string }

type RunningClock = ClockKey & { readonly clockInTime: Date }

/**
 * Locks this person's clocks until the transaction ends: two phones wait for each other. People are always locked
 * before tickets.
 */
export function lockClocksOfTechnician(work: UnitOfWork, technician: string): void {
  const person = `${work.companyId} ${technician}`
  const lock = sql`select pg_advisory_xact_lock(hashtextextended(${person}, 0))`
  work.write({ compile: () => lock.compile(work.database) })
}

const runningClock = statement((scope, { technician }: { technician: string }) =>
  scope
    .from('clockSession')
    .select(['ticketId', 'jobNumber', 'sessionId', 'clockInTime'])
    .where('technicianId', '=', technician)
    .where('clockOutTime', 'is', null),
)

/** A person's running clock, or null. */
export const findRunningClock = async (work: UnitOfWork, technician: string): Promise<RunningClock | null> =>
  (await runningClock(work, { technician }).executeTakeFirst()) ?? null

/** A person's running clock, or null, locked until the transaction ends. */
export function lockRunningClock(work: UnitOfWork, technician: string): Promise<RunningClock | null> {
  lockClocksOfTechnician(work, technician)
  return findRunningClock(work, technician)
}

/** Locks everyone with a running clock on a ticket, always in the same order. */
export async function lockClocksOfTicket(work: UnitOfWork, ticketId: number): Promise<void> {
  const people = await work
    .from('clockSession')
    .select('technicianId')
    .where('ticketId', '=', ticketId)
    .where('clockOutTime', 'is', null)
    .orderBy('technicianId')
    .execute()
  for (const { technicianId } of people) lockClocksOfTechnician(work, technicianId)
}

/** When the actor's sessions last began and last ended. */
type LastTimes = { readonly began: Date | null; readonly ended: Date | null }

export const lastTimesOfActor = (work: UnitOfWork): Promise<LastTimes> =>
  work
    .from('clockSession')
    .where('technicianId', '=', work.by.id)
    .select(({ fn }) => [fn.max('clockInTime').as('began'), fn.max('clockOutTime').as('ended')])
    .executeTakeFirstOrThrow()

/**
 * The start of the actor's next session: `at`, or the end of the last one if that is later, because this transaction
 * waited for it, the tap came late or the server's time was set back.
 */
export const startAfter = ({ ended }: Pick<LastTimes, 'ended'>, at: Date): Date =>
  ended !== null && ended > at ? ended : at

/** Adds a session to a job line. */
export const addSession = (
  work: UnitOfWork,
  key: { readonly ticketId: number; readonly jobNumber: number },
  session: ClockSession,
  isLate: boolean,
): void => addSessions(work, [{ ...key, ...session, isLate }])

/** Adds sessions, one or more. */
export const addSessions = (
  work: UnitOfWork,
  sessions: readonly (ClockSession & {
    readonly ticketId: number
    readonly jobNumber: number
    readonly isLate: boolean
  })[],
): void => work.insert('clockSession', ...sessions)

/** The ticket with this session in place of its earlier version. */
export const withSession = (ticket: Ticket, job: Job, session: ClockSession): Ticket =>
  withJob(ticket, {
    ...job,
    sessions: job.sessions.map(other => (other.sessionId === session.sessionId ? session : other)),
  })

/** Ends a session, and returns the ticket with it. */
function closeSession(work: UnitOfWork, ticket: Ticket, job: Job, session: ClockSession, at: Date): Ticket {
  const { sessionId, technicianId, technician, clockInTime } = session
  const closed = clockOut(session, at, isReportedTap(at, work.now))
  const { clockOutTime, isClockOutReported } = closed
  // What the desk has confirmed was the session without this end.
  const late = isLateTap(at, work.now) ? { isLate: true, checkedAt: null } : {}
  work.save('clockSession', { sessionId }, { clockOutTime, isClockOutReported, ...late })
  const tracked = (clockOutTime ?? work.now).getTime() - clockInTime.getTime()
  const whose = technicianId === work.by.id ? {} : { technician }
  const after = withSession(ticket, job, closed)
  saveTicket(work, after, 'clock-out', { ...jobDetail(job), tracked, ...whose })
  return after
}

/** Ends a session at `at`, and logs it on its ticket; one that has already ended stays. */
export async function endSession(
  work: UnitOfWork,
  { ticketId, jobNumber, sessionId }: ClockKey,
  at: Date,
): Promise<void> {
  const ticket = await getTicket(work, ticketId)
  const job = jobOf(ticket, jobNumber)
  const session = job.sessions.find(candidate => candidate.sessionId === sessionId)
  if (session !== undefined && isRunning(session)) closeSession(work, ticket, job, session, at)
}

/** Ends a person's running clock, if any: once they lose access, no one could, and it would block the ticket. */
export async function stopClockOf(work: UnitOfWork, technician: string): Promise<void> {
  const running = await lockRunningClock(work, technician)
  if (running !== null) await endSession(work, running, work.now)
}

async function canSeeTicket(work: UnitOfWork, technicianId: string, ticket: Ticket): Promise<boolean> {
  if (technicianId === work.companyId) return true
  const employee = await findEmployee(work, technicianId)
  if (employee === null) return false
  const { id, roles } = employee
  const person: EmployeeActor = {
    kind: 'employee',
    id,
    name: fullName(employee),
    companyId: work.companyId,
    ...roles,
  }
  return may(person, 'ticket.see', ticket)
}

/** Ends the clocks of people who can no longer see the ticket: no one else could stop them. */
export async function endInaccessibleClocks(work: UnitOfWork, ticket: Ticket): Promise<void> {
  let after = ticket
  for (const { jobNumber, sessions } of ticket.jobs)
    for (const session of sessions.filter(isRunning))
      if (!(await canSeeTicket(work, session.technicianId, ticket)))
        after = closeSession(work, after, jobOf(after, jobNumber), session, work.now)
}

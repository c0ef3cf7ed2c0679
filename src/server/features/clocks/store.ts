// Clock sessions as the database keeps them. That two sessions of one person never overlap is held
// by an exclusion constraint, whatever the code does.

import { sql } from 'kysely'
import type { EmployeeActor } from '#domain/account/actor.ts'
import { may } from '#domain/account/permission.ts'
import { type ClockSession, clockOut, isRunning } from '#domain/clocks/clock.ts'
import { jobDetail } from '#domain/tickets/activity.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { type Job, jobOf } from '#domain/tickets/job.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { findEmployee } from '#server/features/employees/store.ts'
import { getTicket, saveTicket } from '#server/features/tickets/store.ts'

/** Where a clock runs, or ran. */
export type ClockKey = { readonly ticketId: number; readonly jobNumber: number; readonly sessionId: string }

/**
 * From here to the end of the work nobody else starts or corrects a clock of this person: two phones
 * wait for each other. People are held before tickets are locked, everywhere.
 */
export async function lockClocksOfTechnician(work: UnitOfWork, technician: string): Promise<void> {
  const person = `${work.companyId} ${technician}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${person}, 0))`.execute(work.database)
}

/** Where a person's clock runs, or null. */
export async function findRunningClock(work: UnitOfWork, technician: string): Promise<ClockKey | null> {
  const row = await work
    .from('clockSession')
    .select(['ticketId', 'jobNumber', 'sessionId'])
    .where('technicianId', '=', technician)
    .where('clockOutTime', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** A person's running clock, or null; nobody else starts or corrects one of theirs until the work ends. */
export async function lockRunningClock(work: UnitOfWork, technician: string): Promise<ClockKey | null> {
  await lockClocksOfTechnician(work, technician)
  return findRunningClock(work, technician)
}

/** Holds everyone whose clock runs on a ticket, always in the same order. */
export async function lockClocksOfTicket(work: UnitOfWork, ticketId: number): Promise<void> {
  const people = await work
    .from('clockSession')
    .select('technicianId')
    .where('ticketId', '=', ticketId)
    .where('clockOutTime', 'is', null)
    .orderBy('technicianId')
    .execute()
  for (const { technicianId } of people) await lockClocksOfTechnician(work, technicianId)
}

/**
 * When the actor's next session may begin: now, or the end of the last one where that is later,
 * because this work was waiting for it or the server's clock was set back.
 */
export async function earliestStart(work: UnitOfWork): Promise<Date> {
  const { last } = await work
    .from('clockSession')
    .where('technicianId', '=', work.by.id)
    .select(({ fn }) => fn.max('clockOutTime').as('last'))
    .executeTakeFirstOrThrow()
  return last !== null && last > work.now ? last : work.now
}

/** Adds a session to a job line. */
export async function addSession(
  work: UnitOfWork,
  key: Omit<ClockKey, 'sessionId'>,
  session: ClockSession,
): Promise<void> {
  await work.database
    .insertInto('clockSession')
    .values({ companyId: work.companyId, ...key, ...session })
    .execute()
}

async function closeSession(
  work: UnitOfWork,
  ticket: Ticket,
  job: Job,
  session: ClockSession,
): Promise<void> {
  const { sessionId, technicianId, technician, clockInTime } = session
  const { clockOutTime } = clockOut(session, work.now)
  await work.update('clockSession').set({ clockOutTime }).where('sessionId', '=', sessionId).execute()
  const tracked = (clockOutTime ?? work.now).getTime() - clockInTime.getTime()
  const whose = technicianId === work.by.id ? {} : { technician }
  await saveTicket(work, ticket, 'clock-out', { ...jobDetail(job), tracked, ...whose })
}

/** Ends a session now, and leaves that on its ticket's trail; one that has ended meanwhile stays. */
export async function endSession(
  work: UnitOfWork,
  { ticketId, jobNumber, sessionId }: ClockKey,
): Promise<void> {
  const ticket = await getTicket(work, ticketId)
  const job = jobOf(ticket, jobNumber)
  const session = job.sessions.find(candidate => candidate.sessionId === sessionId)
  if (session !== undefined && isRunning(session)) await closeSession(work, ticket, job, session)
}

/** Stops the clock of somebody who cannot any more: nobody else could, and the ticket would wait for it for ever. */
export async function stopClockOf(work: UnitOfWork, technician: string): Promise<void> {
  const running = await lockRunningClock(work, technician)
  if (running !== null) await endSession(work, running)
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

/** Ends the clocks of those who cannot see the ticket any more: nobody else could stop them. */
export async function endInaccessibleClocks(work: UnitOfWork, ticket: Ticket): Promise<void> {
  for (const job of ticket.jobs)
    for (const session of job.sessions.filter(isRunning))
      if (!(await canSeeTicket(work, session.technicianId, ticket)))
        await closeSession(work, ticket, job, session)
}

// Clock sessions as the database keeps them. That two sessions of one person never overlap is held
// by an exclusion constraint, whatever the code does.

import { sql } from 'kysely'
import { type ClockSession, clockOut } from '#domain/clock.ts'
import { getTicket, saveTicket } from '#server/tickets/store.ts'
import type { Work } from '#server/work.ts'

/** A running session, and where it runs. */
export type RunningClock = {
  readonly ticketId: number
  readonly jobNumber: number
  readonly session: ClockSession
}

/**
 * A technician's running clock, or null. From here to the end of the work nobody else can start or
 * stop a clock of the same person: two phones wait for each other.
 */
export async function holdRunningClock(work: Work, technician: string): Promise<RunningClock | null> {
  const person = `${work.companyId} ${technician}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${person}, 0))`.execute(work.database)
  const row = await work
    .from('clockSession')
    .selectAll()
    .where('technicianId', '=', technician)
    .where('clockOutTime', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  const { ticketId, jobNumber, sessionId, technicianId, clockInTime, clockOutTime } = row
  return { ticketId, jobNumber, session: { sessionId, technicianId, clockInTime, clockOutTime } }
}

/**
 * When the actor's next session may begin: now, or the end of the last one where that is later,
 * because this work was waiting for it or the server's clock was set back.
 */
export async function earliestStart(work: Work): Promise<Date> {
  const { last } = await work
    .from('clockSession')
    .where('technicianId', '=', work.by.id)
    .select(({ fn }) => fn.max('clockOutTime').as('last'))
    .executeTakeFirstOrThrow()
  return last !== null && last > work.now ? last : work.now
}

/** Adds a session to a job line. */
export async function addSession(work: Work, place: Omit<RunningClock, 'session'>, session: ClockSession) {
  await work.database
    .insertInto('clockSession')
    .values({ companyId: work.companyId, ...place, ...session })
    .execute()
}

/** Ends a running session now, and leaves that on its ticket's trail. */
export async function endSession(work: Work, { ticketId, session }: RunningClock): Promise<void> {
  const { sessionId, clockOutTime } = clockOut(session, work.now)
  const ticket = await getTicket(work, ticketId)
  await work.update('clockSession').set({ clockOutTime }).where('sessionId', '=', sessionId).execute()
  await saveTicket(work, ticket, 'clock-out')
}

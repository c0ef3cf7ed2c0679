// The desk's corrections in the database: the session with its new times, and the original ones.

import { sql } from 'kysely'
import type { ClockSession } from '#domain/clocks/clock.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { type ActivityDetail, jobDetail } from '#domain/tickets/activity.ts'
import { type Job, jobLabel } from '#domain/tickets/job.ts'
import { nextPosition } from '#server/db/next-position.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

/** The refusal that names where the person was clocked in at that time; null if nowhere. */
async function findOverlap(work: UnitOfWork, session: ClockSession): Promise<Refusal | null> {
  const { sessionId, technicianId, technician, clockInTime, clockOutTime } = session
  const overlapping = await work
    .from('clockSession')
    .innerJoin('job', on =>
      on
        .onRef('job.companyId', '=', 'clockSession.companyId')
        .onRef('job.ticketId', '=', 'clockSession.ticketId')
        .onRef('job.jobNumber', '=', 'clockSession.jobNumber'),
    )
    .select(['job.ticketId', 'job.jobNumber', 'job.problem'])
    .where('technicianId', '=', technicianId)
    .where('sessionId', '<>', sessionId)
    .where(
      sql<boolean>`tstzrange(clock_in_time, clock_out_time) && tstzrange(${clockInTime}, ${clockOutTime})`,
    )
    .orderBy('clockInTime')
    .executeTakeFirst()
  if (overlapping === undefined) return null
  const { ticketId } = overlapping
  return new Refusal([{ code: 'clock.overlaps', technician, ticketId, job: jobLabel(overlapping) }])
}

/** Saves a correction with the earlier values; refused if the person was clocked in elsewhere. */
export async function saveCorrection(
  work: UnitOfWork,
  before: ClockSession,
  after: ClockSession,
  reason: string,
): Promise<void> {
  const { sessionId, clockInTime, clockOutTime, isCorrected, checkedAt } = after
  const { isClockInReported, isClockOutReported } = after
  const overlap = await findOverlap(work, after)
  if (overlap !== null) throw overlap
  // An overlap that another command saved at this moment is found when the unit of work runs again.
  work.save(
    'clockSession',
    { sessionId },
    { clockInTime, clockOutTime, isClockInReported, isClockOutReported, isCorrected, checkedAt },
  )
  const position = await nextPosition(work.from('clockCorrection').where('sessionId', '=', sessionId))
  work.insert('clockCorrection', {
    ...{ sessionId, position, reason },
    at: work.now,
    actor: work.by.id,
    actorName: work.by.name,
    clockInBefore: before.clockInTime,
    clockInAfter: clockInTime,
    clockOutBefore: before.clockOutTime,
    clockOutAfter: clockOutTime,
  })
}

/** Says of imported sessions what their corrections say. */
export async function markCorrected(work: UnitOfWork): Promise<void> {
  await sql`
    update clock_session set is_corrected = true, checked_at = corrected.at
    from (select session_id, max(at) as at from clock_correction where company_id = ${work.companyId}
      group by session_id) as corrected
    where company_id = ${work.companyId} and clock_session.session_id = corrected.session_id`.execute(
    work.database,
  )
}

/** The log detail of a correction. */
export const correctionDetail = (
  job: Job,
  before: ClockSession,
  after: ClockSession,
  reason: string,
): ActivityDetail => ({
  ...jobDetail(job),
  technician: before.technician,
  reason,
  clockInTime: { before: before.clockInTime, after: after.clockInTime },
  clockOutTime: { before: before.clockOutTime, after: after.clockOutTime },
})

// Clock sessions determine pay and invoices. A session belongs to one job line and one person; while it runs, the
// ticket cannot be finalized. Only the desk corrects one, with a reason, and the original times stay on record.

import type { Span } from '#domain/companies/company.ts'
import { dayAfter, dayOf, timestampOf } from '#domain/lib/company-time.ts'
import { assertNoBlockers, type Blocker } from '#domain/refusals/refusal.ts'

export type ClockSession = {
  readonly sessionId: string
  readonly technicianId: string
  /** Their name, which stays after deletion. */
  readonly technician: string
  readonly clockInTime: Date
  /** Null while it runs. */
  readonly clockOutTime: Date | null
  /** Whether the desk has changed its times. */
  readonly isCorrected: boolean
  /** When the desk last corrected or confirmed it; null if never. */
  readonly checkedAt: Date | null
}

type Times = Pick<ClockSession, 'clockInTime' | 'clockOutTime'>

export const isRunning = (session: { readonly clockOutTime: unknown }): boolean =>
  session.clockOutTime === null

/** Milliseconds tracked in finished sessions; a running one counts up to `now`. */
export function timeTracked(sessions: readonly Times[], now: Date): number {
  return sessions.reduce(
    (total, { clockInTime, clockOutTime }) =>
      total + Math.max(0, (clockOutTime ?? now).getTime() - clockInTime.getTime()),
    0,
  )
}

/** A session that starts now on a job line. */
export const clockIn = (
  sessionId: string,
  { id, name }: { readonly id: string; readonly name: string },
  now: Date,
): ClockSession => ({
  sessionId,
  technicianId: id,
  technician: name,
  clockInTime: now,
  clockOutTime: null,
  isCorrected: false,
  checkedAt: null,
})

/** Ends a running session; never negative, even if the server's time was set back. */
export const clockOut = (session: ClockSession, now: Date): ClockSession => ({
  ...session,
  clockOutTime: now < session.clockInTime ? session.clockInTime : now,
})

/**
 * The company's first closing after clocking in: `hoursOfOperation` end in `timeZone`, also on days when daylight
 * saving time changes.
 */
export function closingAfter(clockInTime: Date, [, closing]: Span, timeZone: string): Date {
  const day = dayOf(clockInTime, timeZone)
  const today = timestampOf(day, closing, timeZone)
  return today > clockInTime ? today : timestampOf(dayAfter(day), closing, timeZone)
}

/** Whether a session ran past closing and the desk has not reviewed it since: a forgotten clock-out, or late work. */
export function wasLeftRunning(
  { clockInTime, clockOutTime, checkedAt }: Times & Pick<ClockSession, 'checkedAt'>,
  hoursOfOperation: Span,
  timeZone: string,
  now: Date,
): boolean {
  const closing = closingAfter(clockInTime, hoursOfOperation, timeZone)
  return (clockOutTime ?? now) > closing && (checkedAt === null || checkedAt < closing)
}

const isSameTime = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime()

/** The desk's correction of a session; omitted times stay. */
type CorrectedTimes = {
  readonly clockInTime?: Date | undefined
  readonly clockOutTime?: Date | undefined
}

const withTimes = <S extends Times>(session: S, times: CorrectedTimes): S => ({
  ...session,
  clockInTime: times.clockInTime ?? session.clockInTime,
  clockOutTime: times.clockOutTime ?? session.clockOutTime,
})

const hasTimesOf = (one: Times, other: Times): boolean =>
  isSameTime(one.clockInTime, other.clockInTime) && isSameTime(one.clockOutTime, other.clockOutTime)

/**
 * Why a session cannot have these times: it would end before it starts, or be in the future. Its current times are
 * always allowed.
 */
export function blockersForCorrecting(session: Times, times: CorrectedTimes, now: Date): Blocker[] {
  const corrected = withTimes(session, times)
  const { clockInTime, clockOutTime } = corrected
  if (hasTimesOf(corrected, session)) return []
  const isAhead = clockInTime > now || (clockOutTime !== null && clockOutTime > now)
  const isBackwards = clockOutTime !== null && clockOutTime <= clockInTime
  return [
    ...(isAhead ? [{ code: 'clock.in-the-future' } as const] : []),
    ...(isBackwards ? [{ code: 'clock.backwards' } as const] : []),
  ]
}

/** The desk's correction of a session; its current times confirm it. */
export function correctClock(session: ClockSession, times: CorrectedTimes, now: Date): ClockSession {
  assertNoBlockers(blockersForCorrecting(session, times, now))
  const corrected = withTimes(session, times)
  const isCorrected = session.isCorrected || !hasTimesOf(corrected, session)
  return { ...corrected, isCorrected, checkedAt: now }
}

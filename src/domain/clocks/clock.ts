// Clock sessions determine pay and invoices. A session belongs to one job line and one person; while it runs, the
// ticket cannot be finalized. Only the desk corrects one, with a reason, and the original times stay on record.

import type { PageBlocker } from '#domain/refusals/page-blocker.ts'
import { assertNoBlockers } from '#domain/refusals/refusal.ts'

export type ClockSession = {
  readonly sessionId: string
  readonly technicianId: string
  /** Their name, which stays after deletion. */
  readonly technician: string
  readonly clockInTime: Date
  /** Null while it runs. */
  readonly clockOutTime: Date | null
  /** Whether the time is a device's, which had no connection when Clock In was tapped, and not that of its arrival. */
  readonly isClockInReported: boolean
  /** The same of Clock Out. */
  readonly isClockOutReported: boolean
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

const SECOND_MS = 1000
const HOUR_MS = 60 * 60 * SECOND_MS
/** A tap that arrives within this time counts when it arrives. */
const PROMPT_MS = 5 * SECOND_MS
/** A tap that arrives after this time is checked by the desk. */
const LATE_MS = 12 * HOUR_MS

/** A tap of Clock In or Clock Out, as the device reports it. */
export type Tap = {
  /** By the device's clock; undefined: now. */
  readonly tappedAt?: Date | undefined
  /** Milliseconds by which the server's clock is ahead of the device's. */
  readonly clockOffset: number
}

/** When a tap counts, by the server's clock: when it was made, also without a signal, and never in the future. */
export function timeOfTap({ tappedAt, clockOffset }: Tap, now: Date): Date {
  const at = tappedAt === undefined ? now : new Date(tappedAt.getTime() + clockOffset)
  return now.getTime() - at.getTime() > PROMPT_MS ? at : now
}

/** Whether a tap that counts at `at` arrived so late that the desk must check it. */
export const isLateTap = (at: Date, now: Date): boolean => now.getTime() - at.getTime() > LATE_MS

/** Whether a tap that counts at `at` is from before it arrived: its time was reported by a device. */
export const isReportedTap = (at: Date, now: Date): boolean => at < now

/**
 * Whether a tap that counts at `at` was made before a clock that started at `began`, so it was not about that one. A
 * few seconds do not count: that clock may have started when its tap arrived, and devices know the time roughly.
 */
export const wasTappedBefore = (at: Date, began: Date): boolean => began.getTime() - at.getTime() > PROMPT_MS

/** A session that starts at `at` on a job line. */
export const clockIn = (
  sessionId: string,
  { id, name }: { readonly id: string; readonly name: string },
  at: Date,
  isReported = false,
): ClockSession => ({
  sessionId,
  technicianId: id,
  technician: name,
  clockInTime: at,
  clockOutTime: null,
  isClockInReported: isReported,
  isClockOutReported: false,
  isCorrected: false,
  checkedAt: null,
})

/** Ends a running session; never negative, even if the server's time was set back. */
export const clockOut = (session: ClockSession, at: Date, isReported = false): ClockSession => ({
  ...session,
  clockOutTime: at < session.clockInTime ? session.clockInTime : at,
  isClockOutReported: isReported,
})

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

/** Whether two versions of a session have the same times. */
export const hasTimesOf = (one: Times, other: Times): boolean =>
  isSameTime(one.clockInTime, other.clockInTime) && isSameTime(one.clockOutTime, other.clockOutTime)

/**
 * Why a session cannot have these times: it would end before it starts, or be in the future. Its current times are
 * always allowed.
 */
export function blockersForCorrecting(session: Times, times: CorrectedTimes, now: Date): PageBlocker[] {
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

/** The desk's correction of a session; its current times confirm it. A time that it changed is no device's any more. */
export function correctClock(session: ClockSession, times: CorrectedTimes, now: Date): ClockSession {
  assertNoBlockers(blockersForCorrecting(session, times, now))
  const corrected = withTimes(session, times)
  const isCorrected = session.isCorrected || !hasTimesOf(corrected, session)
  const { isClockInReported, isClockOutReported } = session
  return {
    ...corrected,
    isClockInReported: isClockInReported && isSameTime(corrected.clockInTime, session.clockInTime),
    isClockOutReported: isClockOutReported && isSameTime(corrected.clockOutTime, session.clockOutTime),
    isCorrected,
    checkedAt: now,
  }
}

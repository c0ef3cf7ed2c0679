// Clocks that ran past the company's closing.

import { closingHourOn, type OpeningTimes } from '#domain/companies/opening-times.ts'
import { dayAfter, dayOf, timestampOf } from '#domain/lib/company-time.ts'
import type { ClockSession } from './clock.ts'

/** The company's first closing after clocking in, also on days when daylight saving time changes. */
export function closingAfter(clockInTime: Date, opening: OpeningTimes): Date {
  const { timeZone } = opening
  const closingOn = (day: string): Date => timestampOf(day, closingHourOn(day, opening), timeZone)
  const day = dayOf(clockInTime, timeZone)
  const today = closingOn(day)
  return today > clockInTime ? today : closingOn(dayAfter(day))
}

/** Whether a session ran past closing and the desk has not reviewed it since: a forgotten clock-out, or late work. */
export function wasLeftRunning(
  { clockInTime, clockOutTime, checkedAt }: Pick<ClockSession, 'clockInTime' | 'clockOutTime' | 'checkedAt'>,
  opening: OpeningTimes,
  now: Date,
): boolean {
  const closing = closingAfter(clockInTime, opening)
  return (clockOutTime ?? now) > closing && (checkedAt === null || checkedAt < closing)
}

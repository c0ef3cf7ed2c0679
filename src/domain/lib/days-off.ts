// Days off in a row: a company's closed days, an employee's time off.

import { formatDay, formatDayWithYear } from './company-time.ts'

/** Days from one to another, both `YYYY-MM-DD` and included. */
export type DaysOff = {
  readonly firstDay: string
  readonly lastDay: string
  /** `Thanksgiving`; may be empty. */
  readonly reason: string
}

/** `Thu, Dec 24, 2026`, or `Thu, Dec 24 to Fri, Jan 1, 2027`; with the reason, `Thu, Dec 24, 2026 (Holidays)`. */
export function formatDaysOff({ firstDay, lastDay, reason }: DaysOff): string {
  const last = formatDayWithYear(lastDay)
  const days = firstDay === lastDay ? last : `${formatDay(firstDay)} to ${last}`
  return reason === '' ? days : `${days} (${reason})`
}

export const includesDay = ({ firstDay, lastDay }: DaysOff, day: string): boolean =>
  firstDay <= day && day <= lastDay

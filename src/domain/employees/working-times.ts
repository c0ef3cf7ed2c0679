// When a technician works: as their company, unless they have hours of their own or are off.

import { dayName, type Span } from '#domain/companies/company.ts'
import {
  type LocalOpeningTimes,
  openHoursOn,
  type WeekdayHours,
  weekdayOf,
} from '#domain/companies/opening-times.ts'
import { type DaysOff, formatDaysOff, includesDay } from '#domain/lib/days-off.ts'
import { fullName } from '#domain/tickets/assignment.ts'

export type WorkingTimes = {
  /** Of weekdays on which they differ from the company's. */
  readonly workingHours: readonly WeekdayHours[]
  readonly timeOff: readonly DaysOff[]
}

type Named = { readonly firstName: string; readonly lastName: string }

/** Of an employee for whom none are set. */
export const AS_COMPANY: WorkingTimes = { workingHours: [], timeOff: [] }

const hoursOn = ({ workingHours }: WorkingTimes, day: string): WeekdayHours | undefined =>
  workingHours.find(({ weekday }) => weekday === weekdayOf(day))

/** Why a technician is off on a day, though their company may be open: `off on Mondays`; null if they are not. */
export function absenceOn(times: WorkingTimes, day: string): string | null {
  const off = times.timeOff.find(days => includesDay(days, day))
  if (off !== undefined) return `off ${formatDaysOff(off)}`
  return hoursOn(times, day)?.opens === null ? `off on ${dayName(weekdayOf(day))}s` : null
}

/** `Rosa Ortiz is off Wed, Dec 24, 2025 (Vacation).`; null if they are not. */
export function absenceSentence(technician: Named & WorkingTimes, day: string): string | null {
  const absence = absenceOn(technician, day)
  return absence === null ? null : `${fullName(technician)} is ${absence}.`
}

/** When a company is open: its opening times, and the days on which it is closed. */
export type ShopTimes = LocalOpeningTimes & { readonly closedDays: readonly DaysOff[] }

/** The hours of a day that a technician works; null if none. */
export function workingSpanOn(times: WorkingTimes, day: string, shop: ShopTimes): Span | null {
  if (absenceOn(times, day) !== null || shop.closedDays.some(days => includesDay(days, day))) return null
  return openHoursOn(day, { ...shop, weekdayHours: [...times.workingHours, ...shop.weekdayHours] })
}

/** How many hours a technician works on a day. */
export function workingHoursOn(times: WorkingTimes, day: string, shop: ShopTimes): number {
  const [from, to] = workingSpanOn(times, day, shop) ?? [0, 0]
  return to - from
}

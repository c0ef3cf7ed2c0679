// How much of a technician's day is promised, against how long they work.

import type { LocalOpeningTimes } from '#domain/companies/opening-times.ts'
import { AS_COMPANY, absenceOn, type WorkingTimes, workingHoursOn } from '#domain/employees/working-times.ts'
import { formatHours, toHundredths } from '#domain/lib/hours.ts'

export type DayLoad = {
  /** The estimated hours of the day's tickets. */
  readonly promised: number
  /** How many hours the technician works; 0 on a closed day. */
  readonly open: number
  /** Whether they are off, though the company may be open. */
  readonly isOff: boolean
}

/** The load of `day` (`YYYY-MM-DD`, the company's date) of a technician with tickets of these estimated hours. */
export function dayLoadOf(
  day: string,
  estimates: readonly number[],
  opening: LocalOpeningTimes,
  times: WorkingTimes = AS_COMPANY,
): DayLoad {
  const hundredths = estimates.reduce((sum, hours) => sum + toHundredths(hours), 0)
  return {
    promised: hundredths / 100,
    open: workingHoursOn(times, day, opening),
    isOff: absenceOn(times, day) !== null,
  }
}

/** Whether more is promised than they work. */
export const isOverbooked = ({ promised, open }: DayLoad): boolean => promised > open

/** Whole hours without minutes: a day's column is narrow. */
const formatShort = (hours: number): string => formatHours(hours).replace(/h00m$/, 'h')

/** `5h30m of 10h`; `Closed` or `Off`, or what is promised all the same: `2h on a closed day`. */
export function formatDayLoad({ promised, open, isOff }: DayLoad): string {
  if (open > 0) return `${formatShort(promised)} of ${open}h`
  if (promised === 0) return isOff ? 'Off' : 'Closed'
  return `${formatShort(promised)} on a ${isOff ? 'day off' : 'closed day'}`
}

// How much a technician's day is promised, against how long the company is open.

import { type OpeningTimes, openHoursOn } from '#domain/companies/opening-times.ts'
import { formatHours, toHundredths } from '#domain/lib/hours.ts'

export type DayLoad = {
  /** The estimated hours of the day's tickets. */
  readonly promised: number
  /** How many hours the company is open; 0 on a closed day. */
  readonly open: number
}

/** The load of `day` (`YYYY-MM-DD`, the company's date) with tickets of these estimated hours. */
export function dayLoadOf(
  day: string,
  estimates: readonly number[],
  opening: Omit<OpeningTimes, 'timeZone'>,
): DayLoad {
  const [from, to] = openHoursOn(day, opening) ?? [0, 0]
  const hundredths = estimates.reduce((sum, hours) => sum + toHundredths(hours), 0)
  return { promised: hundredths / 100, open: to - from }
}

/** Whether more is promised than the company is open. */
export const isOverbooked = ({ promised, open }: DayLoad): boolean => promised > open

/** Whole hours without minutes: a day's column is narrow. */
const formatShort = (hours: number): string => formatHours(hours).replace(/h00m$/, 'h')

/** `5h30m of 10h`; `Closed`, or what is promised all the same: `2h on a closed day`. */
export function formatDayLoad({ promised, open }: DayLoad): string {
  if (open > 0) return `${formatShort(promised)} of ${open}h`
  return promised === 0 ? 'Closed' : `${formatShort(promised)} on a closed day`
}

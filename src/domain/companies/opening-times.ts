// When a company is open, in its time zone.

import { localTimeOf, zoneName } from '#domain/lib/company-time.ts'
import { formatFullDays, formatOpenHours, HOURS, type Span } from './company.ts'

/** A company's opening times. */
export type OpeningTimes = {
  readonly daysOfOperation: Span
  readonly hoursOfOperation: Span
  readonly timeZone: string
}

/** A time `HH:mm` of minutes since midnight. */
export const timeOfMinutes = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** 1 is Monday, 7 Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

const isWithin = (value: number, [from, to]: Span): boolean => from <= value && value <= to

/** Whether the company is open on that weekday. */
export const isOpenDay = (day: string, { daysOfOperation }: Pick<OpeningTimes, 'daysOfOperation'>): boolean =>
  isWithin(weekdayOf(day), daysOfOperation)

/** Whether the company is open now. */
export function isOpenAt(at: Date, opening: OpeningTimes): boolean {
  const [day = '', time = ''] = localTimeOf(at, opening.timeZone).split('T')
  const [from, to] = opening.hoursOfOperation
  return isOpenDay(day, opening) && timeOfMinutes(from * 60) <= time && time < timeOfMinutes(to * 60)
}

/** `Monday to Friday, 8 AM to 6 PM, Eastern Time`. */
export const formatOpeningTimes = (opening: OpeningTimes, now: Date): string =>
  [
    formatFullDays(opening.daysOfOperation),
    formatOpenHours(opening.hoursOfOperation),
    zoneName(opening.timeZone, now),
  ].join(', ')

/** Local time: the time zone, the weekday (Monday is 1), the hour. */
type LocalHour = { readonly timeZone: string; readonly weekday: number; readonly hour: number }

/** The time zones in which some company may be open now. */
export const openLocalHours = (at: Date, timeZones: readonly string[]): readonly LocalHour[] =>
  timeZones
    .map(timeZone => {
      const [day = '', time = ''] = localTimeOf(at, timeZone).split('T')
      return { timeZone, weekday: weekdayOf(day), hour: Number(time.slice(0, 2)) }
    })
    .filter(({ hour }) => HOURS[0] <= hour && hour < HOURS[1])

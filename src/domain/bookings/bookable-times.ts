// The days and times that a visitor may book. Impossible times are refused at once: a request is always within opening
// hours, in the company's time zone.

import { dayName, formatFullDays, formatOpenHours, type Span } from '#domain/companies/company.ts'
import { isOpenDay, type OpeningTimes, timeOfMinutes, weekdayOf } from '#domain/companies/opening-times.ts'
import { addDays } from '#domain/lib/calendar-date.ts'
import { dayOf, formatTime, timestampOfLocalTime } from '#domain/lib/company-time.ts'
import { formatLongDay, isSkippedTime } from './appointment.ts'
import type { BookingLocation } from './booking.ts'
import {
  type BookedTime,
  type BookingRules,
  DAY_FULL,
  type RulesProblem,
  rulesProblem,
} from './booking-rules.ts'

const MAX_BOOKING_DAYS = 180
/** Appointments start on the hour or half hour. */
const STEP_MINUTES = 30

/** A day `YYYY-MM-DD` and a time `HH:mm`, in the company's time zone. */
type RequestedTime = { readonly day: string; readonly time: string }

/** The times `HH:mm` when an appointment may start: the last one half an hour before closing. */
export function startTimes([from, to]: Span): readonly string[] {
  const count = ((to - from) * 60) / STEP_MINUTES
  return Array.from({ length: count }, (_, step) => timeOfMinutes(from * 60 + step * STEP_MINUTES))
}

/** The first and last bookable day: from today, in the company's time zone. */
export function bookableSpan(
  { timeZone }: OpeningTimes,
  now: Date,
): { readonly from: string; readonly to: string } {
  const from = dayOf(now, timeZone)
  return { from, to: addDays(from, MAX_BOOKING_DAYS) }
}

/** The first day with a bookable time. */
export function firstBookableDay(opening: OpeningTimes, now: Date): string {
  const { from } = bookableSpan(opening, now)
  const week = Array.from({ length: 8 }, (_, days) => addDays(from, days))
  return week.find(day => timesOn(day, opening, now).length > 0) ?? from
}

/** The bookable times of that day. */
export const timesOn = (day: string, opening: OpeningTimes, now: Date): readonly string[] =>
  startTimes(opening.hoursOfOperation).filter(
    time => requestedTimeError({ day, time }, opening, now) === null,
  )

/** The error of the day alone; null if it is valid. */
export function dayError(day: string, opening: OpeningTimes, now: Date): string | null {
  const { from, to } = bookableSpan(opening, now)
  if (day < from) return 'This date has passed. Choose a later date.'
  if (day > to) return `Choose a date on or before ${formatLongDay(to)}.`
  if (isOpenDay(day, opening)) return null
  return `The shop is closed on ${dayName(weekdayOf(day))}s. Choose a day from ${formatFullDays(opening.daysOfOperation)}.`
}

type RequestedTimeError = { readonly field: keyof RequestedTime; readonly sentence: string }

/** The error of a requested time and its field; null if it is possible. */
export function requestedTimeError(
  { day, time }: RequestedTime,
  opening: OpeningTimes,
  now: Date,
): RequestedTimeError | null {
  const errorOfDay = dayError(day, opening, now)
  if (errorOfDay !== null) return { field: 'day', sentence: errorOfDay }
  const timeError = (sentence: string): RequestedTimeError => ({ field: 'time', sentence })
  if (!startTimes(opening.hoursOfOperation).includes(time))
    return timeError(
      `The shop is open from ${formatOpenHours(opening.hoursOfOperation)}. Choose a time on the hour or half hour.`,
    )
  if (isSkippedTime(`${day}T${time}`, opening.timeZone))
    return timeError('The clocks skip this time that day. Choose another time.')
  const at = timestampOfRequest({ day, time }, opening)
  return at !== null && at > now ? null : timeError('This time has passed. Choose a later time.')
}

/** The same, and of what the company's rules do not have. */
export function bookingTimeError(
  request: BookedTime,
  opening: OpeningTimes,
  rules: BookingRules,
  now: Date,
): RequestedTimeError | null {
  const error = requestedTimeError(request, opening, now)
  if (error !== null) return error
  const found = rulesProblem(request, rules)
  return found && { field: found.field, sentence: `${found.problem} Choose another ${found.field}.` }
}

/** The requested timestamp; null if invalid. For a repeated hour the first. */
export const timestampOfRequest = (
  { day, time }: RequestedTime,
  { timeZone }: Pick<OpeningTimes, 'timeZone'>,
): Date | null => timestampOfLocalTime(`${day}T${time}`, timeZone)

/** A time `HH:mm` as people say it: `8:30 AM`. */
export const formatTimeOfDay = (time: string): string => formatTime(new Date(`2000-01-01T${time}:00Z`), 'UTC')

/** What a day offers for that place. */
export type OfferedTimes = {
  /** `HH:mm`, in the company's time zone. */
  readonly times: readonly string[]
  /** Why there are none; null with some. */
  readonly reason: string | null
  /** The next day with a free time, if this one has none; null if there is none within what is bookable. */
  readonly nextDay: string | null
}

const reasonOf = (problem: RulesProblem | null): string => {
  if (problem === null) return 'No more times on this day.'
  return problem.field === 'day' ? problem.problem : DAY_FULL
}

/** The free times of a day. */
export function offeredTimes(
  { day, place }: { readonly day: string; readonly place: BookingLocation },
  opening: OpeningTimes,
  rules: BookingRules,
  now: Date,
): OfferedTimes {
  const freeOn = (other: string): readonly string[] =>
    timesOn(other, opening, now).filter(time => rulesProblem({ day: other, time, place }, rules) === null)
  const times = freeOn(day)
  if (times.length > 0) return { times, reason: null, nextDay: null }
  const { from, to } = bookableSpan(opening, now)
  const [time] = timesOn(day, opening, now)
  const problem = time === undefined ? null : rulesProblem({ day, time, place }, rules)
  const days = Array.from({ length: MAX_BOOKING_DAYS + 1 }, (_, count) => addDays(from, count))
  return {
    times,
    reason: dayError(day, opening, now) ?? `${reasonOf(problem)} Choose another day.`,
    nextDay: days.find(other => other > day && other <= to && freeOn(other).length > 0) ?? null,
  }
}

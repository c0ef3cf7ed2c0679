// The days and times that a visitor may book. Impossible times are refused at once: a request is always within opening
// hours, in the company's time zone.

import type { Span } from '#domain/companies/company.ts'
import {
  closedWeekdaySentence,
  type OpeningTimes,
  openHoursOn,
  openHoursSentence,
  timeOfMinutes,
  weekdayOf,
} from '#domain/companies/opening-times.ts'
import { addDays } from '#domain/lib/calendar-date.ts'
import { dayOf, formatTime, timestampOfLocalTime } from '#domain/lib/company-time.ts'
import { formatLongDay, isSkippedTime } from './appointment.ts'
import type { BookingLocation } from './booking.ts'
import { type BookedTime, type BookingRules, DAY_FULL, dayProblem, rulesProblem } from './booking-rules.ts'

const MAX_BOOKING_DAYS = 180
/** The desk may plan further ahead; what is later is a typing error. */
const MAX_APPOINTMENT_DAYS = 730
/** Appointments start on the hour or half hour. */
const STEP_MINUTES = 30

/** A day `YYYY-MM-DD` and a time `HH:mm`, in the company's time zone. */
type RequestedTime = { readonly day: string; readonly time: string }

/** The times `HH:mm` when an appointment may start: the last one half an hour before closing. */
export function startTimes([from, to]: Span): readonly string[] {
  const count = ((to - from) * 60) / STEP_MINUTES
  return Array.from({ length: count }, (_, step) => timeOfMinutes(from * 60 + step * STEP_MINUTES))
}

const startTimesOn = (day: string, opening: OpeningTimes): readonly string[] => {
  const hours = openHoursOn(day, opening)
  return hours === null ? [] : startTimes(hours)
}

type DaySpan = { readonly from: string; readonly to: string }

/** The first and last bookable day: from today, in the company's time zone. */
export function bookableSpan({ timeZone }: Pick<OpeningTimes, 'timeZone'>, now: Date): DaySpan {
  const from = dayOf(now, timeZone)
  return { from, to: addDays(from, MAX_BOOKING_DAYS) }
}

/** The first and last day that the desk makes appointments for. */
export function appointmentSpan({ timeZone }: Pick<OpeningTimes, 'timeZone'>, now: Date): DaySpan {
  const from = dayOf(now, timeZone)
  return { from, to: addDays(from, MAX_APPOINTMENT_DAYS) }
}

/** The first day with a bookable time. */
export function firstBookableDay(opening: OpeningTimes, now: Date): string {
  const { from } = bookableSpan(opening, now)
  const week = Array.from({ length: 8 }, (_, days) => addDays(from, days))
  return week.find(day => timesOn(day, opening, now).length > 0) ?? from
}

/** The bookable times of that day. */
export const timesOn = (day: string, opening: OpeningTimes, now: Date): readonly string[] =>
  startTimesOn(day, opening).filter(time => requestedTimeError({ day, time }, opening, now) === null)

const DAY_PASSED = 'This date has passed. Choose a later date.'
const beforeSentence = (last: string): string => `Choose a date on or before ${formatLongDay(last)}.`

/** The error of the day alone; null if it is valid. */
export function dayError(day: string, opening: OpeningTimes, now: Date): string | null {
  const { from, to } = bookableSpan(opening, now)
  if (day < from) return DAY_PASSED
  if (day > to) return beforeSentence(to)
  return openHoursOn(day, opening) === null ? closedWeekdaySentence(weekdayOf(day), opening) : null
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
  if (!startTimesOn(day, opening).includes(time))
    return timeError(`${openHoursSentence(weekdayOf(day), opening)} Choose a time on the hour or half hour.`)
  return impossibleTimeError({ day, time }, opening, now)
}

/** The error of a time that has passed or does not exist. */
function impossibleTimeError(
  { day, time }: RequestedTime,
  { timeZone }: Pick<OpeningTimes, 'timeZone'>,
  now: Date,
): RequestedTimeError | null {
  if (isSkippedTime(`${day}T${time}`, timeZone))
    return { field: 'time', sentence: 'The clocks skip this time that day. Choose another time.' }
  const at = timestampOfRequest({ day, time }, { timeZone })
  if (at !== null && at > now) return null
  return { field: 'time', sentence: 'This time has passed. Choose a later time.' }
}

/** The error of a time that the desk makes an appointment for; it may be outside of what customers are offered. */
export function appointmentTimeError(
  { day, time }: RequestedTime,
  company: Pick<OpeningTimes, 'timeZone'>,
  now: Date,
): RequestedTimeError | null {
  const { from, to } = appointmentSpan(company, now)
  if (day < from) return { field: 'day', sentence: DAY_PASSED }
  if (day > to) return { field: 'day', sentence: beforeSentence(to) }
  return impossibleTimeError({ day, time }, company, now)
}

/** The same, also by what the company's rules rule out. */
export function bookingTimeError(
  request: BookedTime,
  opening: OpeningTimes,
  rules: BookingRules,
  now: Date,
): RequestedTimeError | null {
  return requestedTimeError(request, opening, now) ?? rulesProblem(request, rules)
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

type OfferRequest = {
  readonly day: string
  readonly place: BookingLocation
  /** Earlier times are not offered. */
  readonly notBefore?: Date
}

/** The free times of a day. */
export function offeredTimes(
  { day, place, notBefore }: OfferRequest,
  opening: OpeningTimes,
  rules: BookingRules,
  now: Date,
): OfferedTimes {
  const isLateEnough = (time: string, on: string): boolean =>
    notBefore === undefined || (timestampOfRequest({ day: on, time }, opening) ?? now) >= notBefore
  const freeOn = (other: string): readonly string[] => {
    // Whether an hour exists on a day is slow to find out.
    if (dayProblem({ day: other, place }, rules) !== null) return []
    const ofDay = { ...rules, booked: rules.booked.filter(each => each.day === other) }
    return timesOn(other, opening, now).filter(
      time => isLateEnough(time, other) && rulesProblem({ day: other, time, place }, ofDay) === null,
    )
  }
  const times = freeOn(day)
  if (times.length > 0) return { times, reason: null, nextDay: null }
  const { from, to } = bookableSpan(opening, now)
  const days = Array.from({ length: MAX_BOOKING_DAYS + 1 }, (_, count) => addDays(from, count))
  const error = dayError(day, opening, now) ?? dayProblem({ day, place }, rules)?.sentence
  const isOver = timesOn(day, opening, now).every(time => !isLateEnough(time, day))
  return {
    times,
    reason: error ?? (isOver ? 'No more times on this day. Choose another day.' : DAY_FULL.sentence),
    nextDay: days.find(other => other > day && other <= to && freeOn(other).length > 0) ?? null,
  }
}

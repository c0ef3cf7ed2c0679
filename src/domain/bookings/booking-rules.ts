// What a company takes bookings for, besides its opening hours: days on which it is closed, and how many at most.

import type { BookingLocation } from '#domain/bookings/booking.ts'
import { closedProblem, type OpeningTimes } from '#domain/companies/opening-times.ts'
import { type DaysOff, formatDaysOff, includesDay } from '#domain/lib/days-off.ts'
import { daysOffError } from '#domain/lib/days-off-error.ts'

export const BOOKING_LIMITS = ['dropOffsPerHour', 'dropOffsPerDay', 'visitsPerDay'] as const
export type BookingLimit = (typeof BOOKING_LIMITS)[number]
/** How many appointments may begin; null for any number. */
export type BookingLimits = Readonly<Record<BookingLimit, number | null>>

export const NO_LIMITS: BookingLimits = { dropOffsPerHour: null, dropOffsPerDay: null, visitsPerDay: null }
export const MAX_BOOKING_LIMIT = 999

/** Whether they leave any bookings. */
export const areBookingsTaken = ({ dropOffsPerHour, dropOffsPerDay, visitsPerDay }: BookingLimits): boolean =>
  visitsPerDay !== 0 || (dropOffsPerHour !== 0 && dropOffsPerDay !== 0)

/** A day `YYYY-MM-DD` and a time `HH:mm`, in the company's time zone; where the RV is. */
export type BookedTime = { readonly day: string; readonly time: string; readonly place: BookingLocation }

export type BookingRules = {
  readonly closedDays: readonly DaysOff[]
  readonly limits: BookingLimits
  /** The appointments that count against the limits. */
  readonly booked: readonly BookedTime[]
}

/** Of a company that set none. */
export const NO_RULES: BookingRules = { closedDays: [], limits: NO_LIMITS, booked: [] }

/** Why a time is not offered. `field`: what to choose anew. */
export type RulesProblem = {
  readonly field: 'day' | 'time'
  /** As the desk reads it. */
  readonly problem: string
  /** As customers read it. */
  readonly sentence: string
}

export const DAY_FULL: RulesProblem = {
  field: 'day',
  problem: 'This day is fully booked.',
  sentence: 'This day is fully booked. Choose another day.',
}
const TIME_FULL: RulesProblem = {
  field: 'time',
  problem: 'This time is fully booked.',
  sentence: 'This time is fully booked. Choose another time.',
}

const notTaken = (what: string): RulesProblem => {
  const sentence = `The shop takes no ${what} online.`
  return { field: 'day', problem: sentence, sentence }
}
const NOT_TAKEN: Readonly<Record<BookingLocation, RulesProblem>> = {
  shop: notTaken('drop-offs'),
  site: notTaken('mobile visits'),
}

const isFull = (limit: number | null, booked: readonly BookedTime[]): boolean =>
  limit !== null && booked.length >= limit

/** Whether the company takes no bookings of that kind at all. */
const isNeverTaken = (place: BookingLocation, { limits }: BookingRules): boolean =>
  place === 'site' ? limits.visitsPerDay === 0 : limits.dropOffsPerDay === 0 || limits.dropOffsPerHour === 0

const findClosedDays = (day: string, closedDays: readonly DaysOff[]): DaysOff | undefined =>
  closedDays.find(days => includesDay(days, day))

/** Whether an appointment is when the company is closed: on closed days, or outside its hours. */
export const isWhenClosed = (
  { day, time }: BookedTime,
  opening: OpeningTimes,
  closedDays: readonly DaysOff[],
): boolean => findClosedDays(day, closedDays) !== undefined || closedProblem(day, time, opening) !== null

/** Why a time would not be offered, as the desk reads it; null if it would. */
export const offerProblem = (time: BookedTime, opening: OpeningTimes, rules: BookingRules): string | null =>
  closedProblem(time.day, time.time, opening) ?? rulesProblem(time, rules)?.problem ?? null

/** Why the rules rule out a whole day; null if they do not. */
export function dayProblem(
  { day, place }: Omit<BookedTime, 'time'>,
  rules: BookingRules,
): RulesProblem | null {
  if (isNeverTaken(place, rules)) return NOT_TAKEN[place]
  const { closedDays, limits, booked } = rules
  const closed = findClosedDays(day, closedDays)
  if (closed !== undefined) {
    const problem = `The shop is closed ${formatDaysOff(closed)}.`
    return { field: 'day', problem, sentence: `${problem} Choose another day.` }
  }
  const ofDay = booked.filter(other => other.day === day && other.place === place)
  return isFull(place === 'site' ? limits.visitsPerDay : limits.dropOffsPerDay, ofDay) ? DAY_FULL : null
}

/** Why the rules rule out a time within opening hours; null if they do not. */
export function rulesProblem(time: BookedTime, rules: BookingRules): RulesProblem | null {
  const ofDay = dayProblem(time, rules)
  if (ofDay !== null || time.place === 'site') return ofDay
  const ofHour = rules.booked.filter(
    other =>
      other.day === time.day && other.place === 'shop' && other.time.slice(0, 2) === time.time.slice(0, 2),
  )
  return isFull(rules.limits.dropOffsPerHour, ofHour) ? TIME_FULL : null
}

/** The error of new closed days, and its field; null if there is none. `today` is the company's. */
export const closedDaysError = (days: DaysOff, others: readonly DaysOff[], today: string) =>
  daysOffError(days, others, today, closed => `You are already closed ${closed}.`)

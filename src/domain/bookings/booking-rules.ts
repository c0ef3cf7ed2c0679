// What a company takes bookings for, besides its opening hours: days on which it is closed, and how many at most.

import type { BookingLocation } from '#domain/bookings/booking.ts'
import { addDays } from '#domain/lib/calendar-date.ts'
import { formatDay } from '#domain/lib/company-time.ts'

/** Days from one to another, both `YYYY-MM-DD` and included. */
export type ClosedDays = {
  readonly firstDay: string
  readonly lastDay: string
  /** Customers read it: `Thanksgiving`; may be empty. */
  readonly reason: string
}

export const BOOKING_LIMITS = ['dropOffsPerHour', 'dropOffsPerDay', 'visitsPerDay'] as const
export type BookingLimit = (typeof BOOKING_LIMITS)[number]
/** How many appointments may begin; null for any number. */
export type BookingLimits = Readonly<Record<BookingLimit, number | null>>

export const NO_LIMITS: BookingLimits = { dropOffsPerHour: null, dropOffsPerDay: null, visitsPerDay: null }
export const MAX_BOOKING_LIMIT = 999
/** Of one list entry: a year. */
export const MAX_CLOSED_DAYS = 366
/** Entries that are not over. */
export const MAX_CLOSED_ENTRIES = 100

/** A day `YYYY-MM-DD` and a time `HH:mm`, in the company's time zone; where the RV is. */
export type BookedTime = { readonly day: string; readonly time: string; readonly place: BookingLocation }

export type BookingRules = {
  readonly closedDays: readonly ClosedDays[]
  readonly limits: BookingLimits
  /** The appointments that count against the limits. */
  readonly booked: readonly BookedTime[]
}

/** `Thu, Dec 24`, or `Thu, Dec 24 to Fri, Jan 1`; with the reason, `Thu, Dec 24 (Holidays)`. */
export function formatClosedDays({ firstDay, lastDay, reason }: ClosedDays): string {
  const days = firstDay === lastDay ? formatDay(firstDay) : `${formatDay(firstDay)} to ${formatDay(lastDay)}`
  return reason === '' ? days : `${days} (${reason})`
}

/** The entry that has this day; undefined if there is none. */
export const closedDaysOn = <Entry extends ClosedDays>(
  day: string,
  entries: readonly Entry[],
): Entry | undefined => entries.find(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)

/** `field`: what to choose anew. */
export type RulesProblem = { readonly field: 'day' | 'time'; readonly problem: string }

export const DAY_FULL = 'This day is fully booked.'

const isFull = (limit: number | null, booked: readonly BookedTime[]): boolean =>
  limit !== null && booked.length >= limit

/** Why the rules do not have a time within opening hours; null if they do. */
export function rulesProblem(
  { day, time, place }: BookedTime,
  { closedDays, limits, booked }: BookingRules,
): RulesProblem | null {
  const closed = closedDaysOn(day, closedDays)
  if (closed !== undefined)
    return { field: 'day', problem: `The shop is closed ${formatClosedDays(closed)}.` }
  const ofDay = booked.filter(other => other.day === day && other.place === place)
  if (isFull(place === 'site' ? limits.visitsPerDay : limits.dropOffsPerDay, ofDay))
    return { field: 'day', problem: DAY_FULL }
  const ofHour = ofDay.filter(other => other.time.slice(0, 2) === time.slice(0, 2))
  return place === 'shop' && isFull(limits.dropOffsPerHour, ofHour)
    ? { field: 'time', problem: 'This time is fully booked.' }
    : null
}

/** The error of new closed days, and its field; null if there is none. `today` is the company's. */
export function closedDaysError(
  { firstDay, lastDay }: ClosedDays,
  others: readonly ClosedDays[],
  today: string,
): { readonly field: 'firstDay' | 'lastDay'; readonly sentence: string } | null {
  if (lastDay < firstDay) return { field: 'lastDay', sentence: 'The last day is before the first.' }
  if (lastDay < today) return { field: 'lastDay', sentence: 'These days have passed.' }
  if (lastDay >= addDays(firstDay, MAX_CLOSED_DAYS))
    return { field: 'lastDay', sentence: 'Choose at most a year.' }
  const other = others.find(each => firstDay <= each.lastDay && each.firstDay <= lastDay)
  if (other !== undefined)
    return { field: 'firstDay', sentence: `You are already closed ${formatClosedDays(other)}.` }
  return others.length >= MAX_CLOSED_ENTRIES
    ? { field: 'firstDay', sentence: `There are ${MAX_CLOSED_ENTRIES} entries. Remove some first.` }
    : null
}

// A customer's booking, made without an account. It is a request that the desk accepts or declines. Impossible times
// are refused at once: a request is always within opening hours, in the company's time zone.

import { dayName, formatFullDays, formatOpenHours, type Span } from '#domain/companies/company.ts'
import { dayOf, formatTime, localTimeOf, timestampOfLocalTime } from '#domain/lib/company-time.ts'
import { addDays } from '#domain/schedule/plan.ts'
import { formatLongDay, isSkippedTime, zoneName } from './appointment.ts'

export const MAX_BOOKING_PHOTOS = 8
const MAX_BOOKING_DAYS = 180
/** Appointments start on the hour or half hour. */
const STEP_MINUTES = 30
const DAY_MS = 24 * 60 * 60 * 1000
/** An unconfirmed booking is deleted after this. */
const CONFIRM_DAYS = 3

export const BOOKING_LOCATIONS = ['shop', 'site'] as const
/** Whether the RV comes to the shop, or the shop to the RV. */
export type BookingLocation = (typeof BOOKING_LOCATIONS)[number]

/** A company's opening times. */
export type OpeningTimes = {
  readonly daysOfOperation: Span
  readonly hoursOfOperation: Span
  readonly timeZone: string
}

/** A day `YYYY-MM-DD` and a time `HH:mm`, in the company's time zone. */
type RequestedTime = { readonly day: string; readonly time: string }

const timeOfMinutes = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** The times `HH:mm` when an appointment may start: the last one half an hour before closing. */
export function startTimes([from, to]: Span): readonly string[] {
  const count = ((to - from) * 60) / STEP_MINUTES
  return Array.from({ length: count }, (_, step) => timeOfMinutes(from * 60 + step * STEP_MINUTES))
}

/** 1 is Monday, 7 Sunday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

const isWithin = (value: number, [from, to]: Span): boolean => from <= value && value <= to

/** Whether the company is open on that weekday. */
const isOpenDay = (day: string, { daysOfOperation }: OpeningTimes): boolean =>
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

/** The requested timestamp; null if invalid. For a repeated hour the first. */
export const timestampOfRequest = (
  { day, time }: RequestedTime,
  { timeZone }: Pick<OpeningTimes, 'timeZone'>,
): Date | null => timestampOfLocalTime(`${day}T${time}`, timeZone)

/** A time `HH:mm` as people say it: `8:30 AM`. */
export const formatTimeOfDay = (time: string): string => formatTime(new Date(`2000-01-01T${time}:00Z`), 'UTC')

/** When confirmation expires: after three days, and never past the requested time. */
export const confirmUntil = ({ bookedAt, wantedAt }: { bookedAt: Date; wantedAt: Date }): Date =>
  new Date(Math.min(bookedAt.getTime() + CONFIRM_DAYS * DAY_MS, wantedAt.getTime()))

/** Unconfirmed bookings made before this time are deleted. */
export const unconfirmedCutoff = (now: Date): Date => new Date(now.getTime() - CONFIRM_DAYS * DAY_MS)

type Site = { readonly address: string; readonly campground: string; readonly siteNumber: string }

/** The RV's location in one line: `Sunny Pines, site 14, 77 County Road 10`. */
export const formatSite = ({ address, campground, siteNumber }: Site): string =>
  [campground, siteNumber === '' ? '' : `site ${siteNumber}`, address].filter(part => part !== '').join(', ')

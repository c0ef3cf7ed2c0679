// A customer's own appointment, made without an account and often from a campground. The desk promises
// nothing by it: a booking is a wish that somebody accepts or declines. What cannot come true is said
// at once, so a wish is always for an hour at which the company is open, and told in its own time.

import { dayName, printOpenHours, printWholeDays, type Span } from '#domain/companies/company.ts'
import { dayOf, momentOfWallTime, printTime, wallTimeOf } from '#domain/lib/company-time.ts'
import { addDays } from '#domain/schedule/schedule.ts'
import { isSkipped, printLongDay, zoneName } from './appointment.ts'

export const MOST_BOOKING_PHOTOS = 8
export const FURTHEST_BOOKING_DAYS = 180
/** Appointments begin at full and half hours. */
const STEP_MINUTES = 30
const DAY_MS = 24 * 60 * 60 * 1000
/** A booking whose email nobody confirms is forgotten after this. */
export const CONFIRM_DAYS = 3

export const PLACES = ['shop', 'site'] as const
/** Whether the RV comes to the shop, or the shop to the RV. */
export type BookingPlace = (typeof PLACES)[number]

/** When a company is there. */
export type Opening = {
  readonly daysOfOperation: Span
  readonly hoursOfOperation: Span
  readonly timeZone: string
}

/** A day `YYYY-MM-DD` and a time `HH:mm`, on the company's wall. */
export type Wish = { readonly day: string; readonly time: string }

const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** The times `HH:mm` at which an appointment may begin: the last one half an hour before closing. */
export function startTimes([from, to]: Span): readonly string[] {
  const count = ((to - from) * 60) / STEP_MINUTES
  return Array.from({ length: count }, (_, step) => clockOf(from * 60 + step * STEP_MINUTES))
}

/** 1 is Monday, 7 Sunday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

const isWithin = (value: number, [from, to]: Span): boolean => from <= value && value <= to

/** Whether the company works on that day of the week. */
export const isOpenDay = (day: string, { daysOfOperation }: Opening): boolean =>
  isWithin(weekdayOf(day), daysOfOperation)

/** Whether somebody is there at this moment. */
export function isOpenAt(at: Date, opening: Opening): boolean {
  const [day = '', time = ''] = wallTimeOf(at, opening.timeZone).split('T')
  const [from, to] = opening.hoursOfOperation
  return isOpenDay(day, opening) && clockOf(from * 60) <= time && time < clockOf(to * 60)
}

/** `Monday to Friday, 8 AM to 6 PM, Eastern Time`. */
export const printOpening = (opening: Opening, now: Date): string =>
  [
    printWholeDays(opening.daysOfOperation),
    printOpenHours(opening.hoursOfOperation),
    zoneName(opening.timeZone, now),
  ].join(', ')

/** The days one may choose from: today, in the company's days, and the furthest. */
export function bookableSpan(
  { timeZone }: Opening,
  now: Date,
): { readonly from: string; readonly to: string } {
  const from = dayOf(now, timeZone)
  return { from, to: addDays(from, FURTHEST_BOOKING_DAYS) }
}

/** The first day on which there is still a time to choose. */
export function firstBookableDay(opening: Opening, now: Date): string {
  const { from } = bookableSpan(opening, now)
  const week = Array.from({ length: 8 }, (_, days) => addDays(from, days))
  return week.find(day => timesOn(day, opening, now).length > 0) ?? from
}

/** The times of that day which may be wished for now. */
export const timesOn = (day: string, opening: Opening, now: Date): readonly string[] =>
  startTimes(opening.hoursOfOperation).filter(time => wishFault({ day, time }, opening, now) === null)

/** What is wrong with the day alone; null when nothing is. */
export function dayFault(day: string, opening: Opening, now: Date): string | null {
  const { from, to } = bookableSpan(opening, now)
  if (day < from) return 'This day has passed. Choose a later one.'
  if (day > to) return `Choose a day until ${printLongDay(to)}.`
  if (isOpenDay(day, opening)) return null
  return `They are closed on ${dayName(weekdayOf(day))}s. Choose a day from ${printWholeDays(opening.daysOfOperation)}.`
}

type WishFault = { readonly field: keyof Wish; readonly sentence: string }

/** What is wrong with a wish, and beside which field it is said; null when it can come true. */
export function wishFault({ day, time }: Wish, opening: Opening, now: Date): WishFault | null {
  const aboutDay = dayFault(day, opening, now)
  if (aboutDay !== null) return { field: 'day', sentence: aboutDay }
  const about = (sentence: string): WishFault => ({ field: 'time', sentence })
  if (!startTimes(opening.hoursOfOperation).includes(time))
    return about(
      `They are open from ${printOpenHours(opening.hoursOfOperation)}. Choose a full or half hour in between.`,
    )
  if (isSkipped(`${day}T${time}`, opening.timeZone))
    return about('The clocks jump over this time on that day. Choose another one.')
  const at = momentOfWish({ day, time }, opening)
  return at !== null && at > now ? null : about('This time has passed. Choose a later one.')
}

/** The instant a wish is for; null where it is none. Of an hour that comes twice it is the first. */
export const momentOfWish = ({ day, time }: Wish, { timeZone }: Pick<Opening, 'timeZone'>): Date | null =>
  momentOfWallTime(`${day}T${time}`, timeZone)

/** A time of the day `HH:mm` as people say it: `8:30 AM`. */
export const printClock = (time: string): string => printTime(new Date(`2000-01-01T${time}:00Z`), 'UTC')

/** Until when the email can be confirmed: three days, and never past the hour that was wished for. */
export const confirmUntil = ({ bookedAt, wantedAt }: { bookedAt: Date; wantedAt: Date }): Date =>
  new Date(Math.min(bookedAt.getTime() + CONFIRM_DAYS * DAY_MS, wantedAt.getTime()))

/** Bookings made before this moment that nobody confirmed are forgotten. */
export const forgottenBefore = (now: Date): Date => new Date(now.getTime() - CONFIRM_DAYS * DAY_MS)

type Site = { readonly address: string; readonly campground: string; readonly siteNumber: string }

/** Where the RV stands, in one line: `Sunny Pines, site 14, 77 County Road 10`. */
export const printSite = ({ address, campground, siteNumber }: Site): string =>
  [campground, siteNumber === '' ? '' : `site ${siteNumber}`, address].filter(part => part !== '').join(', ')

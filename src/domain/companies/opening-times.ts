// When a company is open, in its time zone.

import { localTimeOf, zoneName } from '#domain/lib/company-time.ts'
import { type DaysOff, formatDaysOff, includesDay } from '#domain/lib/days-off.ts'
import { dayName, formatFullDays, formatOpenHours, HOURS, hourName, type Span } from './company.ts'

/** The hours of a weekday that differ from the hours of operation; both null if the company is closed. */
export type WeekdayHours = {
  /** 1 is Monday, 7 Sunday. */
  readonly weekday: number
  /** An hour of the day, 0 to 23. */
  readonly opens: number | null
  /** An hour of the day, 1 to 24. */
  readonly closes: number | null
}

/** A company's opening times. */
export type OpeningTimes = {
  readonly daysOfOperation: Span
  readonly hoursOfOperation: Span
  /** They replace the days and hours of operation. */
  readonly weekdayHours: readonly WeekdayHours[]
  readonly timeZone: string
}

export type LocalOpeningTimes = Omit<OpeningTimes, 'timeZone'>

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]

/** A time `HH:mm` of minutes since midnight. */
export const timeOfMinutes = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** 1 is Monday, 7 Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

const isWithin = (value: number, [from, to]: Span): boolean => from <= value && value <= to

function openHoursOf(weekday: number, opening: LocalOpeningTimes): Span | null {
  const { daysOfOperation, hoursOfOperation, weekdayHours } = opening
  const own = weekdayHours.find(each => each.weekday === weekday)
  if (own === undefined) return isWithin(weekday, daysOfOperation) ? hoursOfOperation : null
  return own.opens === null || own.closes === null ? null : [own.opens, own.closes]
}

/** The hours of a day; null if the company is closed. */
export const openHoursOn = (day: string, opening: LocalOpeningTimes): Span | null =>
  openHoursOf(weekdayOf(day), opening)

/** The hours of each weekday, from Monday; null where it is closed. */
export const hoursOfWeek = (opening: LocalOpeningTimes): readonly (Span | null)[] =>
  WEEKDAYS.map(weekday => openHoursOf(weekday, opening))

/** The hour at which a day's work ends, also on a closed one. */
export const closingHourOn = (day: string, opening: LocalOpeningTimes): number =>
  (openHoursOn(day, opening) ?? opening.hoursOfOperation)[1]

/** Why the company is closed at a time `HH:mm` of a day; null if it is open. */
export function closedProblem(day: string, time: string, opening: LocalOpeningTimes): string | null {
  const hours = openHoursOn(day, opening)
  const weekday = weekdayOf(day)
  if (hours === null) return closedOn(weekday)
  const [from, to] = hours
  const isOpen = timeOfMinutes(from * 60) <= time && time < timeOfMinutes(to * 60)
  return isOpen ? null : openHoursSentence(weekday, opening)
}

/** Whether the company is open now. */
export function isOpenAt(at: Date, opening: OpeningTimes): boolean {
  const [day = '', time = ''] = localTimeOf(at, opening.timeZone).split('T')
  return closedProblem(day, time, opening) === null
}

/** `9 AM`, `noon`. */
export const formatHour = (hour: number): string => {
  if (hour === 12) return 'noon'
  return hour % 24 === 0 ? 'midnight' : hourName(hour)
}

/** `closed`, or the hours: `9 AM–noon`. */
export const formatWeekdayHours = ({ opens, closes }: Omit<WeekdayHours, 'weekday'>): string =>
  opens === null || closes === null ? 'closed' : `${formatHour(opens)}–${formatHour(closes)}`

type OpenWeekdays = { readonly days: Span; readonly hours: Span }

/** The open weekdays: those in a row with the same hours together, or `isAlike`. */
function groupWeekdays(
  opening: LocalOpeningTimes,
  isAlike = ([from, to]: Span, other: Span): boolean => from === other[0] && to === other[1],
): OpenWeekdays[] {
  const groups: OpenWeekdays[] = []
  for (const weekday of WEEKDAYS) {
    const hours = openHoursOf(weekday, opening)
    if (hours === null) continue
    const last = groups.at(-1)
    if (last?.days[1] === weekday - 1 && isAlike(last.hours, hours))
      groups[groups.length - 1] = { days: [last.days[0], weekday], hours }
    else groups.push({ days: [weekday, weekday], hours })
  }
  return groups
}

const shortDay = (weekday: number): string => dayName(weekday).slice(0, 3)

/** `Monday to Friday, 8 AM to 6 PM`; with other hours on a weekday, `Mon–Fri 8 AM–6 PM, Sat 9 AM–noon`. */
function formatDaysAndHours(opening: LocalOpeningTimes): string {
  const { daysOfOperation, hoursOfOperation, weekdayHours } = opening
  if (weekdayHours.length === 0)
    return `${formatFullDays(daysOfOperation)}, ${formatOpenHours(hoursOfOperation)}`
  const groups = groupWeekdays(opening).map(({ days: [from, to], hours: [opens, closes] }) => {
    const days = from === to ? shortDay(from) : `${shortDay(from)}–${shortDay(to)}`
    return `${days} ${formatWeekdayHours({ opens, closes })}`
  })
  return groups.length === 0 ? 'Closed every day' : groups.join(', ')
}

/** `Monday to Friday, 8 AM to 6 PM, Eastern Time`. */
export const formatOpeningTimes = (opening: OpeningTimes, now: Date): string =>
  `${formatDaysAndHours(opening)}, ${zoneName(opening.timeZone, now)}`

/** `Open Monday to Friday, 8 AM to 6 PM.` */
export const openingSentence = (opening: LocalOpeningTimes): string =>
  `${groupWeekdays(opening).length === 0 ? '' : 'Open '}${formatDaysAndHours(opening)}.`

const closedOn = (weekday: number): string => `The shop is closed on ${dayName(weekday)}s.`

/** `The shop is closed on Sundays. Choose a day from Monday to Friday.` */
export function closedWeekdaySentence(weekday: number, opening: LocalOpeningTimes): string {
  const closed = closedOn(weekday)
  const groups = groupWeekdays(opening, () => true).map(({ days }) => days)
  const [first] = groups
  if (first === undefined) return closed
  if (groups.length === 1 && first[0] < first[1])
    return `${closed} Choose a day from ${formatFullDays(first)}.`
  const names = groups.map(([from, to]) => (from === to ? dayName(from) : formatFullDays([from, to])))
  return `${closed} It is open ${new Intl.ListFormat('en-US').format(names)}.`
}

/** Why nothing is done on a day: one of the closed days, or a weekday on which the company is closed; null if it is open. */
export function closedDayProblem(
  day: string,
  opening: LocalOpeningTimes,
  closedDays: readonly DaysOff[],
): string | null {
  const closed = closedDays.find(days => includesDay(days, day))
  if (closed !== undefined) return `The shop is closed ${formatDaysOff(closed)}. Choose another day.`
  return openHoursOn(day, opening) === null ? closedWeekdaySentence(weekdayOf(day), opening) : null
}

/** `The shop is open from 8 AM to 6 PM.`; with other hours on a weekday, the weekday too. */
export function openHoursSentence(weekday: number, opening: LocalOpeningTimes): string {
  const [from, to] = openHoursOf(weekday, opening) ?? opening.hoursOfOperation
  return opening.weekdayHours.length === 0
    ? `The shop is open from ${formatOpenHours([from, to])}.`
    : `The shop is open from ${formatHour(from)} to ${formatHour(to)} on ${dayName(weekday)}s.`
}

type WeekdayHoursError = { readonly field: 'opens' | 'closes'; readonly sentence: string }

const HOURS_SENTENCES = {
  company: {
    noStart: 'Choose when you open.',
    noEnd: 'Choose when you close.',
    isEmpty: 'Choose a later hour than the one you open.',
    isReversed: 'You would close before you open.',
  },
  technician: {
    noStart: 'Choose when the day starts.',
    noEnd: 'Choose when the day ends.',
    isEmpty: 'Choose a later hour than the one it starts.',
    isReversed: 'The day would end before it starts.',
  },
} as const

/** Whose hours they are. */
export type HoursOf = keyof typeof HOURS_SENTENCES

/** The error of hours of a weekday, and its field; null if there is none. */
export function weekdayHoursError(
  { opens, closes }: Omit<WeekdayHours, 'weekday'>,
  whose: HoursOf = 'company',
): WeekdayHoursError | null {
  const sentences = HOURS_SENTENCES[whose]
  if (opens === null && closes === null) return null
  if (opens === null) return { field: 'opens', sentence: sentences.noStart }
  if (closes === null) return { field: 'closes', sentence: sentences.noEnd }
  if (closes === opens) return { field: 'closes', sentence: sentences.isEmpty }
  return closes > opens ? null : { field: 'closes', sentence: sentences.isReversed }
}

/** Local time: the time zone, the weekday (Monday is 1), the hour. */
type LocalHour = { readonly timeZone: string; readonly weekday: number; readonly hour: number }

export const localHours = (at: Date, timeZones: readonly string[]): readonly LocalHour[] =>
  timeZones.map(timeZone => {
    const [day = '', time = ''] = localTimeOf(at, timeZone).split('T')
    return { timeZone, weekday: weekdayOf(day), hour: Number(time.slice(0, 2)) }
  })

/** Whether a company with the usual hours may be open. */
export const isUsualHour = ({ hour }: Pick<LocalHour, 'hour'>): boolean => HOURS[0] <= hour && hour < HOURS[1]

// A day by the hour: from when to when its tickets are on it. Hours count from the start of the day: on a day on which the
// clocks change they are not those of the clock, and a bar is as long as its work all the same.

import type { Span } from '#domain/companies/company.ts'
import { timeOfMinutes } from '#domain/companies/opening-times.ts'
import { addDays } from '#domain/lib/calendar-date.ts'
import { formatTime, localTimeOf, timestampOfLocalTime } from '#domain/lib/company-time.ts'

const HOUR_MS = 60 * 60 * 1000
/** A bar is at least this long, so that its text can be read. */
export const MIN_BAR_HOURS = 1.5
/** A bar is moved to the hour or half hour. */
const STEP_HOURS = 0.5

/** Hours since the day began. */
export type HourSpan = { readonly from: number; readonly to: number }

export type CalendarDay = {
  /** `YYYY-MM-DD`, the company's date. */
  readonly day: string
  readonly timeZone: string
}

const timestampOf = ({ day, timeZone }: CalendarDay, time: string): Date =>
  timestampOfLocalTime(`${day}T${time}`, timeZone) ?? new Date(Number.NaN)

const startOf = (day: CalendarDay): Date => timestampOf(day, '00:00')

const hoursInto = (day: CalendarDay, at: Date): number => (at.getTime() - startOf(day).getTime()) / HOUR_MS

const timestampAt = (day: CalendarDay, hours: number): Date =>
  new Date(startOf(day).getTime() + hours * HOUR_MS)

/** 24; 23 or 25 on a day on which the clocks change. */
export const hoursOfDay = (day: CalendarDay): number =>
  hoursInto(day, startOf({ ...day, day: addDays(day.day, 1) }))

/** Hours of the clock, as `[8, 18]`, on that day. */
export function spanOfClock([from, to]: Span, day: CalendarDay): HourSpan {
  const at = (hour: number): number =>
    hour === 24 ? hoursOfDay(day) : hoursInto(day, timestampOf(day, timeOfMinutes(hour * 60)))
  return { from: at(from), to: at(to) }
}

/** What is on a day at a time. */
export type Timed = {
  readonly at: Date
  /** Of work; 0 if nothing is left or estimated. */
  readonly hoursLeft: number
}

export type Bar<Ticket> = HourSpan & {
  readonly ticket: Ticket
  /** Which of the lines below each other it is on, from 0: no two on one line overlap. */
  readonly level: number
  /** Whether its work takes longer than the day has left. */
  readonly isCut: boolean
}

/** The bars of tickets on a day, by time; of those at the same time the longest first. */
export function barsOf<Ticket extends Timed>(tickets: readonly Ticket[], day: CalendarDay): Bar<Ticket>[] {
  const startsAt = startOf(day).getTime()
  const end = hoursOfDay(day)
  const endOfLevel: number[] = []
  return tickets
    .map(ticket => ({ ticket, from: (ticket.at.getTime() - startsAt) / HOUR_MS }))
    .filter(({ from }) => from >= 0 && from < end)
    .sort((one, other) => one.from - other.from || other.ticket.hoursLeft - one.ticket.hoursLeft)
    .map(({ ticket, from }) => {
      const to = Math.min(end, from + Math.max(MIN_BAR_HOURS, ticket.hoursLeft))
      // Late in the evening it starts before its time, to be long enough.
      const shownFrom = Math.min(from, end - MIN_BAR_HOURS)
      const free = endOfLevel.findIndex(endsAt => endsAt <= shownFrom)
      const level = free === -1 ? endOfLevel.length : free
      endOfLevel[level] = to
      return { ticket, from: shownFrom, to, level, isCut: from + ticket.hoursLeft > end }
    })
}

/** Whether two are in each other's way: not if one ends when the other begins. */
export const areOverlapping = (one: HourSpan, other: HourSpan): boolean =>
  one.from < other.to && other.from < one.to

const formatHour = (hours: number, day: CalendarDay): string =>
  formatTime(timestampAt(day, hours), day.timeZone).replace(':00', '')

/** As the clock has it: `9 AM to 11:30 AM`. */
export const formatHourSpan = ({ from, to }: HourSpan, day: CalendarDay): string =>
  `${formatHour(from, day)} to ${formatHour(to, day)}`

/** The full hours that a day must show for all of these spans. */
export function hoursShown(spans: readonly HourSpan[]): HourSpan {
  return {
    from: Math.floor(Math.min(...spans.map(({ from }) => from))),
    to: Math.ceil(Math.max(...spans.map(({ to }) => to))),
  }
}

type HourLabel = { readonly hour: number; readonly label: string }

/** The start of a span and each full hour after it, as the clock has them: `8 AM`, `12 PM`. */
export const hourLabels = ({ from, to }: HourSpan, day: CalendarDay): HourLabel[] =>
  Array.from({ length: Math.ceil(to - from) }, (_, index) => {
    const hour = from + index
    return { hour, label: formatHour(hour, day) }
  })

/** The time `HH:mm` of an hour of the day, to the nearest half hour; within the day. */
export function timeAt(hours: number, day: CalendarDay): string {
  const within = Math.min(Math.max(0, hours), hoursOfDay(day) - STEP_HOURS)
  const at = timestampAt(day, Math.round(within / STEP_HOURS) * STEP_HOURS)
  return localTimeOf(at, day.timeZone).slice('YYYY-MM-DDT'.length)
}

// A company's own clock on the wall. A shop in Indiana and a mobile mechanic in Texas each see
// their own "today"; what is stored is always an instant, and only printing needs the time zone.

const HOUR_MS = 60 * 60 * 1000

// To make one takes a hundred times as long as to use it.
const localFormats = new Map<string, Intl.DateTimeFormat>()

const createLocalFormat = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  })

const localParts = (at: Date, timeZone: string): Record<string, string> => {
  const format = localFormats.get(timeZone) ?? createLocalFormat(timeZone)
  localFormats.set(timeZone, format)
  return Object.fromEntries(format.formatToParts(at).map(part => [part.type, part.value]))
}

/** `YYYY-MM-DD`, the day it is at that instant in the company's time zone. */
export function dayOf(at: Date, timeZone: string): string {
  const { year, month, day } = localParts(at, timeZone)
  return `${year}-${month}-${day}`
}

/** `h:mm AM/PM` in the company's time zone. */
export function formatTime(at: Date, timeZone: string): string {
  const { hour, minute, dayPeriod } = localParts(at, timeZone)
  return `${hour}:${minute} ${dayPeriod}`
}

/** `DD-MM-YYYY h:mm AM/PM` in the company's time zone: the specification's own stamp (section 3). */
export function formatStamp(at: Date, timeZone: string): string {
  const { year, month, day } = localParts(at, timeZone)
  return `${day}-${month}-${year} ${formatTime(at, timeZone)}`
}

/** `YYYY-MM-DD HH:MM:SS` in UTC: how the specification writes pendingTimestamp. */
export const formatUtcStamp = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ')

/** How far the wall clock of a time zone is ahead of UTC at that instant, in milliseconds. */
function utcOffsetMs(at: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at.getTime() / 1000) * 1000
}

/** The first instant at which the wall clock of a time zone shows `wall`, the same reading taken as UTC. */
function firstTimestampOf(localMs: number, timeZone: string): Date {
  // What the zone was ahead by the day before, and the day after: the same but where the clocks change.
  const [before = 0, after = 0] = [-1, 1].map(days =>
    utcOffsetMs(new Date(localMs + days * 24 * HOUR_MS), timeZone),
  )
  const candidates = [before, after]
    .map(offset => localMs - offset)
    .filter(at => at + utcOffsetMs(new Date(at), timeZone) === localMs)
  // An hour that the wall skips is read as if the clocks had not changed yet.
  return new Date(candidates.length === 0 ? localMs - before : Math.min(...candidates))
}

/** The instant at which the wall clock of a time zone shows a full hour of a day (`YYYY-MM-DD`). */
export const timestampOf = (day: string, hour: number, timeZone: string): Date =>
  firstTimestampOf(Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS, timeZone)

/** `YYYY-MM-DDTHH:mm`, what the wall clock of a time zone shows at that instant; seconds are left off. */
export function localTimeOf(at: Date, timeZone: string): string {
  return new Date(at.getTime() + utcOffsetMs(at, timeZone)).toISOString().slice(0, 16)
}

/**
 * The instant at which the wall clock of a time zone shows `YYYY-MM-DDTHH:mm`, or null where that is no
 * time. Of an hour that comes twice it is the first; an hour that is skipped counts on past the change.
 */
export function timestampOfLocalTime(localTime: string, timeZone: string): Date | null {
  const localMs = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(localTime)
    ? Date.parse(`${localTime}:00Z`)
    : Number.NaN
  return Number.isNaN(localMs) ? null : firstTimestampOf(localMs, timeZone)
}

/** The next day of the calendar, `YYYY-MM-DD` both. */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 24 * HOUR_MS).toISOString().slice(0, 10)

const formatDayWith = (day: string, withYear: boolean): string =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
    ...(withYear ? { year: 'numeric' } : {}),
  }).format(new Date(`${day}T00:00:00Z`))

/** `Nov 24` for `2025-11-24`. */
export const formatDate = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** `Mon, Nov 24` for `2025-11-24`. */
export const formatDay = (day: string): string => formatDayWith(day, false)

/** `Mon, Nov 24, 2025` for `2025-11-24`: where it may be of any year. */
export const formatDayWithYear = (day: string): string => formatDayWith(day, true)

/** A day that has been, as people say it on the day `today`: `Today`, `Yesterday`, `Thu, Nov 20`. */
export function formatRelativeDay(day: string, today: string): string {
  if (day === today) return 'Today'
  return dayAfter(day) === today ? 'Yesterday' : formatDayWith(day, day.slice(0, 4) !== today.slice(0, 4))
}

/** A moment that has been: `2:14 PM`, `2:14 PM yesterday`, `2:14 PM on Thu, Nov 20`. */
export function formatWhen(at: Date, timeZone: string, now: Date): string {
  const day = formatRelativeDay(dayOf(at, timeZone), dayOf(now, timeZone))
  const time = formatTime(at, timeZone)
  if (day === 'Today') return time
  return day === 'Yesterday' ? `${time} yesterday` : `${time} on ${day}`
}

/** Whether this runtime knows a time zone by that name (IANA). */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

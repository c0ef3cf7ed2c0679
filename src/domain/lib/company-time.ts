// Local time. Each company has its own "today"; stored times are always instants, and only printing needs the time
// zone.

import { addDays } from './calendar-date.ts'
import { cleanTyped } from './typed-text.ts'

const HOUR_MS = 60 * 60 * 1000

// Creating one takes a hundred times as long as using it, and twice as long with AM and PM. There are about 600 time
// zones; browsers may send any spelling of them.
const MAX_FORMATS = 600
const localFormats = new Map<string, Intl.DateTimeFormat>()

const createLocalFormat = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })

/** The parts of the local time, each as two digits; the year as it is. */
function localParts(at: Date, timeZone: string) {
  const format = localFormats.get(timeZone) ?? createLocalFormat(timeZone)
  if (localFormats.size < MAX_FORMATS) localFormats.set(timeZone, format)
  // `11/24/2025, 08:00:00`: asked for in parts, it takes three times as long.
  const [month = '', day = '', year = '', hour = '', minute = '', second = ''] =
    format.format(at).match(/\d+/g) ?? []
  return { year, month, day, hour, minute, second }
}

/** `YYYY-MM-DD`, the date at that instant in the company's time zone. */
export function dayOf(at: Date, timeZone: string): string {
  const { year, month, day } = localParts(at, timeZone)
  return `${year}-${month}-${day}`
}

/** `h:mm AM/PM` in the company's time zone. */
export function formatTime(at: Date, timeZone: string): string {
  const { hour, minute } = localParts(at, timeZone)
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`
}

/** `DD-MM-YYYY h:mm AM/PM` in the company's time zone: the specification's format (section 3). */
export function formatStamp(at: Date, timeZone: string): string {
  const { year, month, day } = localParts(at, timeZone)
  return `${day}-${month}-${year} ${formatTime(at, timeZone)}`
}

/** `YYYY-MM-DD HH:MM:SS` in UTC: the specification's pendingTimestamp. */
export const formatUtcStamp = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ')

/** A time zone's offset from UTC at that instant, in milliseconds. */
function utcOffsetMs(at: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = localParts(at, timeZone)
  const local = Date.UTC(+year, +month - 1, +day, +hour, +minute, +second)
  return local - Math.floor(at.getTime() / 1000) * 1000
}

/** The instants with the local time `localMs`, given as if it were UTC, in order: two in a repeated hour. */
function timestampsOf(localMs: number, timeZone: string): Date[] {
  // The offsets of the day before and the day after: different only when daylight saving time changes.
  const [before = 0, after = 0] = [-1, 1].map(days =>
    utcOffsetMs(new Date(localMs + days * 24 * HOUR_MS), timeZone),
  )
  const candidates = [...new Set([before, after])]
    .map(offset => localMs - offset)
    .filter(at => at + utcOffsetMs(new Date(at), timeZone) === localMs)
    .sort((one, other) => one - other)
  // A skipped hour is read with the offset from before.
  return (candidates.length === 0 ? [localMs - before] : candidates).map(at => new Date(at))
}

const firstTimestampOf = (localMs: number, timeZone: string): Date =>
  timestampsOf(localMs, timeZone)[0] ?? new Date(Number.NaN)

/** The instant of a full hour on a day (`YYYY-MM-DD`) in a time zone. */
export const timestampOf = (day: string, hour: number, timeZone: string): Date =>
  firstTimestampOf(Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS, timeZone)

/** `YYYY-MM-DDTHH:mm`, the local time at that instant, without seconds. */
export function localTimeOf(at: Date, timeZone: string): string {
  return new Date(at.getTime() + utcOffsetMs(at, timeZone)).toISOString().slice(0, 16)
}

/** A local time as if it were UTC, in milliseconds; NaN if it is none. JavaScript reads February 30 as March 2. */
function parseLocalTime(localTime: string): number {
  const [, minutes, seconds = ':00'] = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2})?$/.exec(localTime) ?? []
  if (minutes === undefined) return Number.NaN
  const ms = Date.parse(`${minutes}${seconds}Z`)
  return Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(minutes) ? Number.NaN : ms
}

/**
 * The instants of the local time `YYYY-MM-DDTHH:mm`, also with `:ss`: two in an hour that comes twice, in order; a
 * skipped hour is moved past the change. Empty if invalid.
 */
export function timestampsOfLocalTime(localTime: string, timeZone: string): Date[] {
  const localMs = parseLocalTime(localTime)
  return Number.isNaN(localMs) ? [] : timestampsOf(localMs, timeZone)
}

/** The first of them; null if invalid. */
export const timestampOfLocalTime = (localTime: string, timeZone: string): Date | null =>
  timestampsOfLocalTime(localTime, timeZone)[0] ?? null

/** A time's zone as people write it at that instant: `EST`, `EDT`, or `GMT+5:45`. */
export function zoneAbbreviation(timeZone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

const TIME_OF_DAY = /^(\d{1,2}):(\d{2})(?::(\d{2}))? ?(?:([ap])\.? ?m\.?)?$/i

/** `HH:mm:ss` of `2:14 PM`, `02:14 pm`, `2:14 p.m.`, `14:14` or `14:14:05`; null if it is no time of day. */
export function readTimeOfDay(typed: string): string | null {
  const [, hour = '', minute = '', second = '00', half = ''] = TIME_OF_DAY.exec(typed) ?? []
  if (hour === '' || (half !== '' && (Number(hour) < 1 || Number(hour) > 12))) return null
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return hours > 23 || Number(minute) > 59 || Number(second) > 59
    ? null
    : `${String(hours).padStart(2, '0')}:${minute}:${second}`
}

/**
 * The local time `YYYY-MM-DDTHH:mm:ss` of `DD-MM-YYYY h:mm AM/PM` (see `formatStamp`), with any spaces, with 24 hours, or
 * with seconds; null if invalid.
 */
export function localTimeOfStamp(stamp: string): string | null {
  const [, day, month, year, typed = ''] =
    /^(\d{2})-(\d{2})-(\d{4}) (.+)$/.exec(cleanTyped(stamp).trim().replace(/\s+/g, ' ')) ?? []
  const time = readTimeOfDay(typed)
  const localTime = `${year}-${month}-${day}T${time}`
  return day === undefined || time === null || Number.isNaN(parseLocalTime(localTime)) ? null : localTime
}

/** The instant of a stamp as `localTimeOfStamp` reads it: of two the first; null if invalid. */
export function timestampOfStamp(stamp: string, timeZone: string): Date | null {
  const localTime = localTimeOfStamp(stamp)
  return localTime === null ? null : timestampOfLocalTime(localTime, timeZone)
}

/** Whether the clocks were set back at this instant's local time, so that it came twice. */
export const isRepeatedTime = (at: Date, timeZone: string): boolean =>
  timestampsOfLocalTime(localTimeOf(at, timeZone), timeZone).length > 1

/**
 * The instant of `YYYY-MM-DD HH:MM:SS` in UTC (see `formatUtcStamp`), also written as ISO 8601 in UTC or without
 * seconds; null if invalid.
 */
export function timestampOfUtcStamp(stamp: string): Date | null {
  const [, day, , time, seconds = ':00'] =
    /^(\d{4}-\d{2}-\d{2})( |T(?=.*Z$))(\d{2}:\d{2})(:\d{2})?(?:\.\d+)? ?(?:Z|UTC)?$/.exec(
      cleanTyped(stamp).trim().replace(/\s+/g, ' '),
    ) ?? []
  const ms = parseLocalTime(`${day}T${time}${seconds}`)
  return Number.isNaN(ms) ? null : new Date(ms)
}

/** The next date, both `YYYY-MM-DD`. */
export const dayAfter = (day: string): string => addDays(day, 1)

/** Of the form `Mon, 24 Nov 2025 00:00:00 GMT`. */
const utcWordsOf = (day: string): string[] => new Date(`${day}T00:00:00Z`).toUTCString().split(/,? /)

/** `Nov 24` for `2025-11-24`. */
export function formatDate(day: string): string {
  const [, date, month] = utcWordsOf(day)
  return `${month} ${Number(date)}`
}

/** `Mon, Nov 24` for `2025-11-24`. */
export const formatDay = (day: string): string => `${utcWordsOf(day)[0]}, ${formatDate(day)}`

/** `Mon, Nov 24, 2025` for `2025-11-24`: for dates of any year. */
export const formatDayWithYear = (day: string): string => `${formatDay(day)}, ${Number(day.slice(0, 4))}`

/** A past date relative to `today`: `Today`, `Yesterday`, `Thu, Nov 20`. */
export function formatRelativeDay(day: string, today: string): string {
  if (day === today) return 'Today'
  if (dayAfter(day) === today) return 'Yesterday'
  return day.slice(0, 4) === today.slice(0, 4) ? formatDay(day) : formatDayWithYear(day)
}

/** A past time: `2:14 PM`, `2:14 PM yesterday`, `2:14 PM on Thu, Nov 20`. */
export function formatWhen(at: Date, timeZone: string, now: Date): string {
  const day = formatRelativeDay(dayOf(at, timeZone), dayOf(now, timeZone))
  const time = formatTime(at, timeZone)
  if (day === 'Today') return time
  return day === 'Yesterday' ? `${time} yesterday` : `${time} on ${day}`
}

/** Whether this runtime knows the time zone (IANA name). */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The zone that a machine says it is in; UTC if it does not know, as `Etc/Unknown`. */
export const zoneOrUtc = (name: string): string => (isTimeZone(name) ? name : 'UTC')

/** A time zone's common name: `Eastern Time`. */
export function zoneName(timeZone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** `Nov 20, 2025, 2:14 PM` in the company's time zone, for people. */
export function formatDateTime(at: Date, timeZone: string): string {
  const day = dayOf(at, timeZone)
  return `${formatDate(day)}, ${Number(day.slice(0, 4))}, ${formatTime(at, timeZone)}`
}

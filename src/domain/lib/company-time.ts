// Local time. Each company has its own "today"; stored times are always instants, and only printing needs the time
// zone.

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
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts
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

/** The first instant with the local time `localMs`, given as if it were UTC. */
function firstTimestampOf(localMs: number, timeZone: string): Date {
  // The offsets of the day before and the day after: different only when daylight saving time changes.
  const [before = 0, after = 0] = [-1, 1].map(days =>
    utcOffsetMs(new Date(localMs + days * 24 * HOUR_MS), timeZone),
  )
  const candidates = [before, after]
    .map(offset => localMs - offset)
    .filter(at => at + utcOffsetMs(new Date(at), timeZone) === localMs)
  // A skipped hour is read with the offset from before.
  return new Date(candidates.length === 0 ? localMs - before : Math.min(...candidates))
}

/** The instant of a full hour on a day (`YYYY-MM-DD`) in a time zone. */
export const timestampOf = (day: string, hour: number, timeZone: string): Date =>
  firstTimestampOf(Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS, timeZone)

/** `YYYY-MM-DDTHH:mm`, the local time at that instant, without seconds. */
export function localTimeOf(at: Date, timeZone: string): string {
  return new Date(at.getTime() + utcOffsetMs(at, timeZone)).toISOString().slice(0, 16)
}

/**
 * The instant of the local time `YYYY-MM-DDTHH:mm`, or null if invalid. For a repeated hour the first; a skipped hour
 * is moved past the change.
 */
export function timestampOfLocalTime(localTime: string, timeZone: string): Date | null {
  const localMs = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(localTime)
    ? Date.parse(`${localTime}:00Z`)
    : Number.NaN
  return Number.isNaN(localMs) ? null : firstTimestampOf(localMs, timeZone)
}

/** The instant of `DD-MM-YYYY h:mm AM/PM` (see `formatStamp`), read as above; null if invalid. */
export function timestampOfStamp(stamp: string, timeZone: string): Date | null {
  const [, day, month, year, hour, minute, half] =
    /^(\d{2})-(\d{2})-(\d{4}) (1[0-2]|[1-9]):([0-5]\d) ([AP]M)$/.exec(stamp) ?? []
  if (day === undefined) return null
  const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0)
  const localTime = `${year}-${month}-${day}T${String(hours).padStart(2, '0')}:${minute}`
  const at = timestampOfLocalTime(localTime, timeZone)
  // JavaScript reads February 30 as March 2.
  return at !== null && new Date(`${localTime}:00Z`).toISOString().startsWith(localTime) ? at : null
}

/** Whether the clocks were set back at this instant's local time, so that it came twice. */
export const isRepeatedTime = (at: Date, timeZone: string): boolean =>
  formatStamp(at, timeZone) === formatStamp(new Date(at.getTime() + HOUR_MS), timeZone)

/** The instant of `YYYY-MM-DD HH:MM:SS` in UTC (see `formatUtcStamp`); null if invalid. */
export function timestampOfUtcStamp(stamp: string): Date | null {
  const at = new Date(
    /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(stamp) ? `${stamp.replace(' ', 'T')}Z` : '',
  )
  return Number.isNaN(at.getTime()) || formatUtcStamp(at) !== stamp ? null : at
}

/** The next date, both `YYYY-MM-DD`. */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 24 * HOUR_MS).toISOString().slice(0, 10)

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

/** A time zone's common name: `Eastern Time`. */
export function zoneName(timeZone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

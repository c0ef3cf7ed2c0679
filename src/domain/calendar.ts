// A company's own clock on the wall. A shop in Indiana and a mobile mechanic in Texas each see
// their own "today"; what is stored is always an instant, and only printing needs the time zone.

const HOUR_MS = 60 * 60 * 1000

const wallParts = (at: Date, timeZone: string): Record<string, string> => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  })
  return Object.fromEntries(format.formatToParts(at).map(part => [part.type, part.value]))
}

/** `YYYY-MM-DD`, the day it is at that instant in the company's time zone. */
export function dayOf(at: Date, timeZone: string): string {
  const { year, month, day } = wallParts(at, timeZone)
  return `${year}-${month}-${day}`
}

/** `h:mm AM/PM` in the company's time zone. */
export function printTime(at: Date, timeZone: string): string {
  const { hour, minute, dayPeriod } = wallParts(at, timeZone)
  return `${hour}:${minute} ${dayPeriod}`
}

/** `DD-MM-YYYY h:mm AM/PM` in the company's time zone: the specification's own stamp (section 3). */
export function printStamp(at: Date, timeZone: string): string {
  const { year, month, day } = wallParts(at, timeZone)
  return `${day}-${month}-${year} ${printTime(at, timeZone)}`
}

/** `YYYY-MM-DD HH:MM:SS` in UTC: how the specification writes pendingTimestamp. */
export const printUtcStamp = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ')

/** How far the wall clock of a time zone is ahead of UTC at that instant, in milliseconds. */
function aheadOfUtc(at: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  })
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at.getTime() / 1000) * 1000
}

/** The instant at which the wall clock of a time zone shows a full hour of a day (`YYYY-MM-DD`). */
export function momentOf(day: string, hour: number, timeZone: string): Date {
  const wall = Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS
  const guess = new Date(wall - aheadOfUtc(new Date(wall), timeZone))
  // Between the guess and the wall's own hour the clocks may have changed.
  return new Date(wall - aheadOfUtc(guess, timeZone))
}

/** The next day of the calendar, `YYYY-MM-DD` both. */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 24 * HOUR_MS).toISOString().slice(0, 10)

/** Whether this runtime knows a time zone by that name (IANA). */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

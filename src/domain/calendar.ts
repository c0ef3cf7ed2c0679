// A company's own clock on the wall. A shop in Indiana and a mobile mechanic in Texas each see
// their own "today"; what is stored is always an instant, and only printing needs the time zone.

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

/** Whether this runtime knows a time zone by that name (IANA). */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

// An hour that is agreed on, as both sides say it: always on the wall of the company that is visited.

import { dayOf, momentOfWallTime, printTime, wallTimeOf } from '#domain/lib/company-time.ts'

/** Whether the wall clock of a time zone never shows `YYYY-MM-DDTHH:mm`: the clocks jump over it. */
export function isSkipped(wall: string, timeZone: string): boolean {
  const moment = momentOfWallTime(wall, timeZone)
  return moment !== null && wallTimeOf(moment, timeZone) !== wall
}

/** `Monday, November 24, 2025` for `2025-11-24`. */
export const printLongDay = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** A moment to come, on the wall of a time zone: `Monday, November 24, 2025 at 8:30 AM`. */
export const printAppointment = (at: Date, timeZone: string): string =>
  `${printLongDay(dayOf(at, timeZone))} at ${printTime(at, timeZone)}`

/** What people call the time of a zone: `Eastern Time`. */
export function zoneName(timeZone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

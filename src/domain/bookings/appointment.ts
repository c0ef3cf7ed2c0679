// Appointment times as both sides say them: in the company's time zone.

import { dayOf, formatTime, localTimeOf, timestampOfLocalTime } from '#domain/lib/company-time.ts'

/** Whether `YYYY-MM-DDTHH:mm` does not exist in a time zone, because daylight saving time skips it. */
export function isSkippedTime(localTime: string, timeZone: string): boolean {
  const timestamp = timestampOfLocalTime(localTime, timeZone)
  return timestamp !== null && localTimeOf(timestamp, timeZone) !== localTime
}

/** `Monday, November 24, 2025` for `2025-11-24`. */
export const formatLongDay = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** A future time in a time zone: `Monday, November 24, 2025 at 8:30 AM`. */
export const formatAppointment = (at: Date, timeZone: string): string =>
  `${formatLongDay(dayOf(at, timeZone))} at ${formatTime(at, timeZone)}`

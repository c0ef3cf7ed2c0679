// Appointment times as both sides say them: in the company's time zone.

import { dayOf, formatDay, formatTime, localTimeOf, timestampOfLocalTime } from '#domain/lib/company-time.ts'
import type { CloseReason } from '#domain/tickets/closing.ts'
import { isRequest } from '#domain/tickets/confirmation.ts'

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

/** The same where there is little room: `Mon, Nov 24, 8:30 AM`. */
export const formatShortAppointment = (at: Date, timeZone: string): string =>
  `${formatDay(dayOf(at, timeZone))}, ${formatTime(at, timeZone)}`

type TicketOfAppointment = Parameters<typeof isRequest>[0] & {
  /** Why a closed ticket ended; null for others. */
  readonly closeReason: CloseReason | null
}

/** A ticket's appointment as the desk reads it: `Booked Mon, Nov 24, 8:30 AM`. */
export function describeAppointment(ticket: TicketOfAppointment, at: Date, timeZone: string): string {
  const { state, closeReason } = ticket
  const time = formatShortAppointment(at, timeZone)
  if (closeReason === 'customer') return `Canceled: ${time}`
  if (state === 'closed') return `Was booked for ${time}`
  return `${isRequest(ticket) || state === 'declined' ? 'Requested for' : 'Booked'} ${time}`
}

import { dayOf, formatDate, formatTime } from './company-time.ts'

/** `Nov 20, 2025, 2:14 PM` in the company's time zone, for people. */
export function formatDateTime(at: Date, timeZone: string): string {
  const day = dayOf(at, timeZone)
  return `${formatDate(day)}, ${Number(day.slice(0, 4))}, ${formatTime(at, timeZone)}`
}

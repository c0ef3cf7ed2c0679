// Until when a customer may change an accepted appointment, and when they are reminded of it.

import { dayAfter, dayOf, timestampOf } from '#domain/lib/company-time.ts'
import type { Preferences } from '#domain/preferences/preferences.ts'
import type { PageBlocker } from '#domain/refusals/page-blocker.ts'
import type { State } from '#domain/tickets/ticket.ts'

const HOUR_MS = 60 * 60 * 1000
/** The hour of the day before at which a reminder is sent. */
const REMINDER_HOUR = 9

/** Until when the customer may change an appointment; null if the company wants a call. */
export const changeEndsAt = (at: Date, changeHours: number | null): Date | null =>
  changeHours === null ? null : new Date(at.getTime() - changeHours * HOUR_MS)

/** What applies to a ticket: once the RV is checked in, its customer calls. */
export const changeHoursOf = (
  { state }: { readonly state: State },
  { changeHours }: Pick<Preferences, 'changeHours'>,
): number | null => (state === 'pending' ? changeHours : null)

type Appointment = {
  readonly at: Date
  /** Of the company; null for never. */
  readonly changeHours: number | null
  /** Whether work on the RV has started. */
  readonly hasBegun: boolean
}

/** Why the customer cannot reschedule or cancel: checked by the page and by the server. */
export function blockersForChanging({ at, changeHours, hasBegun }: Appointment, now: Date): PageBlocker[] {
  const until = changeEndsAt(at, changeHours)
  if (until === null || hasBegun) return [{ code: 'appointment.by-phone' }]
  return now < until ? [] : [{ code: 'appointment.too-late', until }]
}

type AgreedAppointment = {
  readonly at: Date
  /** When both sides agreed on the time. */
  readonly agreedAt: Date
}

/** Whether the customer is reminded now: from 9 AM on the day before, unless the time was agreed on that same day. */
export function isReminderDue({ at, agreedAt }: AgreedAppointment, timeZone: string, now: Date): boolean {
  const today = dayOf(now, timeZone)
  return (
    dayOf(at, timeZone) === dayAfter(today) &&
    dayOf(agreedAt, timeZone) < today &&
    now >= timestampOf(today, REMINDER_HOUR, timeZone)
  )
}

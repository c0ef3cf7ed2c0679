// A technician's visits of a day, and what their customers are told when the technician sets out.

import type { Coordinates } from '#domain/customers/customer.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { milesBetween } from '#domain/lib/distance.ts'
import type { PageBlocker } from '#domain/refusals/page-blocker.ts'
import { isConfirmed, isRequest } from '#domain/tickets/confirmation.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { BookingLocation } from './booking.ts'

/** How far ahead a technician may say that they arrive. */
export const MAX_MINUTES_AWAY = 240
const MINUTE_MS = 60_000

/** When a technician arrives who set out at `setOutAt` and needs that many minutes. */
export const arrivalAfter = (setOutAt: Date, minutes: number): Date =>
  new Date(setOutAt.getTime() + minutes * MINUTE_MS)

type Visit = { readonly place: BookingLocation; readonly at: Date }

/** Why a technician cannot set out for the appointment of `ticket`: it is no visit of today that is still ahead. */
export function blockersForSettingOut(
  ticket: Pick<Ticket, 'state' | 'confirmedAt' | 'lastTransition'>,
  { place, at }: Visit,
  timeZone: string,
  now: Date,
): PageBlocker[] {
  if (isRequest(ticket)) return [{ code: 'ticket.not-yet', step: 'accept' }]
  if (!isConfirmed(ticket)) return [{ code: 'ticket.transitioned', lastTransition: ticket.lastTransition }]
  if (place === 'shop') return [{ code: 'appointment.at-shop' }]
  return dayOf(at, timeZone) === dayOf(now, timeZone) ? [] : [{ code: 'appointment.not-today', at }]
}

/**
 * Adds to each stop, in order, how many miles it is from the one before, and the first one from the shop: great-circle
 * distances; null if either location is unknown.
 */
export const withMiles = <Stop extends { readonly coordinates: Coordinates | null }>(
  shop: Coordinates | null,
  stops: readonly Stop[],
): (Stop & { readonly miles: number | null })[] =>
  stops.map((stop, index) => {
    const from = index === 0 ? shop : (stops[index - 1]?.coordinates ?? null)
    const { coordinates: to } = stop
    return { ...stop, miles: from === null || to === null ? null : milesBetween(from, to) }
  })

// A customer's booking, made without an account: a request that the desk accepts or declines. The times it may ask for
// are in bookable-times.ts.

import type { CustomerField } from '#domain/customers/customer-fields.ts'

/** What customers say of themselves when booking. */
export const BOOKED_BY = ['firstName', 'lastName', 'email', 'phone'] as const satisfies CustomerField[]

export const MAX_BOOKING_PHOTOS = 8
const DAY_MS = 24 * 60 * 60 * 1000
/** An unconfirmed booking is deleted after this. */
const CONFIRM_DAYS = 3

export const BOOKING_LOCATIONS = ['shop', 'site'] as const
/** Whether the RV comes to the shop, or the shop to the RV. */
export type BookingLocation = (typeof BOOKING_LOCATIONS)[number]

/** When confirmation expires: after three days, and never past the requested time. */
export const confirmUntil = ({ bookedAt, wantedAt }: { bookedAt: Date; wantedAt: Date }): Date =>
  new Date(Math.min(bookedAt.getTime() + CONFIRM_DAYS * DAY_MS, wantedAt.getTime()))

/** Unconfirmed bookings made before this time are deleted. */
export const unconfirmedCutoff = (now: Date): Date => new Date(now.getTime() - CONFIRM_DAYS * DAY_MS)

type Site = { readonly address: string; readonly campground: string; readonly siteNumber: string }

/** The RV's location in one line: `Sunny Pines, site 14, 77 County Road 10`. */
export const formatSite = ({ address, campground, siteNumber }: Site): string =>
  [campground, siteNumber === '' ? '' : `site ${siteNumber}`, address].filter(part => part !== '').join(', ')

// What a visitor's booking does. It is checked against the company as it is now, and it becomes a ticket
// as soon as it counts: at once, or once the email is confirmed where letters reach mailboxes.

import type * as z from 'zod'
import type { booked, newBooking } from '#contract/bookings.ts'
import { momentOfWish, printSite, wishFault } from '#domain/bookings/booking.ts'
import { Refusal } from '#domain/lib/refusal.ts'
import { book, type PendingTicket } from '#domain/tickets/ticket.ts'
import type { BookingPhoto } from '#server/db/schema.ts'
import { allow, type Work } from '#server/db/unit-of-work.ts'
import { type Company, getOpenCompany, holdCompany } from '#server/features/companies/store.ts'
import { linkUrlFor } from '#server/features/customer-links/store.ts'
import { addTicket } from '#server/features/tickets/store.ts'
import { sealToken } from '#server/lib/signed-token.ts'
import { writeLetter } from '#server/mail/outbox.ts'
import { invalid } from '#server/rpc/errors.ts'
import type { RequestContext } from '#server/rpc/procedures.ts'
import { alreadyLetter, confirmLetter, receivedLetter } from './emails.ts'
import { addBooking, type Booking, findOpenBooking, saveAsTicket } from './store.ts'

export type NewBooking = z.output<typeof newBooking>
type Booked = z.output<typeof booked>

const openingOf = ({ companySettings, timeZone }: Company) => ({ ...companySettings, timeZone })

/** Takes a visitor's work to the company that they want to book with; NOT_FOUND where there is none. */
export async function enterCompany(work: Work, companyId: string): Promise<Company> {
  allow(work, 'ticket.book')
  await work.enter(companyId)
  return getOpenCompany(work)
}

/** Throws INVALID, beside its field, for a day or time at which nobody is there. Answers with the moment. */
export function checkWish({ wanted }: NewBooking, company: Company, now: Date): Date {
  const fault = wishFault(wanted, openingOf(company), now)
  const at = momentOfWish(wanted, company)
  if (fault === null && at !== null) return at
  throw invalid({ [`wanted.${fault?.field ?? 'time'}`]: fault?.sentence ?? 'Choose a time.' })
}

type Fresh = {
  readonly bookingId: string
  readonly wish: NewBooking
  readonly photos: readonly BookingPhoto[]
}

function rowOf({ bookingId, wish, photos }: Fresh, wantedAt: Date, bookedAt: Date): Booking {
  const { problem, customerDetails, customerRV, where } = wish
  const { coordinates, ...site } = where
  const isAway = where.place === 'site'
  return {
    ...{ bookingId, problem, ...customerDetails, ...customerRV, photos, wantedAt, bookedAt },
    ...(isAway ? site : { place: 'shop', address: '', campground: '', siteNumber: '' }),
    latitude: isAway ? (coordinates?.latitude ?? null) : null,
    longitude: isAway ? (coordinates?.longitude ?? null) : null,
    ...{ ticketId: null, emailConfirmedAt: null, declineReason: null },
  }
}

type Sender = Pick<RequestContext, 'post' | 'fingerprint'>

/** Books within the company that the work has entered. */
export async function bookVisit(work: Work, context: Sender, fresh: Fresh): Promise<Booked> {
  const { post } = context
  const company = await holdCompany(work)
  const from = { company, now: work.now }
  const booking = rowOf(fresh, checkWish(fresh.wish, company, work.now), work.now)

  const open = await findOpenBooking(work, booking.email)
  if (open !== null && !post.reaches) throw new Refusal([{ code: 'booking.open' }])
  if (open !== null) {
    await writeLetter(work, post, alreadyLetter(open, from))
    return { next: 'mail', ticketId: null, followPath: null }
  }
  await addBooking(work, booking)
  if (post.reaches) {
    const held = { companyId: work.companyId, id: booking.bookingId }
    const token = sealToken(context.fingerprint, 'booking', held)
    await writeLetter(work, post, confirmLetter(post, booking, token, from))
    return { next: 'mail', ticketId: null, followPath: null }
  }
  const ticket = await becomeTicket(work, booking, null)
  const link = await linkUrlFor(work, context, ticket)
  await writeLetter(work, post, receivedLetter(booking, from, link))
  // Where no letter reaches a mailbox, this page is all that the customer has.
  const followPath = link?.slice(post.url().length) ?? null
  return { next: 'desk', ticketId: ticket.ticketId, followPath }
}

/** Puts the booking on the desk: a pending ticket, with the problem and its photos as the first job line. */
export async function becomeTicket(
  work: Work,
  booking: Booking,
  emailConfirmedAt: Date | null,
): Promise<PendingTicket> {
  const { firstName, lastName, email, phone, latitude, longitude } = booking
  const { vin, make, model, year, axleAmount } = booking
  const coordinates = latitude === null || longitude === null ? null : { latitude, longitude }
  const ticket = await addTicket(work, ticketId =>
    book(
      {
        ticketId,
        customerDetails: {
          ...{ firstName, lastName, email, phone, coordinates },
          // Whoever goes there reads it on the ticket: the campground and the site are part of the way.
          ...{ address: printSite(booking) || null, profileImageUrl: null },
        },
        // The pool is asked, and taught, by whoever accepts: a visitor learns nothing of it.
        customerRV: { vin, make, model, year, axleAmount, rvImage: null },
        jobs: [{ problem: booking.problem, estimatedTime: 0, estimate: false }],
      },
      work.by,
      work.now,
    ),
  )
  await saveAsTicket(work, booking, ticket.ticketId, emailConfirmedAt)
  return ticket
}

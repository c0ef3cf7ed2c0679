// Bookings as the database keeps them. A booking is a row of its own from the first moment; once it counts,
// it names the ticket that it became.

import { sql } from 'kysely'
import type { Database } from '#server/db/client.ts'
import type { BookingPhoto, BookingRow } from '#server/db/schema.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { insertPhotos } from '#server/features/photos/store.ts'

export type Booking = Omit<BookingRow, 'companyId' | 'photos'> & { readonly photos: readonly BookingPhoto[] }

export async function addBooking(work: UnitOfWork, { photos, ...booking }: Booking): Promise<void> {
  await work.database
    .insertInto('booking')
    .values({ companyId: work.companyId, ...booking, photos: JSON.stringify(photos) })
    .execute()
}

/** The booking; null where there is none any more. */
export async function findBooking(work: UnitOfWork, bookingId: string): Promise<Booking | null> {
  const booking = await work.from('booking').selectAll().where('bookingId', '=', bookingId).executeTakeFirst()
  return booking ?? null
}

/** The same, held until the end of the work: whoever else confirms it waits. */
export async function lockBooking(work: UnitOfWork, bookingId: string): Promise<Booking | null> {
  await work.from('booking').select('bookingId').where('bookingId', '=', bookingId).forUpdate().execute()
  return findBooking(work, bookingId)
}

/** What the ticket was booked as; null for one that the desk made. */
export async function findBookingOfTicket(work: UnitOfWork, ticketId: number): Promise<Booking | null> {
  const booking = await work.from('booking').selectAll().where('ticketId', '=', ticketId).executeTakeFirst()
  return booking ?? null
}

/** The bookings among these tickets. */
export const listBookingsOf = (work: UnitOfWork, ticketIds: readonly number[]): Promise<Booking[]> =>
  work
    .from('booking')
    .selectAll()
    .where('ticketId', 'in', [...ticketIds])
    .execute()

/**
 * A booking under this email that waits for the desk. What nobody has confirmed is in nobody's way: anybody can type
 * anybody's address.
 */
export async function findOpenBooking(work: UnitOfWork, email: string): Promise<Booking | null> {
  const booking = await work
    .from('booking')
    .innerJoin('ticket', join =>
      join
        .onRef('ticket.companyId', '=', 'booking.companyId')
        .onRef('ticket.ticketId', '=', 'booking.ticketId'),
    )
    .selectAll('booking')
    .where('booking.email', '=', email)
    .where('ticket.state', '=', 'pending')
    .orderBy('booking.bookedAt')
    .executeTakeFirst()
  return booking ?? null
}

/** The booking counts from now on, as this ticket; its photos are those of the first job line. */
export async function saveTicketId(
  work: UnitOfWork,
  { bookingId, photos }: Booking,
  ticketId: number,
  emailConfirmedAt: Date | null,
): Promise<void> {
  const ofJob = photos.map(photo => ({ ...photo, moment: 'before' as const, addedAt: work.now }))
  await insertPhotos(work, ticketId, 1, ofJob, bookingId)
  await work
    .update('booking')
    .set({ ticketId, emailConfirmedAt, photos: '[]' })
    .where('bookingId', '=', bookingId)
    .execute()
}

export async function saveDeclineReason(work: UnitOfWork, ticketId: number, reason: string): Promise<void> {
  await work.update('booking').set({ declineReason: reason }).where('ticketId', '=', ticketId).execute()
}

/** Removes a booking that nobody confirmed. */
export async function deleteBooking(work: UnitOfWork, bookingId: string): Promise<void> {
  await work.remove('booking').where('bookingId', '=', bookingId).where('ticketId', 'is', null).execute()
}

/** Every company's bookings from before that moment that nobody confirmed. */
export async function listExpiredBookings(database: Database, before: Date) {
  const { rows } = await sql<{ companyId: string; bookingId: string }>`
    select company_id, booking_id from unconfirmed_bookings(${before})`.execute(database)
  return rows
}

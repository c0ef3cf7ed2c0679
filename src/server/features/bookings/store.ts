// Bookings in the database. A booking has its own row from the start; once it counts, the row names its ticket.

import { type RawBuilder, sql } from 'kysely'
import { formatSite } from '#domain/bookings/booking.ts'
import { withMiles } from '#domain/bookings/stops.ts'
import { dayAfter, timestampOf } from '#domain/lib/company-time.ts'
import { pickFields } from '#domain/lib/pick-fields.ts'
import { type AcrossCompanies, listInReach } from '#server/db/cluster-nodes.ts'
import type { BookingPhoto } from '#server/db/column-types.ts'
import { toCoordinates } from '#server/db/coordinate-columns.ts'
import type { Row } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { listLoads } from '#server/features/components/fitted-store.ts'
import { insertPhotos } from '#server/features/photos/store.ts'
import { sumOfJobs } from '#server/features/tickets/store.ts'

export type Booking = Omit<Row<'booking'>, 'companyId' | 'photos'> & {
  readonly photos: readonly BookingPhoto[]
}

/** What a new booking has nothing of yet. */
export const UNANSWERED = {
  payment: null,
  declineReason: null,
  rescheduledAt: null,
  remindedAt: null,
  arrivingAt: null,
  canceledAt: null,
  cancellationSeenAt: null,
  sequence: 0,
} as const satisfies Partial<Booking>

export const addBooking = (work: UnitOfWork, { photos, payment, ...booking }: Booking): void =>
  work.insert('booking', {
    ...{ ...booking, photos: JSON.stringify(photos) },
    payment: payment && JSON.stringify(payment),
  })

/** The booking; null if it does not exist. */
export async function findBooking(work: UnitOfWork, bookingId: string): Promise<Booking | null> {
  const booking = await work.from('booking').selectAll().where('bookingId', '=', bookingId).executeTakeFirst()
  return booking ?? null
}

/** The same, locked until the transaction ends. */
export async function lockBooking(work: UnitOfWork, bookingId: string): Promise<Booking | null> {
  await work.from('booking').select('bookingId').where('bookingId', '=', bookingId).forUpdate().execute()
  return findBooking(work, bookingId)
}

const bookingOfTicket = statement((scope, { ticketId }: { ticketId: number }) =>
  scope.from('booking').selectAll().where('ticketId', '=', ticketId),
)

/** The ticket's booking; null for a ticket without an appointment. */
export const findBookingOfTicket = async (work: UnitOfWork, ticketId: number): Promise<Booking | null> =>
  (await bookingOfTicket(work, { ticketId }).executeTakeFirst()) ?? null

/** The bookings of these tickets. */
export const listBookingsOf = (work: UnitOfWork, ticketIds: readonly number[]): Promise<Booking[]> =>
  work
    .from('booking')
    .selectAll()
    .where('ticketId', 'in', [...ticketIds])
    .execute()

/** An open booking under this email. Unconfirmed ones do not count, because anyone can enter any address. */
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
    .where('ticket.confirmedAt', 'is', null)
    .orderBy('booking.bookedAt')
    .executeTakeFirst()
  return booking ?? null
}

/** Links the booking to its ticket; its photos belong to the first job line. */
export async function saveTicketId(
  work: UnitOfWork,
  { bookingId, photos }: Booking,
  ticketId: number,
  emailConfirmedAt: Date | null,
): Promise<void> {
  const ofJob = photos.map(photo => ({ ...photo, moment: 'before' as const, addedAt: work.now }))
  await insertPhotos(work, ticketId, 1, ofJob, { bookingId })
  work.save('booking', { bookingId }, { ticketId, emailConfirmedAt, photos: '[]' })
}

/** For a ticket without one, or with a request that nobody has accepted. */
export const NO_APPOINTMENT = 'This ticket has no appointment.'

const APPOINTMENT_COLUMNS = [
  ...(['wantedAt', 'rescheduledAt', 'remindedAt', 'arrivingAt'] as const),
  ...(['canceledAt', 'cancellationSeenAt', 'sequence'] as const),
]

/** Saves the time of an accepted appointment, what its customer was told of it, and its cancellation. */
export const saveAppointment = (work: UnitOfWork, booking: Booking): void =>
  work.save('booking', { bookingId: booking.bookingId }, pickFields(booking, APPOINTMENT_COLUMNS))

/**
 * The visits on a day of the company that were not called off, of those that `isIncluded` says of the query's ticket, in
 * order, each with the miles from the one before.
 */
export async function listStops(work: UnitOfWork, isIncluded: RawBuilder<boolean>, day: string) {
  const rows = await work
    .from('ticket')
    .innerJoin('booking', join =>
      join
        .onRef('booking.companyId', '=', 'ticket.companyId')
        .onRef('booking.ticketId', '=', 'ticket.ticketId'),
    )
    .where(isIncluded)
    .where('ticket.state', 'not in', ['declined', 'closed'])
    .where('ticket.confirmedAt', 'is not', null)
    .where('booking.place', '=', 'site')
    .where('booking.wantedAt', '>=', timestampOf(day, 0, work.timeZone))
    .where('booking.wantedAt', '<', timestampOf(dayAfter(day), 0, work.timeZone))
    .select(['ticket.ticketId', 'ticket.state', 'ticket.firstName', 'ticket.lastName', 'ticket.phone'])
    .select(['ticket.make', 'ticket.model', 'ticket.year'])
    .select(['booking.wantedAt as at', 'booking.arrivingAt', 'booking.latitude', 'booking.longitude'])
    .select(['booking.address', 'booking.campground', 'booking.siteNumber'])
    .select(sumOfJobs(work, 'ticket.ticketId', sql`estimated_time`).as('estimatedHours'))
    .orderBy('booking.wantedAt')
    .orderBy('ticket.ticketId')
    .execute()
  const loads = await listLoads(
    work,
    rows.map(({ ticketId }) => ticketId),
  )
  const visits = rows.map(({ latitude, longitude, ...visit }) => ({
    ...visit,
    loads: loads.filter(({ ticketId }) => ticketId === visit.ticketId).map(({ load }) => load),
    site: formatSite(visit),
    address: visit.address === '' ? visit.campground : visit.address,
    coordinates: toCoordinates({ latitude, longitude }),
  }))
  const { coordinates } = await getCompany(work)
  return { day, timeZone: work.timeZone, stops: withMiles(coordinates, visits) }
}

/** Raises the version of the appointment's calendar file, because its ticket is closed or open again. */
export const raiseSequence = (work: UnitOfWork, ticketId: number): void =>
  work.write(
    work
      .update('booking')
      .set(({ eb }) => ({ sequence: eb('sequence', '+', 1), canceledAt: null, cancellationSeenAt: null }))
      .where('ticketId', '=', ticketId),
  )

/** Cancellations that the desk has not dismissed, the latest first. */
export const listUnseenCancellations = (work: UnitOfWork, limit: number) =>
  work
    .from('booking')
    .innerJoin('ticket', join =>
      join
        .onRef('ticket.companyId', '=', 'booking.companyId')
        .onRef('ticket.ticketId', '=', 'booking.ticketId'),
    )
    .select(['ticket.ticketId', 'ticket.firstName', 'ticket.lastName', 'ticket.phone'])
    .select(['wantedAt', 'canceledAt'])
    .where('canceledAt', 'is not', null)
    .where('cancellationSeenAt', 'is', null)
    .orderBy('canceledAt', 'desc')
    .orderBy('ticket.ticketId')
    .limit(limit)
    .$narrowType<{ canceledAt: Date }>()
    .execute()

/** Further ahead than tomorrow anywhere on earth. */
const REMINDER_SPAN_MS = 48 * 60 * 60 * 1000

/** Every company's accepted appointments within two days of which the customer was not reminded. */
export async function listUnremindedAppointments(services: AcrossCompanies, now: Date) {
  const among = await listInReach(services)
  const until = new Date(now.getTime() + REMINDER_SPAN_MS)
  const { rows } = await sql<{ companyId: string; ticketId: number; timeZone: string }>`
    select * from unreminded_appointments(${now}, ${until}, ${among}::uuid[])`.execute(services.database)
  return rows
}

export const saveDeclineReason = (work: UnitOfWork, ticketId: number, declineReason: string): void =>
  work.save('booking', { ticketId }, { declineReason })

/** Deletes an unconfirmed booking. */
export async function deleteBooking(work: UnitOfWork, bookingId: string): Promise<void> {
  await work.remove('booking').where('bookingId', '=', bookingId).where('ticketId', 'is', null).execute()
}

/** Every company's unconfirmed bookings from before that time. */
export async function listExpiredBookings(services: AcrossCompanies, before: Date) {
  const among = await listInReach(services)
  const { rows } = await sql<{ companyId: string; bookingId: string }>`
    select company_id, booking_id from unconfirmed_bookings(${before}, ${among}::uuid[])`.execute(
    services.database,
  )
  return rows
}

// A booking as the desk sees it before answering.

import { milesBetween, reachOf } from '#domain/lib/distance.ts'
import { NO_MONEY } from '#domain/lib/money.ts'
import { isRequest } from '#domain/tickets/confirmation.ts'
import { toCoordinates } from '#server/db/coordinate-columns.ts'
import { findBookingPaymentView } from '#server/features/billing/booking-payment-store.ts'
import { getCompany, isBillingOn } from '#server/features/companies/store.ts'
import { listHeld } from '#server/features/ledger/store.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { toPhotoDto } from '#server/files/file-keys.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { query } from '#server/rpc/procedures.ts'
import { findConflict } from './rules-store.ts'
import { findBookingOfTicket, listUnseenCancellations } from './store.ts'

/** The maximum number of cancellations above the board. */
const MAX_CANCELLATIONS = 50

export const listCancellations = query.bookings.listCancellations.handler(async ({ context: { work } }) => {
  const canceled = await listUnseenCancellations(work, MAX_CANCELLATIONS)
  const held = await listHeld(
    work,
    canceled.map(({ ticketId }) => ticketId),
  )
  return { cancellations: canceled.map(each => ({ ...each, held: held.get(each.ticketId) ?? NO_MONEY })) }
})

export const getBooking = query.bookings.get.handler(async ({ input, context: { work } }) => {
  const { ticketId } = input
  const booking = await findBookingOfTicket(work, ticketId)
  if (booking === null) throw notFound('This ticket has no booking: your shop created it.')
  const company = await getCompany(work)
  const ticket = await getTicket(work, ticketId)
  const {
    confirmedAt,
    jobs: [job],
  } = ticket
  const isRequested = isRequest(ticket) && booking.wantedAt > work.now
  const site = toCoordinates(booking)
  const isAway = booking.place === 'site'
  const agreed = (await isBillingOn(work)) ? await findBookingPaymentView(work, ticket) : null
  return {
    ...booking,
    ticketId,
    isByShop: confirmedAt?.getTime() === booking.bookedAt.getTime(),
    customerDetails: booking,
    photos: (job?.photos ?? []).map(photo => toPhotoDto(ticketId, photo)),
    payment: agreed?.sentence ?? null,
    miles: site === null || company.coordinates === null ? null : milesBetween(company.coordinates, site),
    reach: isAway ? reachOf(company, site) : 'within',
    timeZone: company.timeZone,
    conflict: isRequested ? await findConflict(work, booking, company) : null,
  }
})

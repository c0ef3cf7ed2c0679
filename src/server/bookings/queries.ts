// What the desk reads of a booking before it answers.

import { milesBetween, reachOf } from '#domain/distance.ts'
import { query } from '#server/api.ts'
import { getCompany } from '#server/companies/store.ts'
import { notFound } from '#server/errors.ts'
import { photoAnswer } from '#server/picture-paths.ts'
import { getTicket } from '#server/tickets/store.ts'
import { allow } from '#server/work.ts'
import { findBookingOf } from './store.ts'

export const readBooking = query.bookings.get.handler(async ({ input, context: { work } }) => {
  allow(work, 'ticket.accept')
  const { ticketId } = input
  const booking = await findBookingOf(work, ticketId)
  if (booking === null) throw notFound('Nobody booked this ticket: the desk made it.')
  const company = await getCompany(work)
  const [job] = (await getTicket(work, ticketId)).jobs
  const { firstName, lastName, email, phone, latitude, longitude, ...rest } = booking
  const site = latitude === null || longitude === null ? null : { latitude, longitude }
  const isAway = booking.place === 'site'
  return {
    ...rest,
    ticketId,
    customerDetails: { firstName, lastName, email, phone },
    photos: (job?.photos ?? []).map(photo => photoAnswer(ticketId, photo)),
    miles: site === null || company.coordinates === null ? null : milesBetween(company.coordinates, site),
    reach: isAway ? reachOf(company, site) : 'within',
    timeZone: company.timeZone,
  }
})

// An accepted appointment as a calendar file, for the customer of a link.

import { formatSite } from '#domain/bookings/booking.ts'
import { calendarFile } from '#domain/bookings/calendar-file.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { linkedTicketOf } from '#server/features/customer-links/middleware.ts'
import { linkUrlFor } from '#server/features/customer-links/store.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { toSingleLine } from '#server/mail/outbox.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { findBookingOfTicket, NO_APPOINTMENT } from './store.ts'

export async function getCalendarFile(work: UnitOfWork, context: RequestContext): Promise<string> {
  const ticket = await getTicket(work, linkedTicketOf(work))
  authorize(work, 'ticket.see', ticket)
  const booking = await findBookingOfTicket(work, ticket.ticketId)
  if (booking === null || !isInWork(ticket)) throw notFound(NO_APPOINTMENT)
  const { companyName, companyPhone, companyAddress } = await getCompany(work)
  const url = (await linkUrlFor(work, context, ticket)) ?? context.mailContext.url()
  const changedAt = booking.rescheduledAt ?? booking.bookedAt
  return calendarFile({
    uid: `${booking.bookingId}@${new URL(url).hostname}`,
    sequence: Math.floor((changedAt.getTime() - booking.bookedAt.getTime()) / 1000),
    writtenAt: work.now,
    at: booking.wantedAt,
    title: `RV appointment at ${toSingleLine(companyName)}`,
    location: booking.place === 'site' ? formatSite(booking) : (companyAddress ?? companyName),
    description: `${toSingleLine(companyName)}, ${toSingleLine(companyPhone)}\n${url}`,
    url,
  })
}

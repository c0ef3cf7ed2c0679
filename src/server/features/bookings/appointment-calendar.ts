// An accepted appointment as a calendar file, for the customer of a link.

import { formatSite } from '#domain/bookings/booking.ts'
import { calendarFile, methodOf } from '#domain/bookings/calendar-file.ts'
import { wasNeverAccepted } from '#domain/tickets/ticket.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { linkedTicketOf } from '#server/features/customer-links/middleware.ts'
import { linkUrlFor } from '#server/features/customer-links/store.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { toSingleLine } from '#server/mail/outbox.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { findBookingOfTicket, NO_APPOINTMENT } from './store.ts'

/** A calendar that has the event removes it once the ticket is closed. */
export async function getCalendarFile(
  work: UnitOfWork,
  context: RequestContext,
): Promise<{ text: string; method: string }> {
  const ticket = await getTicket(work, linkedTicketOf(work))
  authorize(work, 'ticket.see', ticket)
  const booking = await findBookingOfTicket(work, ticket.ticketId)
  if (booking === null || wasNeverAccepted(ticket)) throw notFound(NO_APPOINTMENT)
  const { companyName, companyPhone, companyAddress } = await getCompany(work)
  const url = (await linkUrlFor(work, context, ticket)) ?? context.mailContext.url()
  const event = {
    uid: `${booking.bookingId}@${new URL(url).hostname}`,
    sequence: booking.sequence,
    isCanceled: ticket.state === 'closed',
    writtenAt: work.now,
    at: booking.wantedAt,
    title: `RV appointment at ${toSingleLine(companyName)}`,
    location: booking.place === 'site' ? formatSite(booking) : (companyAddress ?? companyName),
    description: `${toSingleLine(companyName)}, ${toSingleLine(companyPhone)}\n${url}`,
    url,
  }
  return { text: calendarFile(event), method: methodOf(event) }
}

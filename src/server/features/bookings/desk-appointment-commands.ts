// The desk makes appointments for people who call, and moves those of all customers. It may choose a time that customers
// are not offered: the form says so.

import { randomUUID } from 'node:crypto'
import { appointmentTimeError } from '#domain/bookings/bookable-times.ts'
import { isConfirmed } from '#domain/tickets/confirmation.ts'
import { bookConfirmed } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { type Company, getCompany, lockCompany } from '#server/features/companies/store.ts'
import { mailedLinkUrlFor } from '#server/features/customer-links/store.ts'
import { pickCustomer } from '#server/features/customers/company-customer-store.ts'
import { enqueuePush } from '#server/features/push-subscriptions/store.ts'
import { yearErrors } from '#server/features/rigs/store.ts'
import { getLaborChoices } from '#server/features/tickets/job-store.ts'
import { addTicket } from '#server/features/tickets/new-ticket-store.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { emailCustomer } from '#server/mail/limited-mail.ts'
import { command, query } from '#server/rpc/procedures.ts'
import { type BookingHooks, saveMoved } from './appointment-commands.ts'
import { withKnownRig } from './commands.ts'
import { type NewBooking, newTicketOf, timestampUnless, toBooking } from './create-booking.ts'
import { addressed, madeByShopEmail, movedByShopEmail } from './emails.ts'
import { offerOn } from './rules-procedures.ts'
import { addBooking, findBookingOfTicket, NO_APPOINTMENT } from './store.ts'

/** The timestamp of an appointment; INVALID for its errors, and `otherErrors`. */
function validateAppointment(
  { wanted }: Pick<NewBooking, 'wanted'>,
  company: Company,
  now: Date,
  otherErrors: Readonly<Record<string, string>> = {},
): Date {
  const error = appointmentTimeError(wanted, company, now)
  const errors = { ...otherErrors, ...(error !== null && { [`wanted.${error.field}`]: error.sentence }) }
  return timestampUnless(errors, wanted, company)
}

export const createAppointment = command.bookings.create.handler(async ({ input, context }) => {
  const { work } = context
  // Customers who book at the same moment count it.
  const company = await lockCompany(work)
  const { wanted, estimatedTime, customerId, ...request } = input
  const wantedAt = validateAppointment({ wanted }, company, work.now, yearErrors(work, input.customerRV.year))
  const booking = toBooking({ bookingId: randomUUID(), request, photos: [] }, wantedAt, work.now)
  const { appointment, ...newTicket } = await withKnownRig(
    work,
    newTicketOf(booking, await getLaborChoices(work), work.timeZone, estimatedTime),
  )
  // Where they are visited may be a campground.
  const picked =
    customerId === undefined
      ? null
      : await pickCustomer(work, customerId, { ...newTicket.customerDetails, address: null })
  const ticket = await addTicket(
    work,
    ticketId => ({ ...bookConfirmed({ ticketId, ...newTicket }, work.by, work.now), appointment }),
    picked,
  )
  addBooking(work, { ...booking, ticketId: ticket.ticketId })
  const link = await mailedLinkUrlFor(work, context, ticket)
  const email = madeByShopEmail(booking, { company, now: work.now }, link)
  return { ticketId: ticket.ticketId, email: await emailCustomer(work, context, email) }
})

/** What both sides agreed on; NOT_FOUND for a request, and without one. */
async function getAppointment(work: UnitOfWork, ticketId: number) {
  const ticket = await getTicket(work, ticketId)
  const booking = await findBookingOfTicket(work, ticketId)
  if (booking === null || !isConfirmed(ticket)) throw notFound(NO_APPOINTMENT)
  return { ticket, booking: addressed(booking, ticket) }
}

export const listTimesForMoving = query.bookings.timesForMoving.handler(
  async ({ input: { ticketId, day }, context: { work } }) => {
    const { booking } = await getAppointment(work, ticketId)
    const request = { day, place: booking.place, exceptTicketId: ticketId }
    return offerOn(work, await getCompany(work), request)
  },
)

export const moveAppointment = (hooks: BookingHooks) =>
  command.bookings.move.handler(async ({ input, context }) => {
    const { work } = context
    const { ticket, booking } = await getAppointment(work, input.ticketId)
    const company = await lockCompany(work)
    const wantedAt = validateAppointment(input, company, work.now)
    if (wantedAt.getTime() === booking.wantedAt.getTime()) return { email: null, serviceBayNote: null }
    const { moved, serviceBayNote } = await saveMoved(
      work,
      hooks,
      ticket,
      booking,
      wantedAt,
      'move-appointment',
    )
    await enqueuePush(work, context, ticket, { about: 'move' })
    const link = await mailedLinkUrlFor(work, context, ticket)
    const email = movedByShopEmail(moved, { company, now: work.now }, link)
    return { email: await emailCustomer(work, context, email), serviceBayNote }
  })

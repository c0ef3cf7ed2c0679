// Creates a visitor's booking. It is validated against the company, and becomes a ticket at once, or after email
// confirmation if there is a mail server.

import type * as z from 'zod'
import type { bookingResult, newBooking } from '#contract/bookings.ts'
import { formatAppointment } from '#domain/bookings/appointment.ts'
import { bookingTimeError, timestampOfRequest } from '#domain/bookings/bookable-times.ts'
import { BOOKED_BY, formatSite } from '#domain/bookings/booking.ts'
import type { BookingRules } from '#domain/bookings/booking-rules.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { pickFields } from '#domain/lib/pick-fields.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { modelYearError } from '#domain/rigs/model-year.ts'
import { RIG_FIELDS } from '#domain/rigs/rig-fields.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { book, type PendingTicket } from '#domain/tickets/ticket.ts'
import type { BookingPhoto } from '#server/db/column-types.ts'
import { toCoordinateColumns, toCoordinates } from '#server/db/coordinate-columns.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import {
  type Company,
  findBookingPayment,
  getOpenCompany,
  lockCompany,
  openingTimesOf,
} from '#server/features/companies/store.ts'
import { linkUrlFor } from '#server/features/customer-links/store.ts'
import { addNotice } from '#server/features/notices/store.ts'
import { getLaborChoices, type LaborChoices } from '#server/features/tickets/job-store.ts'
import { addTicket } from '#server/features/tickets/new-ticket-store.ts'
import { invalid } from '#server/lib/api-errors.ts'
import { formatPhone } from '#server/lib/phone-format.ts'
import { signToken } from '#server/lib/signed-token.ts'
import { mayEmailOthers } from '#server/mail/limited-mail.ts'
import { enqueueEmail } from '#server/mail/outbox.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { alreadyBookedEmail, confirmEmail, receivedEmail } from './emails.ts'
import { getRulesOn } from './rules-store.ts'
import { addBooking, type Booking, findOpenBooking, saveTicketId, UNANSWERED } from './store.ts'

export type NewBooking = z.output<typeof newBooking>
type BookingResult = z.output<typeof bookingResult>

/** Moves a visitor's unit of work into the company they book with; NOT_FOUND if it does not exist. */
export async function enterCompany(work: UnitOfWork, companyId: string): Promise<Company> {
  authorize(work, 'ticket.book')
  work.enterCompany(companyId)
  return getOpenCompany(work)
}

type RequestedBooking = Pick<NewBooking, 'wanted'> & {
  readonly where: Pick<NewBooking['where'], 'place'>
} & Partial<Pick<NewBooking, 'customerRV'>>

/** The errors of a year that is none, and of a day or time when the company takes no booking. */
export function requestErrors(
  {
    wanted,
    where,
    customerRV,
  }: { readonly [Name in keyof RequestedBooking]?: RequestedBooking[Name] | undefined },
  company: Company,
  rules: BookingRules,
  now: Date,
): Record<string, string> {
  const yearError = customerRV === undefined ? null : modelYearError(customerRV.year, now)
  const request = wanted && { ...wanted, place: where?.place ?? 'shop' }
  const timeError = request ? bookingTimeError(request, openingTimesOf(company), rules, now) : null
  const isNoTime = wanted !== undefined && timeError === null && timestampOfRequest(wanted, company) === null
  return {
    ...(yearError !== null && { 'customerRV.year': yearError }),
    ...(timeError !== null && { [`wanted.${timeError.field}`]: timeError.sentence }),
    ...(isNoTime && { 'wanted.time': 'Choose a time.' }),
  }
}

/** The timestamp of a request; INVALID for its errors, and `otherErrors`. */
export function validateRequest(
  request: RequestedBooking,
  company: Company,
  rules: BookingRules,
  now: Date,
  otherErrors: Readonly<Record<string, string>> = {},
): Date {
  const errors = { ...otherErrors, ...requestErrors(request, company, rules, now) }
  return timestampUnless(errors, request.wanted, company)
}

/** The timestamp of a requested time; INVALID if the request has these errors. */
export function timestampUnless(
  errors: Readonly<Record<string, string>>,
  wanted: NewBooking['wanted'],
  company: Company,
): Date {
  const at = timestampOfRequest(wanted, company)
  if (Object.keys(errors).length > 0 || at === null) throw invalid(errors)
  return at
}

/** What a visitor and the desk enter alike. */
type BookedVisit = Omit<NewBooking, 'wanted' | 'website'>

type BookingDraft = {
  readonly bookingId: string
  readonly request: BookedVisit
  readonly photos: readonly BookingPhoto[]
}

export function toBooking(
  { bookingId, request, photos }: BookingDraft,
  wantedAt: Date,
  bookedAt: Date,
): Booking {
  const { problem, customerDetails, customerRV, where: location } = request
  const { coordinates, ...site } = location
  const isAway = location.place === 'site'
  return {
    bookingId,
    problem,
    ...customerDetails,
    phone: formatPhone(customerDetails.phone),
    ...customerRV,
    photos,
    wantedAt,
    bookedAt,
    ...(isAway ? site : { place: 'shop', address: '', campground: '', siteNumber: '' }),
    ...toCoordinateColumns(isAway ? coordinates : null),
    ticketId: null,
    emailConfirmedAt: null,
    ...UNANSWERED,
  }
}

type BookingContext = Pick<RequestContext, 'mailContext' | 'rateLimiter' | 'keyedHash' | 'externalServices'>

/** Books within the current company. */
export async function createBooking(
  work: UnitOfWork,
  context: BookingContext,
  draft: BookingDraft & { readonly request: NewBooking },
): Promise<BookingResult> {
  const { mailContext } = context
  const company = await lockCompany(work)
  const from = { company, now: work.now }
  const rules = await getRulesOn(work, draft.request.wanted.day, company)
  const booking = {
    ...toBooking(draft, validateRequest(draft.request, company, rules, work.now), work.now),
    payment: await findBookingPayment(work, context.externalServices.cards),
  }

  const openBooking = await findOpenBooking(work, booking.email)
  const mayEmail = mailContext.canDeliver && (await mayEmailOthers(work, context))
  if (openBooking !== null && !mayEmail) throw new Refusal([{ code: 'booking.open' }])
  if (openBooking !== null) {
    await enqueueEmail(work, mailContext, alreadyBookedEmail(openBooking, from))
    return { next: 'mail', ticketId: null, followPath: null }
  }
  addBooking(work, booking)
  if (mayEmail) {
    const subject = { companyId: work.companyId, id: booking.bookingId }
    const token = signToken(context.keyedHash, 'booking', subject)
    await enqueueEmail(work, mailContext, confirmEmail(mailContext, booking, token, from))
    return { next: 'mail', ticketId: null, followPath: null }
  }
  const ticket = await receiveBooking(work, company, booking, null)
  const link = await linkUrlFor(work, context, ticket)
  if (!mailContext.canDeliver) await enqueueEmail(work, mailContext, receivedEmail(booking, from, link))
  // Without an email, this page is all that the customer has.
  const followPath = link?.slice(mailContext.url().length) ?? null
  return { next: 'desk', ticketId: ticket.ticketId, followPath }
}

/** Puts the visitor's booking on the desk, and notifies the owner. */
export async function receiveBooking(
  work: UnitOfWork,
  { timeZone }: Company,
  booking: Booking,
  emailConfirmedAt: Date | null,
): Promise<PendingTicket> {
  const ticket = await convertToTicket(work, booking, emailConfirmedAt, timeZone)
  const { problem, wantedAt } = booking
  const appointment = formatAppointment(wantedAt, timeZone)
  await addNotice(
    work,
    {
      ticketId: ticket.ticketId,
      content: { kind: 'booking', customer: fullName(booking), appointment, problem },
    },
    timeZone,
  )
  return ticket
}

/** When a booking is for, as its ticket has it. */
export const toTicketAppointment = ({ wantedAt, place }: Booking, timeZone: string) => ({
  at: wantedAt,
  day: dayOf(wantedAt, timeZone),
  isMobile: place === 'site',
})

/** The ticket of a booking, with the problem as its first job line; `estimatedTime` in hours. */
export const newTicketOf = (
  booking: Booking,
  { newJobRule }: LaborChoices,
  timeZone: string,
  estimatedTime = 0,
) => ({
  customerDetails: {
    ...pickFields(booking, BOOKED_BY),
    coordinates: toCoordinates(booking),
    // Technicians who drive there need the campground and the site.
    address: formatSite(booking) || null,
    profileImageUrl: null,
  },
  customerRV: { ...pickFields(booking, RIG_FIELDS), rvImage: null },
  jobs: [
    {
      problem: booking.problem,
      estimatedTime,
      estimate: false,
      clockRule: newJobRule && { ...newJobRule, timeZone },
    },
  ],
  appointment: toTicketAppointment(booking, timeZone),
})

/** Puts the booking on the desk: a pending ticket; the photos are of its first job line. */
export async function convertToTicket(
  work: UnitOfWork,
  booking: Booking,
  emailConfirmedAt: Date | null,
  timeZone: string,
): Promise<PendingTicket> {
  // Shared rigs are read and changed when the desk accepts: a visitor learns nothing about them.
  const { appointment, ...newTicket } = newTicketOf(booking, await getLaborChoices(work), timeZone)
  const ticket = await addTicket(work, ticketId => ({
    ...book({ ticketId, ...newTicket }, work.by, work.now),
    appointment,
  }))
  await saveTicketId(work, booking, ticket.ticketId, emailConfirmedAt)
  return ticket
}

// A company's booking rules in the database: closed days and limits.

import { appointmentSpan } from '#domain/bookings/bookable-times.ts'
import type { BookingLocation } from '#domain/bookings/booking.ts'
import {
  areBookingsTaken,
  BOOKING_LIMITS,
  type BookedTime,
  type BookingLimit,
  type BookingLimits,
  type BookingRules,
  isWhenClosed,
  NO_LIMITS,
  offerProblem,
} from '#domain/bookings/booking-rules.ts'
import { customerLabel } from '#domain/customers/customer.ts'
import { addDays } from '#domain/lib/calendar-date.ts'
import { localTimeOf, timestampOf } from '#domain/lib/company-time.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { type Company, openingTimesOf } from '#server/features/companies/store.ts'

const closedDaysFrom = statement((scope, { day }: { day: string }) =>
  scope
    .from('closedDays')
    .select(['closedDaysId', 'firstDay', 'lastDay', 'reason'])
    .where('lastDay', '>=', day)
    .orderBy('firstDay'),
)

/** The company's closed days that are not over on that day, by date. */
export const listClosedDays = (work: UnitOfWork, day: string) => closedDaysFrom(work, { day }).execute()

const bookingLimits = statement(scope => scope.from('bookingLimit').select(['kind', 'maximum']))

export async function getLimits(work: UnitOfWork): Promise<BookingLimits> {
  const rows = await bookingLimits(work).execute()
  return { ...NO_LIMITS, ...Object.fromEntries(rows.map(({ kind, maximum }) => [kind, maximum])) }
}

/** Whether customers can book with the company: it is open to the public, and takes some. */
export const takesBookings = async (
  work: UnitOfWork,
  { suspension }: Pick<Company, 'suspension'>,
): Promise<boolean> => suspension === null && areBookingsTaken(await getLimits(work))

type ChangedLimits = { readonly [Kind in BookingLimit]?: number | null | undefined }

/** Saves the limits that are given: null removes one. */
export async function saveLimits(work: UnitOfWork, limits: ChangedLimits): Promise<void> {
  for (const kind of BOOKING_LIMITS) {
    const maximum = limits[kind]
    if (maximum === null) await work.remove('bookingLimit').where('kind', '=', kind).execute()
    else if (maximum !== undefined) work.upsert('bookingLimit', { kind, maximum }, { key: ['kind'] })
  }
}

type DaySpan = { readonly from: string; readonly to: string; readonly timeZone: string }

const appointmentsWithin = statement((scope, { from, until }: { from: Date; until: Date }) =>
  scope
    .from('booking')
    .innerJoin('ticket', join =>
      join
        .onRef('ticket.companyId', '=', 'booking.companyId')
        .onRef('ticket.ticketId', '=', 'booking.ticketId'),
    )
    .select(['ticket.ticketId', 'ticket.firstName', 'ticket.lastName', 'wantedAt', 'place'])
    .where('wantedAt', '>=', from)
    .where('wantedAt', '<', until)
    .where('ticket.state', 'not in', ['declined', 'closed'])
    .orderBy('wantedAt'),
)

/** Appointments from one day to another, both included, requested ones too. */
function listAppointments(work: UnitOfWork, { from, to, timeZone }: DaySpan) {
  const until = timestampOf(addDays(to, 1), 0, timeZone)
  return appointmentsWithin(work, { from: timestampOf(from, 0, timeZone), until }).execute()
}

/** The rules for those days. The appointment of `exceptTicketId` does not count: it is to be moved. */
export async function getRules(
  work: UnitOfWork,
  span: DaySpan,
  exceptTicketId?: number,
): Promise<BookingRules> {
  const [closedDays, limits] = await Promise.all([listClosedDays(work, span.from), getLimits(work)])
  const isLimited = BOOKING_LIMITS.some(kind => limits[kind] !== null)
  const appointments = isLimited ? await listAppointments(work, span) : []
  const booked = appointments
    .filter(({ ticketId }) => ticketId !== exceptTicketId)
    .map(appointment => bookedTimeOf(appointment, span))
  return { closedDays, limits, booked }
}

/** The rules for one day. */
export const getRulesOn = (
  work: UnitOfWork,
  day: string,
  { timeZone }: { readonly timeZone: string },
  exceptTicketId?: number,
): Promise<BookingRules> => getRules(work, { from: day, to: day, timeZone }, exceptTicketId)

/** The appointments ahead that are when the company is closed, by time. */
export async function listAppointmentsWhenClosed(work: UnitOfWork, company: Company) {
  const opening = openingTimesOf(company)
  const span = { ...appointmentSpan(opening, work.now), timeZone: company.timeZone }
  const [closedDays, appointments] = await Promise.all([
    listClosedDays(work, span.from),
    listAppointments(work, span),
  ])
  return appointments
    .filter(
      appointment =>
        appointment.wantedAt > work.now &&
        isWhenClosed(bookedTimeOf(appointment, company), opening, closedDays),
    )
    .map(({ ticketId, wantedAt, ...customer }) => ({ ticketId, wantedAt, customer: customerLabel(customer) }))
}

type Appointment = { readonly wantedAt: Date; readonly place: BookingLocation }

function bookedTimeOf(
  { wantedAt, place }: Appointment,
  { timeZone }: { readonly timeZone: string },
): BookedTime {
  const [day = '', time = ''] = localTimeOf(wantedAt, timeZone).split('T')
  return { day, time, place }
}

/** Why the booking's time would not be offered today, as the desk reads it; null if it would. */
export async function findConflict(
  work: UnitOfWork,
  booking: Appointment & { readonly ticketId: number | null },
  company: Company,
): Promise<string | null> {
  const booked = bookedTimeOf(booking, company)
  const rules = await getRulesOn(work, booked.day, company, booking.ticketId ?? undefined)
  return offerProblem(booked, openingTimesOf(company), rules)
}

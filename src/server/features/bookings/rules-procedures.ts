// When a company takes no bookings and how many it takes, for its owner; and what it offers on a day, for everyone.

import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { bookableSpan, offeredTimes } from '#domain/bookings/bookable-times.ts'
import type { BookingLocation } from '#domain/bookings/booking.ts'
import { closedDaysError } from '#domain/bookings/booking-rules.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { type Company, getCompany, lockCompany } from '#server/features/companies/store.ts'
import { customerQuery } from '#server/features/customer-links/middleware.ts'
import { invalid, notFound } from '#server/lib/api-errors.ts'
import { asAnonymous, command, procedure, query, runQuery } from '#server/rpc/procedures.ts'
import { enterCompany, openingTimesOf } from './create-booking.ts'
import { getLimits, getRules, listAppointments, listClosedDays, saveLimits } from './rules-store.ts'
import { findBookingOfTicket, NO_APPOINTMENT } from './store.ts'

type Request = { readonly day: string; readonly place: BookingLocation; readonly exceptTicketId?: number }

async function offerOn(work: UnitOfWork, company: Company, { exceptTicketId, ...request }: Request) {
  const opening = openingTimesOf(company)
  const { from, to } = bookableSpan(opening, work.now)
  const rules = await getRules(work, { from, to, timeZone: company.timeZone }, exceptTicketId)
  return offeredTimes(request, opening, rules, work.now)
}

export const listOfferedTimes = procedure.bookings.times.handler(
  ({ input: { companyId, ...request }, context }) =>
    runQuery(asAnonymous(context, { companyId }), async work =>
      offerOn(work, await enterCompany(work, companyId), request),
    ),
)

export const listTimesForAppointment = customerQuery.customerView.appointmentTimes.handler(
  async ({ input: { day }, context: { work, ticket } }) => {
    const booking = await findBookingOfTicket(work, ticket.ticketId)
    if (booking === null) throw notFound(NO_APPOINTMENT)
    const { place } = booking
    return offerOn(work, await getCompany(work), { day, place, exceptTicketId: ticket.ticketId })
  },
)

export const getBookingRules = query.bookings.getRules.handler(async ({ context: { work } }) => {
  const today = dayOf(work.now, work.timeZone)
  return { limits: await getLimits(work), closedDays: await listClosedDays(work, today), today }
})

const recordChange = (work: UnitOfWork): void =>
  work.recordChange({ kind: 'company', id: work.companyId, verb: 'company.change-booking-rules', card: null })

export const changeBookingLimits = command.bookings.changeLimits.handler(
  async ({ input, context: { work } }) => {
    await lockCompany(work)
    const before = await getLimits(work)
    if (isDeepStrictEqual({ ...before, ...input }, before)) return { done: true }
    await saveLimits(work, input)
    recordChange(work)
    return { done: true }
  },
)

export const addClosedDays = command.bookings.addClosedDays.handler(async ({ input, context: { work } }) => {
  const { timeZone } = await lockCompany(work)
  const today = dayOf(work.now, timeZone)
  const error = closedDaysError(input, await listClosedDays(work, today), today)
  if (error !== null) throw invalid({ [error.field]: error.sentence })
  const closedDaysId = randomUUID()
  work.insert('closedDays', { closedDaysId, ...input })
  recordChange(work)
  const { firstDay: from, lastDay: to } = input
  const appointments = await listAppointments(work, { from, to, timeZone })
  return { closedDaysId, appointmentCount: appointments.length }
})

export const removeClosedDays = command.bookings.removeClosedDays.handler(
  async ({ input, context: { work } }) => {
    const { numDeletedRows } = await work
      .remove('closedDays')
      .where('closedDaysId', '=', input.closedDaysId)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw notFound('These days were removed already.')
    recordChange(work)
    return { done: true }
  },
)

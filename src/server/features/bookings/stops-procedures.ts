// A technician's visits of today, and what their customers are told.

import { arrivalAfter, blockersForSettingOut } from '#domain/bookings/stops.ts'
import { timeOfTap } from '#domain/clocks/clock.ts'
import { dayOf, formatTime } from '#domain/lib/company-time.ts'
import { assertNoBlockers } from '#domain/refusals/refusal.ts'
import { printedTechnician } from '#domain/tickets/names-for-customers.ts'
import { authorize } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { mailedLinkUrlFor } from '#server/features/customer-links/store.ts'
import { listFirstNameOnly } from '#server/features/employees/store.ts'
import { enqueuePush, listSubscriptions } from '#server/features/push-subscriptions/store.ts'
import { getTicket, isWorkedOnBy, recordActivity } from '#server/features/tickets/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { emailCustomer } from '#server/mail/limited-mail.ts'
import { command, query } from '#server/rpc/procedures.ts'
import { addressed, setOutEmail } from './emails.ts'
import { findBookingOfTicket, listStops, NO_APPOINTMENT, saveAppointment } from './store.ts'

export const listOwnStops = query.bookings.listStops.handler(({ context: { work } }) =>
  listStops(work, isWorkedOnBy(work, work.by.id), dayOf(work.now, work.timeZone)),
)

const UNSENT = { email: null, phones: 0 } as const

export const setOut = command.bookings.setOut.handler(async ({ input, context }) => {
  const { work } = context
  const { ticketId, minutes } = input
  const ticket = await getTicket(work, ticketId)
  authorize(work, 'ticket.check-in', ticket)
  const booking = await findBookingOfTicket(work, ticketId)
  if (booking === null) throw notFound(NO_APPOINTMENT)
  const visit = { place: booking.place, at: booking.wantedAt }
  assertNoBlockers(blockersForSettingOut(ticket, visit, work.timeZone, work.now))
  const arrivingAt = arrivalAfter(timeOfTap(input, work.now), minutes)
  if (arrivingAt.getTime() === booking.arrivingAt?.getTime()) return { arrivingAt, ...UNSENT }
  saveAppointment(work, { ...booking, arrivingAt })
  recordActivity(work, ticket, 'set-out', { minutes })
  if (arrivingAt <= work.now) return { arrivingAt, ...UNSENT }
  const time = formatTime(arrivingAt, work.timeZone)
  const phones = await listSubscriptions(work, ticketId)
  await enqueuePush(work, context, ticket, { about: 'set-out', time }, phones)
  const technician =
    work.by.id === ticket.assignedTechnician
      ? printedTechnician({ ...ticket, firstNameOnly: await listFirstNameOnly(work) })
      : null
  const from = { company: await getCompany(work), now: work.now }
  const link = await mailedLinkUrlFor(work, context, ticket)
  const email = setOutEmail(addressed(booking, ticket), from, link, { technician, time })
  return { arrivingAt, email: await emailCustomer(work, context, email), phones: phones.length }
})

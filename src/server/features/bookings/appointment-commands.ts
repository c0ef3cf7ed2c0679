// The customer moves or cancels an accepted appointment, by the ticket's link.

import { formatAppointment } from '#domain/bookings/appointment.ts'
import { timestampOfRequest } from '#domain/bookings/bookable-times.ts'
import { blockersForChanging, changeHoursOf } from '#domain/bookings/change-appointment.ts'
import { hasBegun } from '#domain/customer-view/progress.ts'
import { NO_MONEY } from '#domain/lib/money.ts'
import { assertNoBlockers } from '#domain/refusals/refusal.ts'
import { assertInWork, cancel, type Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { withdrawOpenRequests } from '#server/features/approvals/store.ts'
import { settleBookingPayment } from '#server/features/billing/booking-payment-store.ts'
import { withdrawAskedDeposits } from '#server/features/billing/store.ts'
import { getCompany, lockCompany } from '#server/features/companies/store.ts'
import { customerCommand, customerName, customerQuery } from '#server/features/customer-links/middleware.ts'
import { mailedLinkUrlFor } from '#server/features/customer-links/store.ts'
import { listHeld } from '#server/features/ledger/store.ts'
import { addNotice } from '#server/features/notices/store.ts'
import { deleteHold } from '#server/features/on-hold/store.ts'
import { getPreferences } from '#server/features/preferences/store.ts'
import { saveCard, saveEnd, saveTicket } from '#server/features/tickets/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { mayEmailOthers } from '#server/mail/limited-mail.ts'
import { enqueueEmail } from '#server/mail/outbox.ts'
import { toTicketAppointment, validateRequest } from './create-booking.ts'
import { addressed, canceledEmail, rescheduledEmail } from './emails.ts'
import { offerOn } from './rules-procedures.ts'
import { getRulesOn } from './rules-store.ts'
import { type Booking, findBookingOfTicket, NO_APPOINTMENT, saveAppointment } from './store.ts'

const HOUR_MS = 60 * 60 * 1000

/** The appointment, if the customer may change it now; to whom the ticket's emails go. */
async function getAppointment(work: UnitOfWork, ticket: Ticket) {
  assertInWork(ticket)
  const booking = await findBookingOfTicket(work, ticket.ticketId)
  if (booking === null) throw notFound(NO_APPOINTMENT)
  const changeHours = changeHoursOf(ticket, await getPreferences(work))
  const appointment = { at: booking.wantedAt, changeHours, hasBegun: hasBegun(ticket) }
  assertNoBlockers(blockersForChanging(appointment, work.now))
  return { booking: addressed(booking, ticket), changeHours: changeHours ?? 0 }
}

/** The shop has planned its day, as with the old time. */
const earliestTime = (now: Date, changeHours: number): Date => new Date(now.getTime() + changeHours * HOUR_MS)

export const listTimesForAppointment = customerQuery.customerView.appointmentTimes.handler(
  async ({ input: { day }, context: { work, ticket } }) => {
    const { booking, changeHours } = await getAppointment(work, ticket)
    const notBefore = earliestTime(work.now, changeHours)
    const request = { day, place: booking.place, notBefore, exceptTicketId: ticket.ticketId }
    return offerOn(work, await getCompany(work), request)
  },
)

/** What features above bookings do within these commands, inside the transaction: `bookingHooks` in app/feature-hooks.ts. */
export type BookingHooks = {
  /** Runs after an appointment was moved from that day. Returns which other tickets are in its bay then, as a sentence. */
  readonly onMoved: (
    work: UnitOfWork,
    ticket: Ticket,
    move: { readonly from: string; readonly isByCustomer: boolean },
  ) => Promise<string | null>
}

/** Saves the appointment's new time; returns it, both times for people, and which other tickets are in its bay then. */
export async function saveMoved(
  work: UnitOfWork,
  { onMoved }: BookingHooks,
  ticket: Ticket,
  booking: Booking,
  wantedAt: Date,
  verb: 'reschedule' | 'move-appointment',
) {
  const moved: Booking = {
    ...booking,
    wantedAt,
    rescheduledAt: work.now,
    remindedAt: null,
    arrivingAt: null,
    sequence: booking.sequence + 1,
  }
  saveAppointment(work, moved)
  const format = ({ wantedAt: at }: Booking): string => formatAppointment(at, work.timeZone)
  const appointment = { before: format(booking), after: format(moved) }
  const planned = { ...ticket, appointment: toTicketAppointment(moved, work.timeZone) }
  saveCard(work, planned, verb, { appointment })
  const { day: from } = toTicketAppointment(booking, work.timeZone)
  const serviceBayNote = await onMoved(work, planned, { from, isByCustomer: verb === 'reschedule' })
  return { moved, appointment, serviceBayNote }
}

export const rescheduleAppointment = (hooks: BookingHooks) =>
  customerCommand.customerView.reschedule.handler(async ({ input, context }) => {
    const { work, ticket } = context
    const { booking, changeHours } = await getAppointment(work, ticket)
    // Of two who want the last place, one is second.
    const company = await lockCompany(work)
    const at = timestampOfRequest(input.wanted, company)
    const isTooSoon = at !== null && at < earliestTime(work.now, changeHours)
    const tooSoon = isTooSoon && { 'wanted.day': `Choose a time at least ${changeHours} hours from now.` }
    const rules = await getRulesOn(work, input.wanted.day, company, ticket.ticketId)
    const wantedAt = validateRequest({ ...input, where: booking }, company, rules, work.now, { ...tooSoon })
    if (wantedAt.getTime() === booking.wantedAt.getTime()) return { done: true }
    const { moved, appointment, serviceBayNote } = await saveMoved(
      work,
      hooks,
      ticket,
      booking,
      wantedAt,
      'reschedule',
    )
    await addNotice(work, {
      ticketId: ticket.ticketId,
      content: {
        kind: 'appointment',
        customer: customerName(ticket),
        ...appointment,
        serviceBayNote: serviceBayNote ?? undefined,
      },
    })
    const url = await mailedLinkUrlFor(work, context, ticket)
    if (moved.email !== '' && (await mayEmailOthers(work, context)))
      await enqueueEmail(work, context.mailContext, rescheduledEmail(moved, { company, now: work.now }, url))
    return { done: true }
  })

export const cancelAppointment = customerCommand.customerView.cancel.handler(async ({ context }) => {
  const { work, ticket } = context
  const { booking } = await getAppointment(work, ticket)
  const canceled = cancel(ticket, work.by, work.now)
  const jobNumbers = ticket.jobs.map(({ jobNumber }) => jobNumber)
  await withdrawOpenRequests(work, ticket.ticketId, jobNumbers)
  await withdrawAskedDeposits(work, ticket.ticketId)
  saveAppointment(work, {
    ...booking,
    canceledAt: work.now,
    cancellationSeenAt: null,
    sequence: booking.sequence + 1,
  })
  deleteHold(work, ticket.ticketId)
  const { sentence, isReturned } = await settleBookingPayment(work, canceled)
  saveTicket(work, canceled)
  saveEnd(work, ticket, canceled)
  const from = { company: await getCompany(work), now: work.now }
  const before = formatAppointment(booking.wantedAt, work.timeZone)
  // What they paid stays with the company, which refunds it on the closed ticket, unless it goes back by itself.
  const held = isReturned ? undefined : (await listHeld(work, [ticket.ticketId])).get(ticket.ticketId)
  await addNotice(work, {
    ticketId: ticket.ticketId,
    content: { kind: 'appointment', customer: customerName(ticket), before, after: null, held },
  })
  if (booking.email !== '' && (await mayEmailOthers(work, context)))
    await enqueueEmail(work, context.mailContext, canceledEmail(booking, from, held ?? NO_MONEY, sentence))
  return { done: true }
})

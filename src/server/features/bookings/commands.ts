// The desk's answer to a booking. The second to answer sees who was first.

import { accept, decline, type Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { settleBookingPayment } from '#server/features/billing/booking-payment-store.ts'
import { assertSettled } from '#server/features/billing/store.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { mailedLinkUrlFor } from '#server/features/customer-links/store.ts'
import { enqueuePush } from '#server/features/push-subscriptions/store.ts'
import { canCompleteRig, rigForTicket } from '#server/features/rigs/store.ts'
import { updateSearchIndex } from '#server/features/tickets/search-store.ts'
import { getTicket, recordActivity, saveTicket } from '#server/features/tickets/store.ts'
import { emailCustomer } from '#server/mail/limited-mail.ts'
import { command } from '#server/rpc/procedures.ts'
import { acceptedEmail, addressed, declinedEmail } from './emails.ts'
import { findBookingOfTicket, saveAppointment, saveDeclineReason } from './store.ts'

const toTransitionResult = ({ ticketId, state }: Ticket) => ({ ticketId, state })

type WithRig = Pick<Ticket, 'customerRV' | 'customerDetails'>

/** Empty fields are filled from the shared rigs, and a fully described unknown rig is added to them. */
export async function withKnownRig<T extends WithRig>(work: UnitOfWork, ticket: T): Promise<T> {
  const { customerRV, customerDetails } = ticket
  if (customerRV.vin === '' || !(await canCompleteRig(work, customerRV, customerDetails))) return ticket
  return { ...ticket, customerRV: await rigForTicket(work, customerRV, customerDetails) }
}

export const acceptTicket = command.tickets.accept.handler(async ({ input, context }) => {
  const { work } = context
  const ticket = await withKnownRig(work, accept(await getTicket(work, input.ticketId), work.by, work.now))
  updateSearchIndex(work, ticket)
  saveTicket(work, ticket)
  await enqueuePush(work, context, ticket, { about: 'accept' })
  const booking = await findBookingOfTicket(work, ticket.ticketId)
  if (booking === null) return toTransitionResult(ticket)
  const from = { company: await getCompany(work), now: work.now }
  const accepted = acceptedEmail(
    addressed(booking, ticket),
    from,
    await mailedLinkUrlFor(work, context, ticket),
  )
  return { ...toTransitionResult(ticket), email: await emailCustomer(work, context, accepted) }
})

export const declineTicket = command.tickets.decline.handler(async ({ input, context }) => {
  const { work } = context
  const { ticketId, reason = '' } = input
  const ticket = decline(await getTicket(work, ticketId), work.by, work.now)
  const { isReturned, sentence } = await settleBookingPayment(work, ticket)
  await assertSettled(work, ticketId, isReturned)
  const state = { before: 'pending', after: ticket.state } as const
  saveTicket(work, ticket, 'decline', { state, ...(reason === '' ? {} : { reason }) })
  await enqueuePush(work, context, ticket, { about: 'decline' })
  const booking = await findBookingOfTicket(work, ticketId)
  if (booking === null) return toTransitionResult(ticket)
  saveDeclineReason(work, ticketId, reason)
  const from = { company: await getCompany(work), now: work.now }
  const email = await emailCustomer(work, context, declinedEmail(booking, from, reason, sentence))
  return { ...toTransitionResult(ticket), email }
})

export const dismissCancellation = command.bookings.dismissCancellation.handler(
  async ({ input, context: { work } }) => {
    const ticket = await getTicket(work, input.ticketId)
    const booking = await findBookingOfTicket(work, ticket.ticketId)
    if (booking === null || booking.canceledAt === null || booking.cancellationSeenAt !== null)
      return { done: true }
    saveAppointment(work, { ...booking, cancellationSeenAt: work.now })
    recordActivity(work, ticket, 'dismiss-cancellation')
    return { done: true }
  },
)

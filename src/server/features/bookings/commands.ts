// The desk's answer to a booking. Whoever comes second is told who answered, by the verb itself.

import { accept, decline, type Ticket } from '#domain/tickets/ticket.ts'
import { allow, type Work } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { linkUrlFor } from '#server/features/customer-links/store.ts'
import { tellPhones } from '#server/features/push-subscriptions/store.ts'
import { findRig, isTypedWhole, rigForTicket } from '#server/features/rigs/store.ts'
import { getTicket, saveTicket, saveWords } from '#server/features/tickets/store.ts'
import { writeToCustomer } from '#server/mail/limited-mail.ts'
import { command } from '#server/rpc/procedures.ts'
import { acceptedLetter, declinedLetter } from './emails.ts'
import { findBookingOf, saveDeclineReason } from './store.ts'

const moved = ({ ticketId, state }: Ticket) => ({ ticketId, state })

/** The pool fills in what the customer left blank, and is taught a rig that they described whole. */
async function withKnownRig<T extends Ticket>(work: Work, ticket: T): Promise<T> {
  const { customerRV } = ticket
  if (customerRV.vin === '') return ticket
  const isLost = !isTypedWhole(customerRV) && (await findRig(work, customerRV.vin)) === null
  return isLost ? ticket : { ...ticket, customerRV: await rigForTicket(work, customerRV) }
}

export const acceptTicket = command.tickets.accept.handler(async ({ input, context }) => {
  const { work } = context
  allow(work, 'ticket.accept')
  const ticket = await withKnownRig(work, accept(await getTicket(work, input.ticketId), work.by, work.now))
  await saveWords(work, ticket)
  await saveTicket(work, ticket)
  await tellPhones(work, context, ticket, { about: 'accept' })
  const booking = await findBookingOf(work, ticket.ticketId)
  if (booking === null) return moved(ticket)
  const from = { company: await getCompany(work), now: work.now }
  const accepted = acceptedLetter(booking, from, await linkUrlFor(work, context, ticket))
  return { ...moved(ticket), letter: await writeToCustomer(work, context, accepted) }
})

export const declineTicket = command.tickets.decline.handler(async ({ input, context }) => {
  const { work } = context
  allow(work, 'ticket.decline')
  const { ticketId, reason = '' } = input
  const ticket = decline(await getTicket(work, ticketId), work.by, work.now)
  const state = { before: 'pending', after: ticket.state } as const
  await saveTicket(work, ticket, 'decline', { state, ...(reason === '' ? {} : { reason }) })
  await tellPhones(work, context, ticket, { about: 'decline' })
  const booking = await findBookingOf(work, ticketId)
  if (booking === null) return moved(ticket)
  await saveDeclineReason(work, ticketId, reason)
  const from = { company: await getCompany(work), now: work.now }
  const letter = await writeToCustomer(work, context, declinedLetter(booking, from, reason))
  return { ...moved(ticket), letter }
})

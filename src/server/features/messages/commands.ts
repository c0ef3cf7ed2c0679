// Writing to and fro: the desk at a ticket, its customer by their link.

import { allow } from '#server/db/unit-of-work.ts'
import { followerCommand, linkedTicketOf } from '#server/features/customer-links/middleware.ts'
import { tellPhones } from '#server/features/push-subscriptions/store.ts'
import { getTicket, noteOnTicket } from '#server/features/tickets/store.ts'
import { command } from '#server/rpc/procedures.ts'
import { addMessage, saveSeen } from './store.ts'

export const sayAsDesk = command.messages.say.handler(async ({ input, context }) => {
  const { work } = context
  allow(work, 'message.hear')
  const ticket = await getTicket(work, input.ticketId)
  await addMessage(work, ticket, 'desk', input)
  await tellPhones(work, context, ticket, { about: 'message' })
  return { done: true }
})

export const markSeen = command.messages.markSeen.handler(async ({ input, context: { work } }) => {
  allow(work, 'message.hear')
  const ticket = await getTicket(work, input.ticketId)
  if (await saveSeen(work, ticket.ticketId)) noteOnTicket(work, ticket, 'see-messages')
  return { done: true }
})

export const sayAsCustomer = followerCommand.follow.say.handler(async ({ input, context: { work } }) => {
  const ticket = await getTicket(work, linkedTicketOf(work))
  allow(work, 'message.write', ticket)
  await addMessage(work, ticket, 'customer', input)
  return { done: true }
})

// What was written to and fro, for the desk and for the customer.

import { allow } from '#server/db/unit-of-work.ts'
import { followerQuery, linkedTicketOf } from '#server/features/customer-links/middleware.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { query } from '#server/rpc/procedures.ts'
import { listMessages, listUnseen } from './store.ts'

/** Tickets that the strip of the dashboard names at most. */
const MOST_UNSEEN = 50

export const readMessages = query.messages.list.handler(async ({ input, context: { work } }) => {
  allow(work, 'message.hear')
  const { ticketId } = await getTicket(work, input.ticketId)
  return { messages: await listMessages(work, ticketId) }
})

export const readUnseen = query.messages.unseen.handler(async ({ context: { work } }) => {
  allow(work, 'message.hear')
  return { tickets: await listUnseen(work, MOST_UNSEEN) }
})

export const readFollowedMessages = followerQuery.follow.messages.handler(async ({ context: { work } }) => {
  const ticketId = linkedTicketOf(work)
  allow(work, 'message.write', { ticketId, assignedTechnician: null })
  return { messages: await listMessages(work, ticketId) }
})

// What was written to and fro, for the desk and for the customer.

import { query } from '#server/api.ts'
import { followerQuery, linkedTicketOf } from '#server/links/guard.ts'
import { getTicket } from '#server/tickets/store.ts'
import { allow } from '#server/work.ts'
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

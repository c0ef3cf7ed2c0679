// What a ticket waits for, for the desk.

import { query } from '#server/api.ts'
import { getTicket } from '#server/tickets/store.ts'
import { allow } from '#server/work.ts'
import { findWaiting } from './store.ts'

export const readWaiting = query.waiting.get.handler(async ({ input, context: { work } }) => {
  allow(work, 'waiting.set')
  const { ticketId } = await getTicket(work, input.ticketId)
  return { waiting: await findWaiting(work, ticketId) }
})

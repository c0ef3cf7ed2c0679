// What a ticket waits for, for the desk.

import { allow } from '#server/db/unit-of-work.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { query } from '#server/rpc/procedures.ts'
import { findWaiting } from './store.ts'

export const readWaiting = query.waiting.get.handler(async ({ input, context: { work } }) => {
  allow(work, 'waiting.set')
  const { ticketId } = await getTicket(work, input.ticketId)
  return { waiting: await findWaiting(work, ticketId) }
})

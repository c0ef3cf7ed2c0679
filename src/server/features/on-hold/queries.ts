// A ticket's hold, for the desk.

import { getTicket } from '#server/features/tickets/store.ts'
import { query } from '#server/rpc/procedures.ts'
import { findHold } from './store.ts'

export const getHold = query.onHold.get.handler(async ({ input, context: { work } }) => {
  const { ticketId } = await getTicket(work, input.ticketId)
  return { hold: await findHold(work, ticketId) }
})

// A ticket's hold, for the desk.

import { authorize } from '#server/db/unit-of-work.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { query } from '#server/rpc/procedures.ts'
import { findHold } from './store.ts'

export const getHold = query.onHold.get.handler(async ({ input, context: { work } }) => {
  authorize(work, 'hold.set')
  const { ticketId } = await getTicket(work, input.ticketId)
  return { hold: await findHold(work, ticketId) }
})

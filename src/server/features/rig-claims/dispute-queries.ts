// What a company reads of the disputes of its own visit.

import { authorize } from '#server/db/unit-of-work.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { query } from '#server/rpc/procedures.ts'
import { listTicketDisputes } from './disputes.ts'

export const getTicketDisputes = query.tickets.disputes.handler(async ({ input, context: { work } }) => {
  authorize(work, 'dispute.see')
  const { ticketId, customerRV } = await getTicket(work, input.ticketId)
  return listTicketDisputes(work, customerRV.vin, ticketId)
})

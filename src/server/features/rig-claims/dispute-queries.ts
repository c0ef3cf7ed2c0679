// A company's disputes of its own visits.

import { getTicket } from '#server/features/tickets/store.ts'
import { query } from '#server/rpc/procedures.ts'
import { listTicketDisputes } from './store.ts'

export const getTicketDisputes = query.tickets.disputes.handler(async ({ input, context: { work } }) => {
  const { ticketId, customerRV } = await getTicket(work, input.ticketId)
  return listTicketDisputes(work, customerRV.vin, ticketId)
})

// What a company reads of the disputes of its own visit.

import { query } from '#server/api.ts'
import { getTicket } from '#server/tickets/store.ts'
import { allow } from '#server/work.ts'
import { listTicketDisputes } from './disputes.ts'

export const readTicketDisputes = query.tickets.disputes.handler(async ({ input, context: { work } }) => {
  allow(work, 'dispute.see')
  const { ticketId, customerRV } = await getTicket(work, input.ticketId)
  return listTicketDisputes(work, customerRV.vin, ticketId)
})

import { getTicket } from '#server/features/tickets/store.ts'
import { query } from '#server/rpc/procedures.ts'
import { listTicketDays } from './store.ts'

export const getTicketDays = query.ticketDays.get.handler(async ({ input, context: { work } }) =>
  listTicketDays(work, await getTicket(work, input.ticketId)),
)

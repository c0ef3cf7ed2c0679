import type { Action } from '#domain/account/permission.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { useTicketContext } from './ticket-context.ts'

/** Checks a permission that the bay has while the ticket is active, and the desk also during approval. */
export function useTicketPermission(): (action: Action) => boolean {
  const ticket = useTicketContext()
  const may = usePermission()
  const anyTicket = { ticketId: ticket.ticketId, assignedTechnician: null, helpers: [] }
  return action =>
    isInWork(ticket) && may(action, ticket) && (ticket.state === 'active' || may(action, anyTicket))
}

import type { Action } from '#domain/permission.ts'
import { isInWork } from '#domain/ticket.ts'
import { useMay } from '#web/parts/use-may.ts'
import { useThisTicket } from './this-ticket.ts'

/** Asks for a right that the bay has while the ticket is active, and the desk also while it waits for approval. */
export function useMayNow(): (action: Action) => boolean {
  const ticket = useThisTicket()
  const may = useMay()
  const anyTicket = { ticketId: ticket.ticketId, assignedTechnician: null }
  return action =>
    isInWork(ticket) && may(action, ticket) && (ticket.state === 'active' || may(action, anyTicket))
}

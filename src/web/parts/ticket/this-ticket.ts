// The ticket that a page is about, for pieces deep in it.

import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { api } from '#web/api.ts'
import type { TicketView } from './ticket-view.ts'

export const ThisTicket = createContext<TicketView | null>(null)

/** The ticket of the TicketFrame around. */
export function useThisTicket(): TicketView {
  const ticket = useContext(ThisTicket)
  if (ticket === null) throw new Error('There is no ticket around this.')
  return ticket
}

/** Looks at a ticket again; resolves once it has been seen. */
export function useLookAgain(ticketId: number): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: api.tickets.get.key({ input: { ticketId } }) })
}

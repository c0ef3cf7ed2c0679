import type { State } from '#domain/ticket.ts'
import { ticketPath } from './ticket-state.tsx'
import { useHome } from './use-home.ts'

/** Where a ticket opens for whoever is signed in: at the desk, or in the bay. */
export function useTicketPath(): (state: State, ticketId: number) => string | null {
  const { to } = useHome()
  return (state, ticketId) => (to === '/bay' ? `/bay/${ticketId}` : ticketPath(state, ticketId))
}

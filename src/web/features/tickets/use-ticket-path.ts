import type { State } from '#domain/tickets/ticket.ts'
import { useLandingPage } from '#web/api/use-landing-page.ts'
import { ticketPath } from './ticket-state.tsx'

/** Where a ticket opens for whoever is signed in: at the desk, or in the bay. */
export function useTicketPath(): (state: State, ticketId: number) => string | null {
  const { to } = useLandingPage()
  return (state, ticketId) => (to === '/bay' ? `/bay/${ticketId}` : ticketPath(state, ticketId))
}

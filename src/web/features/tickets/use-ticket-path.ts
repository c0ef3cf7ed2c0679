import type { State } from '#domain/tickets/ticket.ts'
import { useLandingPage } from '#web/api/use-landing-page.ts'
import { ticketPath } from './ticket-path.ts'

/** The page of a ticket for the current user: at the desk, or in the bay. */
export function useTicketPath(): (state: State, ticketId: number) => string | null {
  const { to } = useLandingPage()
  return (state, ticketId) => (to === '/bay' ? `/bay/${ticketId}` : ticketPath(state, ticketId))
}

import type { State } from '#domain/tickets/ticket.ts'
import { useLandingPage } from '#web/api/use-landing-page.ts'

/** Where a ticket's page has its Check In. */
export const CHECK_IN = 'check-in'

/** The page for a ticket in that state; null without one. */
export function ticketPath(state: State, ticketId: number): string | null {
  switch (state) {
    case 'pending':
    case 'active':
    case 'closed':
      return `/service-ticket/${ticketId}`
    case 'approval':
      return `/approval-service-ticket/${ticketId}`
    case 'completed':
    case 'recorded':
      return `/completed-service-ticket/${ticketId}`
    case 'declined':
      return null
  }
}

/** The page of a ticket for the current user: at the desk, or in the bay. */
export function useTicketPath(): (state: State, ticketId: number) => string | null {
  const { to } = useLandingPage()
  return (state, ticketId) => (to === '/bay' ? `/bay/${ticketId}` : ticketPath(state, ticketId))
}

import type { State } from '#domain/tickets/ticket.ts'
import { useLandingPage } from '#web/api/use-landing-page.ts'

type TicketLink = { readonly to: string; readonly hash?: string }

/** A ticket's link at the desk: its page, or its card on the board while it is pending. */
export function deskLinkOf(state: State, ticketId: number): TicketLink | null {
  const to = ticketPath(state, ticketId)
  if (to !== null) return { to }
  return state === 'pending' ? { to: '/dashboard', hash: bookingAnchor(ticketId) } : null
}

/** The anchor of a booking on the board. */
export const bookingAnchor = (ticketId: number): string => `booking-${ticketId}`

/** The page for a ticket in that state; null without one. */
export function ticketPath(state: State, ticketId: number): string | null {
  switch (state) {
    case 'active':
    case 'closed':
      return `/service-ticket/${ticketId}`
    case 'approval':
      return `/approval-service-ticket/${ticketId}`
    case 'completed':
    case 'recorded':
      return `/completed-service-ticket/${ticketId}`
    case 'pending':
    case 'declined':
      return null
  }
}

/** The page of a ticket for the current user: at the desk, or in the bay. */
export function useTicketPath(): (state: State, ticketId: number) => string | null {
  const { to } = useLandingPage()
  return (state, ticketId) => (to === '/bay' ? `/bay/${ticketId}` : ticketPath(state, ticketId))
}

import {
  type Icon,
  IconArchive,
  IconCircleCheck,
  IconCircleX,
  IconClipboardCheck,
  IconInbox,
  IconTool,
} from '@tabler/icons-react'
import type { State } from '#domain/tickets/ticket.ts'
import type { ColorTone } from '#web/ui/color-tone.ts'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'

type StateStyle = { readonly word: string; readonly icon: Icon; readonly tone: ColorTone }

/** How each state looks: label, icon and color together. */
export const TICKET_STATE_STYLES: Readonly<Record<State, StateStyle>> = {
  pending: { word: 'Pending', icon: IconInbox, tone: 'slate' },
  active: { word: 'Active', icon: IconTool, tone: 'pine' },
  approval: { word: 'Approval', icon: IconClipboardCheck, tone: 'amber' },
  completed: { word: 'Completed', icon: IconCircleCheck, tone: 'lake' },
  recorded: { word: 'In Work History', icon: IconArchive, tone: 'plum' },
  declined: { word: 'Declined', icon: IconCircleX, tone: 'brick' },
}

export const TicketStateBadge = ({ state }: { state: State }) => (
  <StateBadge {...TICKET_STATE_STYLES[state]} />
)

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

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
import type { Tone } from '#web/ui/color-tone.ts'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'

type Sign = { readonly word: string; readonly icon: Icon; readonly tone: Tone }

/** How each state looks wherever a ticket is shown: word, icon and colour together. */
export const TICKET_SIGNS: Readonly<Record<State, Sign>> = {
  pending: { word: 'Pending', icon: IconInbox, tone: 'slate' },
  active: { word: 'Active', icon: IconTool, tone: 'pine' },
  approval: { word: 'Approval', icon: IconClipboardCheck, tone: 'amber' },
  completed: { word: 'Completed', icon: IconCircleCheck, tone: 'lake' },
  recorded: { word: 'In Work History', icon: IconArchive, tone: 'plum' },
  declined: { word: 'Declined', icon: IconCircleX, tone: 'brick' },
}

export const TicketStateBadge = ({ state }: { state: State }) => <StateBadge {...TICKET_SIGNS[state]} />

type Place = { readonly to: string; readonly hash?: string }

/** Where the desk looks at a ticket: at its page, or at its card on the board as long as it is only booked. */
export function deskPlace(state: State, ticketId: number): Place | null {
  const to = ticketPath(state, ticketId)
  if (to !== null) return { to }
  return state === 'pending' ? { to: '/dashboard', hash: bookingPlace(ticketId) } : null
}

/** The place of a booking on the board. */
export const bookingPlace = (ticketId: number): string => `booking-${ticketId}`

/** Where a ticket of that state is worked on; null where no page is for it. */
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

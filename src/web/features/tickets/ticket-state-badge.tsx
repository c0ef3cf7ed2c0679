import {
  IconArchive,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconClipboardCheck,
  IconInbox,
  IconTool,
} from '@tabler/icons-react'
import type { State } from '#domain/tickets/ticket.ts'
import { StateBadge, type StateBadgeProps } from '#web/ui/feedback/state-badge.tsx'

/** How each state looks: label, icon and color together. */
export const TICKET_STATE_STYLES: Readonly<Record<State, StateBadgeProps>> = {
  pending: { word: 'Pending', icon: IconInbox, tone: 'slate' },
  active: { word: 'Active', icon: IconTool, tone: 'pine' },
  approval: { word: 'Approval', icon: IconClipboardCheck, tone: 'amber' },
  completed: { word: 'Completed', icon: IconCircleCheck, tone: 'lake' },
  recorded: { word: 'In Work History', icon: IconArchive, tone: 'plum' },
  declined: { word: 'Declined', icon: IconCircleX, tone: 'brick' },
  closed: { word: 'Closed', icon: IconCircleMinus, tone: 'slate' },
}

export const TicketStateBadge = ({ state }: { state: State }) => (
  <StateBadge {...TICKET_STATE_STYLES[state]} />
)

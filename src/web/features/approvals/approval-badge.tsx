import { IconMessageCircleQuestion, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { StateBadge, type StateBadgeProps } from '#web/ui/feedback/state-badge.tsx'

/** How each approval state looks: label, icon and color together. */
export const ANSWER_BADGES: Readonly<Record<'open' | 'approved' | 'declined', StateBadgeProps>> = {
  open: { word: 'Requested', icon: IconMessageCircleQuestion, tone: 'lake' },
  approved: { word: 'Approved', icon: IconThumbUp, tone: 'pine' },
  declined: { word: 'Declined', icon: IconThumbDown, tone: 'brick' },
}

/** The customer's answer to a line; and whether it is requested. */
export function ApprovalBadge({
  answer,
  isAsked,
}: {
  answer: 'none' | 'approved' | 'declined'
  isAsked: boolean
}) {
  return (
    <>
      {answer !== 'none' && <StateBadge {...ANSWER_BADGES[answer]} />}
      {isAsked && <StateBadge {...ANSWER_BADGES.open} />}
    </>
  )
}

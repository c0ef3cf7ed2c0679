import { type Icon, IconMessageCircleQuestion, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import type { Tone } from '#web/ui/color-tone.ts'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'

type Sign = { readonly word: string; readonly icon: Icon; readonly tone: Tone }

/** Where a line's question to the customer stands, wherever it is shown: word, icon and colour together. */
export const ANSWER_SIGNS: Readonly<Record<'open' | 'approved' | 'declined', Sign>> = {
  open: { word: 'Asked', icon: IconMessageCircleQuestion, tone: 'lake' },
  approved: { word: 'Approved', icon: IconThumbUp, tone: 'pine' },
  declined: { word: 'Declined', icon: IconThumbDown, tone: 'brick' },
}

/** What the customer has said to a line; and that they are asked, where they are. */
export function AnswerMarks({
  answer,
  isAsked,
}: {
  answer: 'none' | 'approved' | 'declined'
  isAsked: boolean
}) {
  return (
    <>
      {answer !== 'none' && <StateBadge {...ANSWER_SIGNS[answer]} />}
      {isAsked && <StateBadge {...ANSWER_SIGNS.open} />}
    </>
  )
}

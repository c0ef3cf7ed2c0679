import { IconAlertTriangle, IconCloudUp } from '@tabler/icons-react'
import { useState } from 'react'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'
import { laneOf } from './bay-commands.ts'
import { useHasWaited } from './not-sent-mark.tsx'
import { useOutboxEntries } from './use-bay-outbox.ts'
import { useTextCount } from './use-text-count.ts'

/** On a ticket's card: how much of it only this device knows. */
export function CardMark({ ticketId }: { ticketId: number }) {
  const lane = laneOf(ticketId)
  const entries = useOutboxEntries().filter(entry => entry.lane === lane)
  const waiting = entries.filter(({ refusal }) => refusal === null)
  const textCount = useTextCount('waiting', ticketId)
  const waitingCount = waiting.length + textCount
  const refusedCount = entries.length - waiting.length + useTextCount('refused', ticketId)
  return (
    <>
      {waitingCount > 0 && (
        <WaitingBadge pressedAt={waiting[0]?.pressedAt} hasTexts={textCount > 0} count={waitingCount} />
      )}
      {refusedCount > 0 && (
        <StateBadge
          word={`${refusedCount.toLocaleString('en-US')} not accepted`}
          icon={IconAlertTriangle}
          tone="brick"
        />
      )}
    </>
  )
}

type WaitingBadgeProps = { pressedAt: number | undefined; hasTexts: boolean; count: number }

function WaitingBadge({ pressedAt = Number.POSITIVE_INFINITY, hasTexts, count }: WaitingBadgeProps) {
  // Texts have waited since this was first shown, at least.
  const [shownAt] = useState(Date.now)
  return useHasWaited(hasTexts ? Math.min(pressedAt, shownAt) : pressedAt) ? (
    <StateBadge word={`${count.toLocaleString('en-US')} not sent`} icon={IconCloudUp} tone="slate" />
  ) : null
}

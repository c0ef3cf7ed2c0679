import { IconAlertTriangle, IconCloudUp } from '@tabler/icons-react'
import type { OutboxEntry } from '#web/api/outbox/outbox-types.ts'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'
import { laneOf } from './bay-commands.ts'
import { useHasWaited } from './not-sent-mark.tsx'
import { useOutboxEntries } from './use-bay-outbox.ts'

/** On a ticket's card: how much of it only this device knows. */
export function CardMark({ ticketId }: { ticketId: number }) {
  const lane = laneOf(ticketId)
  const entries = useOutboxEntries().filter(entry => entry.lane === lane)
  const refusedCount = entries.filter(({ refusal }) => refusal !== null).length
  const waiting = entries.filter(({ refusal }) => refusal === null)
  return (
    <>
      {waiting[0] !== undefined && <WaitingBadge first={waiting[0]} count={waiting.length} />}
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

function WaitingBadge({ first, count }: { first: OutboxEntry; count: number }) {
  return useHasWaited(first.pressedAt) ? (
    <StateBadge word={`${count.toLocaleString('en-US')} not sent`} icon={IconCloudUp} tone="slate" />
  ) : null
}

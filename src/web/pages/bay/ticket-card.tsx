import { IconChevronRight, IconClockPlay } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { customerLabel } from '#domain/customers/customer.ts'
import { rigName } from '#domain/rigs/rig.ts'
import type { TicketSummary } from '#web/api/live/invalidate.ts'
import { CardMark } from '#web/features/outbox/card-mark.tsx'
import { useShownClock } from '#web/features/outbox/use-bay-outbox.ts'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import styles from './ticket-card.module.css'

/** A ticket as a large card: all of it is a link. */
export function TicketCard({ card, now }: { card: TicketSummary; now: Date }) {
  const { ticketId, jobCount, since } = card
  const clock = useShownClock()
  return (
    <li className={styles.card}>
      <div className={styles.words}>
        <Link className={styles.name} to="/bay/$ticketId" params={{ ticketId: String(ticketId) }}>
          {customerLabel(card)}
        </Link>
        <span className={styles.rig}>{rigName(card)}</span>
        <span className={styles.footer}>
          <span>{jobCount === 1 ? '1 job' : `${jobCount} jobs`}</span>
          <span aria-hidden>·</span>
          <RelativeTime since={since} now={now} />
          {clock?.ticketId === ticketId && (
            <StateBadge word="You’re clocked in" icon={IconClockPlay} tone="pine" />
          )}
          <CardMark ticketId={ticketId} />
        </span>
      </div>
      <IconChevronRight className={styles.go} size={24} aria-hidden />
    </li>
  )
}

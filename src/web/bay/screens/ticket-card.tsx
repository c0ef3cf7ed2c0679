import {
  IconAlertTriangle,
  IconChevronRight,
  IconClockPlay,
  IconCloudUp,
  IconPlayerPause,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { customerLabel } from '#domain/customers/customer.ts'
import { holdFact } from '#domain/on-hold/hold.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { serviceBayLabel } from '#domain/service-bays/service-bay-label.ts'
import { helpNote } from '#domain/tickets/ticket-helpers.ts'
import { api } from '#web/api/client.ts'
import type { TicketSummary } from '#web/api/live/apply-change.ts'
import { useAccount } from '#web/api/session.ts'
import { useBrowserTimeZone } from '#web/api/use-browser-time-zone.ts'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import styles from './ticket-card.module.css'
import { useHasWaited } from './unsent-mark.tsx'
import { useShownClock, useUnsentCounts } from './use-bay-outbox.ts'

type HeldProps = { ticketId: number; hold: NonNullable<TicketSummary['hold']> }

/** What the ticket waits for, and the desk's note, which is on the ticket alone. */
function Held({ ticketId, hold }: HeldProps) {
  const { data: ticket } = useQuery(api.tickets.get.queryOptions({ input: { ticketId } }))
  const zone = useBrowserTimeZone()
  return (
    <span className={styles.hold} data-tone="amber">
      <StateBadge word="On hold" icon={IconPlayerPause} tone="amber" />
      <span>{holdFact({ ...hold, since: new Date(hold.since) }, ticket?.timeZone ?? zone)}</span>
      {ticket?.hold?.note && <span>{ticket.hold.note}</span>}
    </span>
  )
}

/** A ticket as a large card: all of it is a link. */
export function TicketCard({ card, now }: { card: TicketSummary; now: Date }) {
  // Undefined on a card that an earlier version stored on a phone.
  const { ticketId, jobCount, since, hold, serviceBay } = card
  const clock = useShownClock()
  const team = helpNote(card, useAccount())
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
          {serviceBay && (
            <>
              <span aria-hidden>·</span>
              <span dir="auto">{serviceBayLabel(serviceBay.name)}</span>
            </>
          )}
          {team !== null && (
            <>
              <span aria-hidden>·</span>
              <span>{team}</span>
            </>
          )}
          {clock?.ticketId === ticketId && (
            <StateBadge word="You’re clocked in" icon={IconClockPlay} tone="pine" />
          )}
          <CardMark ticketId={ticketId} />
        </span>
        {hold && <Held ticketId={ticketId} hold={hold} />}
      </div>
      <IconChevronRight className={styles.go} size={24} aria-hidden />
    </li>
  )
}

/** On a ticket's card: how much of it only this device knows. */
export function CardMark({ ticketId }: { ticketId: number }) {
  const { waiting, textCount, waitingCount, refusedCount } = useUnsentCounts(ticketId)
  return (
    <>
      {waitingCount > 0 && (
        <WaitingBadge tappedAt={waiting[0]?.tappedAt} hasTexts={textCount > 0} count={waitingCount} />
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

type WaitingBadgeProps = { tappedAt: number | undefined; hasTexts: boolean; count: number }

function WaitingBadge({ tappedAt = Number.POSITIVE_INFINITY, hasTexts, count }: WaitingBadgeProps) {
  // Texts have waited since this was first shown, at least.
  const [shownAt] = useState(Date.now)
  return useHasWaited(hasTexts ? Math.min(tappedAt, shownAt) : tappedAt) ? (
    <StateBadge word={`${count.toLocaleString('en-US')} not sent`} icon={IconCloudUp} tone="slate" />
  ) : null
}

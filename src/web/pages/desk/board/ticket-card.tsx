import { memo } from 'react'
import { customerLabel } from '#domain/customers/customer.ts'
import type { TicketSummary } from '#web/api/live/invalidate.ts'
import { ticketPath } from '#web/features/tickets/ticket-path.ts'
import { Card } from '#web/ui/layout/board.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { BookingActions } from './booking-actions.tsx'
import { LazyAssignMenu } from './lazy-assign-menu.tsx'
import styles from './ticket-lane.module.css'

/** A card of the board; renders again only when the card or the minute changes. */
export const TicketCard = memo(function TicketCard({ card, now }: { card: TicketSummary; now: Date }) {
  const { ticketId, state, year, make, model, technician, jobCount } = card
  const path = ticketPath(state, ticketId)
  const jobs = jobCount === 1 ? '1 job' : `${jobCount} jobs`
  return (
    <Card
      title={customerLabel(card)}
      {...(path === null ? {} : { to: path })}
      aside={<RelativeTime since={card.since} now={now} />}
      line={[year, make, model].filter(word => word !== '').join(' ')}
    >
      <span className={styles.technician}>{technician ?? 'No technician'}</span>
      <span className={styles.jobs}>{jobs}</span>
      {(state === 'active' || state === 'approval') && <LazyAssignMenu card={card} />}
      {state === 'pending' && <BookingActions ticketId={ticketId} label={customerLabel(card)} />}
    </Card>
  )
})

/** A placeholder for a card being loaded. */
export const PendingCard = () => (
  <Card title={<span className={styles.loading}>Loading…</span>} line="">
    {null}
  </Card>
)

import { memo } from 'react'
import { customerLabel } from '#domain/customers/customer.ts'
import type { Card } from '#web/api/live/invalidate.ts'
import { ticketPath } from '#web/features/tickets/ticket-state.tsx'
import { Tag } from '#web/ui/layout/board.tsx'
import { Age } from '#web/ui/relative-time.tsx'
import { AssignMenu } from './assign-menu.tsx'
import { PendingAnswer } from './booking-actions.tsx'
import styles from './ticket-lane.module.css'

/** One card of the board; drawn anew only when the card itself has changed, or the minute. */
export const TicketTag = memo(function TicketTag({ card, now }: { card: Card; now: Date }) {
  const { ticketId, state, year, make, model, technician, jobCount } = card
  const path = ticketPath(state, ticketId)
  const jobs = jobCount === 1 ? '1 job' : `${jobCount} jobs`
  return (
    <Tag
      title={customerLabel(card)}
      {...(path === null ? {} : { to: path })}
      aside={<Age since={card.since} now={now} />}
      line={[year, make, model].filter(word => word !== '').join(' ')}
    >
      <span className={styles.technician}>{technician ?? 'No technician'}</span>
      <span className={styles.jobs}>{jobs}</span>
      {(state === 'active' || state === 'approval') && <AssignMenu card={card} />}
      {state === 'pending' && <PendingAnswer ticketId={ticketId} label={customerLabel(card)} />}
    </Tag>
  )
})

/** Holds the place of a card that is on its way. */
export const ComingTag = () => (
  <Tag title={<span className={styles.coming}>Loading…</span>} line="">
    {null}
  </Tag>
)

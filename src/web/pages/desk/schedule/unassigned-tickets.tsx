import { IconGripVertical } from '@tabler/icons-react'
import { customerLabel } from '#domain/customers/customer.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { AppointmentTime } from './appointment-time.tsx'
import styles from './schedule.module.css'
import type { ScheduledTicket } from './week.ts'
import { startTicketDrag } from './week-board.tsx'

type UnassignedTicketsProps = {
  cards: readonly ScheduledTicket[]
  /** Of all of them; the cards are the first of many. */
  count: number
  timeZone: string
  onPick: (card: ScheduledTicket) => void
}

/** Active tickets without a technician or a plan. Dragged onto the schedule, or clicked. */
export function UnassignedTickets({ cards, count, timeZone, onPick }: UnassignedTicketsProps) {
  return (
    <Panel title="Unassigned" count={count} flush>
      {cards.length === 0 ? (
        <p className={styles.none}>Every ticket in progress is assigned.</p>
      ) : (
        <ul className={styles.unassigned}>
          {cards.map(card => (
            <li key={card.ticketId}>
              <button
                type="button"
                className={styles.ticket}
                draggable
                onDragStart={event => startTicketDrag(event, String(card.ticketId))}
                onClick={() => onPick(card)}
              >
                <IconGripVertical size={16} aria-hidden />
                <span className={styles.ticketWords}>
                  <span className={styles.name}>
                    <span>{customerLabel(card)}</span>
                  </span>
                  <span className={styles.detail}>{rigName(card)}</span>
                  <AppointmentTime card={card} timeZone={timeZone} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {count > cards.length && (
        <p className={styles.none}>
          These {cards.length} have waited longest. {count - cards.length} more are on the dashboard.
        </p>
      )}
    </Panel>
  )
}

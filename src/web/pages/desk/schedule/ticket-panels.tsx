import { IconGripVertical } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { customerLabel } from '#domain/customers/customer.ts'
import { formatRelativeDay } from '#domain/lib/company-time.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { AppointmentTime } from './appointment-time.tsx'
import type { AssignRequest } from './assign-dialog.tsx'
import styles from './schedule.module.css'
import { startTicketDrag } from './ticket-drag.ts'
import { entryIdOf, entryOfToday, type ScheduledTicket, type Week } from './week.ts'

type TicketPanelProps = { week: Week; onAssignRequest: (request: AssignRequest) => void }

/** Active tickets without a technician or a plan. Dragged onto the schedule, or clicked. */
export const UnassignedTickets = memo(function UnassignedTickets({
  week,
  onAssignRequest,
}: TicketPanelProps) {
  const { unassigned, unassignedCount: count, timeZone, today } = week
  return (
    <Panel title="Unassigned" count={count} flush>
      {unassigned.length === 0 ? (
        <p className={styles.none}>Every ticket in progress is assigned.</p>
      ) : (
        <ul className={styles.unassigned}>
          {unassigned.map(card => (
            <TicketButton
              key={card.ticketId}
              card={card}
              dragId={String(card.ticketId)}
              onClick={() => onAssignRequest({ card, date: card.bookedDay ?? today })}
            >
              <AppointmentTime card={card} timeZone={timeZone} />
            </TicketButton>
          ))}
        </ul>
      )}
      {count > unassigned.length && (
        <p className={styles.none}>
          These {unassigned.length} have waited longest. {count - unassigned.length} more are on the
          dashboard.
        </p>
      )}
    </Panel>
  )
})

/** Active tickets that were planned for an earlier day and are not done. Dragged or clicked likewise. */
export const CarriedOverTickets = memo(function CarriedOverTickets({
  week,
  onAssignRequest,
}: TicketPanelProps) {
  const { carriedOver, today } = week
  if (carriedOver.length === 0) return null
  return (
    <Panel title="Carried Over" count={carriedOver.length} flush>
      <ul className={styles.unassigned}>
        {carriedOver.map(({ card, plannedDay }) => {
          const movedEntry = entryOfToday(week, card)
          const entry = movedEntry && { movedEntry, technicianId: movedEntry.technicianId }
          return (
            <TicketButton
              key={card.ticketId}
              card={card}
              dragId={movedEntry === undefined ? String(card.ticketId) : entryIdOf(movedEntry)}
              onClick={() => onAssignRequest({ card, date: today, ...entry })}
            >
              <span className={styles.appointment}>
                {`${formatRelativeDay(plannedDay, today)} · ${card.technician ?? 'No technician'}`}
              </span>
            </TicketButton>
          )
        })}
      </ul>
    </Panel>
  )
})

type TicketButtonProps = {
  card: ScheduledTicket
  dragId: string
  onClick: () => void
  children: ReactNode
}

const TicketButton = ({ card, dragId, onClick, children }: TicketButtonProps) => (
  <li>
    <button
      type="button"
      className={styles.ticket}
      draggable
      onDragStart={event => startTicketDrag(event, dragId)}
      onClick={onClick}
    >
      <IconGripVertical size={16} aria-hidden />
      <span className={styles.ticketWords}>
        <span className={styles.name}>
          <span>{customerLabel(card)}</span>
        </span>
        <span className={styles.detail}>{rigName(card)}</span>
        {children}
      </span>
    </button>
  </li>
)

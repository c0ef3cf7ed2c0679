import { ResourcesWeekView } from '@mantine/schedule'
import { IconCalendarEvent, IconTool } from '@tabler/icons-react'
import { customerLabel } from '#domain/customers/customer.ts'
import { printDay } from '#domain/lib/company-time.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import type { Wish } from './assign-dialog.tsx'
import styles from './schedule.module.css'
import { dayEnds, type Entry, entryOf, eventsOf, isMovable, type Week } from './week.ts'

/** What is dragged onto the board from outside it. */
export const TICKET_DRAG = 'application/x-rigwright-ticket'

const MOST_IN_A_FIELD = 4
const MINUTES = 60

type WeekBoardProps = {
  week: Week
  /** Another week is on its way into this one's place. */
  isComing: boolean
  onWish: (wish: Wish) => void
}

/** Technicians by days. Everything that is dragged here can also be clicked, and asks the same. */
export function WeekBoard({ week, isComing, onWish }: WeekBoardProps) {
  const { from, to } = dayEnds(week)
  const [open, close] = week.hoursOfOperation
  const names = new Map(week.technicians.map(person => [person.id, fullName(person)]))
  if (week.technicians.length === 0)
    return (
      <EmptyState
        icon={IconCalendarEvent}
        sentence="Nobody in the company is a technician yet."
        next="The schedule has a row for each technician."
        action={<LinkButton to="/register-employee">Add Employee</LinkButton>}
      />
    )

  function drop(id: string | number, start: string, resourceId: string | number | undefined) {
    const entry = entryOf(week, id)
    if (entry !== undefined && resourceId !== undefined)
      onWish({ card: entry.card, technicianId: String(resourceId), date: start.slice(0, 10), moved: entry })
  }

  return (
    <div className={styles.board} aria-busy={isComing}>
      <ResourcesWeekView
        date={week.from}
        resources={week.technicians.map(({ id }) => ({ id, label: names.get(id) }))}
        events={eventsOf(week)}
        startTime={from}
        startScrollDateTime={`${week.today} ${from}`}
        endTime={to}
        intervalMinutes={(close - open) * MINUTES}
        withHeader={false}
        firstDayOfWeek={1}
        weekendDays={[]}
        weekdayFormat={date => printDay(date.slice(0, 10))}
        slotLabelFormat={() => ''}
        // A day is one field: the hour has no place in it.
        withCurrentTimeIndicator={false}
        labels={{ resources: 'Technician', resourceSlot: 'Assign to' }}
        classNames={{ resourcesWeekViewTimeLabelsRow: styles.noTimes ?? '' }}
        slotWidth="9.5rem"
        rowHeight="7rem"
        maxEventsPerTimeSlot={MOST_IN_A_FIELD}
        renderEventBody={({ payload }) => <EventWords entry={payload?.entry as Entry} />}
        onEventClick={({ id }) => {
          const entry = entryOf(week, id)
          if (entry !== undefined)
            onWish({ card: entry.card, technicianId: entry.technicianId, date: entry.date, moved: entry })
        }}
        onTimeSlotClick={({ slotStart, resourceId }) =>
          onWish({ technicianId: String(resourceId), date: slotStart.slice(0, 10) })
        }
        withEventsDragAndDrop
        canDragEvent={({ id }) => {
          const entry = entryOf(week, id)
          return entry !== undefined && isMovable(entry, week.today)
        }}
        onEventDrop={({ eventId, newStart, resourceId }) => drop(eventId, newStart, resourceId)}
        onExternalEventDrop={({ dataTransfer, dropDateTime, resourceId }) => {
          const card = week.waiting.find(
            ({ ticketId }) => String(ticketId) === dataTransfer.getData(TICKET_DRAG),
          )
          if (card !== undefined)
            onWish({ card, technicianId: String(resourceId), date: dropDateTime.slice(0, 10) })
        }}
      />
    </div>
  )
}

function EventWords({ entry: { card, isPlanned } }: { entry: Entry }) {
  const Icon = isPlanned ? IconCalendarEvent : IconTool
  return (
    <span className={styles.event}>
      <span className={styles.eventName}>
        <Icon size={14} aria-hidden /> {customerLabel(card)}
      </span>
      <span className={styles.eventLine}>
        {isPlanned ? 'Planned' : 'Assigned'} · {rigName(card)}
      </span>
    </span>
  )
}

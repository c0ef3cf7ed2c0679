import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { ResourcesWeekView } from '@mantine/schedule'
import { IconAlertTriangle, IconCalendarEvent, IconCircleX, IconTool } from '@tabler/icons-react'
import { customerLabel } from '#domain/customers/customer.ts'
import { formatDay } from '#domain/lib/company-time.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { type DayLoad, formatDayLoad, isOverbooked } from '#domain/schedule/day-load.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import type { AssignRequest } from './assign-dialog.tsx'
import styles from './schedule.module.css'
import { dayBounds, type Entry, findEntry, isMovable, toEvents, toLoads, type Week } from './week.ts'

/** The type of external drags. */
export const TICKET_DRAG = 'application/x-rigwright-ticket'

const MAX_EVENTS_PER_SLOT = 4
const MINUTES = 60

type WeekBoardProps = {
  week: Week
  /** Another week is being loaded in place of this one. */
  isLoading: boolean
  onAssignRequest: (request: AssignRequest) => void
}

/** Technicians by days. Everything that can be dragged can also be clicked, with the same dialog. */
export function WeekBoard({ week, isLoading, onAssignRequest }: WeekBoardProps) {
  const { from, to } = dayBounds(week)
  const [open, close] = week.hoursOfOperation
  const names = new Map(week.technicians.map(technician => [technician.id, fullName(technician)]))
  if (week.technicians.length === 0)
    return (
      <EmptyState
        icon={IconCalendarEvent}
        sentence="Your company has no technicians yet."
        next="The schedule has a row for each technician."
        action={<LinkButton to="/register-employee">Add Employee</LinkButton>}
      />
    )

  function drop(id: string | number, start: string, resourceId: string | number | undefined) {
    const entry = findEntry(week, id)
    if (entry !== undefined && resourceId !== undefined)
      onAssignRequest({
        card: entry.card,
        technicianId: String(resourceId),
        date: start.slice(0, 10),
        movedEntry: entry,
      })
  }

  return (
    <div className={styles.board} aria-busy={isLoading}>
      <ResourcesWeekView
        date={week.from}
        resources={week.technicians.map(({ id }) => ({ id, label: names.get(id) }))}
        events={[...toLoads(week), ...toEvents(week)]}
        startTime={from}
        startScrollDateTime={`${week.today} ${from}`}
        endTime={to}
        intervalMinutes={(close - open) * MINUTES}
        withHeader={false}
        firstDayOfWeek={1}
        weekendDays={[]}
        weekdayFormat={date => formatDay(date.slice(0, 10))}
        slotLabelFormat={() => ''}
        // A day is one cell, without hours.
        withCurrentTimeIndicator={false}
        labels={{ resources: 'Technician', resourceSlot: 'Assign to' }}
        classNames={{
          resourcesWeekViewTimeLabelsRow: styles.noTimes ?? '',
          resourcesWeekViewRowSlots: styles.days ?? '',
          resourcesWeekViewAllDayEvent: styles.load ?? '',
        }}
        slotWidth="9.5rem"
        rowHeight="7rem"
        maxEventsPerTimeSlot={MAX_EVENTS_PER_SLOT}
        renderEvent={({ title, payload }, { children, ...button }) =>
          payload?.load === undefined ? (
            <UnstyledButton {...button}>{children}</UnstyledButton>
          ) : (
            <LoadOfDay day={String(title)} load={payload.load as DayLoad} />
          )
        }
        renderEventBody={({ payload }) => <EventContent entry={payload?.entry as Entry} />}
        onEventClick={({ id }) => {
          const entry = findEntry(week, id)
          if (entry !== undefined)
            onAssignRequest({
              card: entry.card,
              technicianId: entry.technicianId,
              date: entry.date,
              movedEntry: entry,
            })
        }}
        onTimeSlotClick={({ slotStart, resourceId }) =>
          onAssignRequest({ technicianId: String(resourceId), date: slotStart.slice(0, 10) })
        }
        withEventsDragAndDrop
        canDragEvent={({ id }) => {
          const entry = findEntry(week, id)
          return entry !== undefined && isMovable(entry, week.today)
        }}
        onEventDrop={({ eventId, newStart, resourceId }) => drop(eventId, newStart, resourceId)}
        onExternalEventDrop={({ dataTransfer, dropDateTime, resourceId }) => {
          const card = week.unassigned.find(
            ({ ticketId }) => String(ticketId) === dataTransfer.getData(TICKET_DRAG),
          )
          if (card !== undefined)
            onAssignRequest({ card, technicianId: String(resourceId), date: dropDateTime.slice(0, 10) })
        }}
      />
    </div>
  )
}

/** How much of the day is promised; a state is word, icon and color. */
function LoadOfDay({ day, load }: { day: string; load: DayLoad }) {
  const isOver = isOverbooked(load)
  const Icon = isOver ? IconAlertTriangle : load.open === 0 ? IconCircleX : null
  return (
    <span className={styles.loadWords} data-tone={isOver ? 'brick' : 'slate'}>
      <VisuallyHidden>{day}: </VisuallyHidden>
      {Icon !== null && <Icon size={14} stroke={2.25} aria-hidden />}
      {isOver && load.open > 0 && 'Over: '}
      {formatDayLoad(load)}
    </span>
  )
}

function EventContent({ entry: { card, isPlanned } }: { entry: Entry }) {
  const Icon = isPlanned ? IconCalendarEvent : IconTool
  return (
    <span className={styles.event}>
      <span className={styles.eventName}>
        <Icon size={14} aria-hidden /> <span>{customerLabel(card)}</span>
      </span>
      <span className={styles.eventLine}>
        {isPlanned ? 'Planned' : 'Assigned'} · {rigName(card)}
      </span>
    </span>
  )
}

import { VisuallyHidden } from '@mantine/core'
import { useRovingIndex } from '@mantine/hooks'
import { IconAlertTriangle, IconCalendarEvent, IconCircleX, IconTool } from '@tabler/icons-react'
import { type ComponentProps, memo } from 'react'
import { customerLabel } from '#domain/customers/customer.ts'
import { formatDay } from '#domain/lib/company-time.ts'
import { includesDay } from '#domain/lib/days-off.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { type DayLoad, formatDayLoad, formatFreeHours, isOverbooked } from '#domain/schedule/day-load.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { TextLink } from '#web/ui/links.tsx'
import { AppointmentTime } from './appointment-time.tsx'
import type { AssignRequest } from './assign-dialog.tsx'
import styles from './schedule.module.css'
import { startTicketDrag, useTicketDrop } from './ticket-drag.ts'
import {
  daysFrom,
  type Entry,
  entriesOn,
  entryIdOf,
  findDragged,
  freeHoursOn,
  isMovable,
  loadOf,
  type Technician,
  type Week,
} from './week.ts'

/** Scrolls a narrow board so that this day is the first beside the names. */
function scrollToDay(heading: HTMLTableCellElement | null) {
  const names = heading?.parentElement?.firstElementChild
  if (heading && names)
    heading.closest('table')?.parentElement?.scrollTo({ left: heading.offsetLeft - names.clientWidth })
}

type WeekBoardProps = {
  week: Week
  onAssignRequest: (request: AssignRequest) => void
}

/** Technicians by days. Everything that can be dragged can also be clicked, with the same dialog. */
export const WeekBoard = memo(function WeekBoard({ week, onAssignRequest }: WeekBoardProps) {
  const { technicians, today } = week
  const days = daysFrom(week.from, 7)
  // The arrow keys move between the days.
  const { getItemProps } = useRovingIndex({ total: technicians.length * days.length, columns: days.length })

  return (
    <div className={styles.board}>
      <table className={styles.week}>
        <VisuallyHidden component="caption">The arrow keys move between the days.</VisuallyHidden>
        <thead>
          <tr>
            <th scope="col">Technician</th>
            {days.map(date => (
              <th
                key={date}
                scope="col"
                {...(date === today ? { ref: scrollToDay, 'aria-current': 'date' } : {})}
              >
                <DayHeading week={week} date={date} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {technicians.map((technician, row) => (
            <tr key={technician.id}>
              <th scope="row">{fullName(technician)}</th>
              {days.map((date, column) => (
                <DayCell
                  key={date}
                  week={week}
                  technician={technician}
                  date={date}
                  buttonProps={getItemProps({ index: row * days.length + column })}
                  onAssignRequest={onAssignRequest}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
})

/** The day, which opens it by the hour, and how many of its hours are free. */
function DayHeading({ week, date }: { week: Week; date: string }) {
  const freeHours = freeHoursOn(week, [date])
  return (
    <>
      <TextLink to="/schedule" search={{ day: date }} className={styles.dayLink}>
        {formatDay(date)}
      </TextLink>
      {freeHours !== null && <span className={styles.free}>{formatFreeHours(freeHours)}</span>}
    </>
  )
}

type DayCellProps = {
  week: Week
  technician: Technician
  date: string
  buttonProps: ComponentProps<'button'>
  onAssignRequest: (request: AssignRequest) => void
}

/** A day of a technician: what is promised, its tickets, and below them the button for another. */
function DayCell({ week, technician, date, buttonProps, onAssignRequest }: DayCellProps) {
  const technicianId = technician.id
  const entries = entriesOn(week, technicianId, date)
  const dropTarget = useTicketDrop(({ id }) => {
    const dragged = findDragged(week, id)
    if (dragged !== undefined) onAssignRequest({ ...dragged, technicianId, date })
  })

  return (
    <td className={styles.day} {...dropTarget}>
      <LoadOfDay load={loadOf(week, technician, date)} />
      <TimeOff technician={technician} day={date} />
      {entries.length > 0 && (
        <ul className={styles.entries}>
          {entries.map(entry => (
            <li key={entryIdOf(entry)}>
              <EntryButton
                entry={entry}
                timeZone={week.timeZone}
                isDraggable={isMovable(entry, week.today)}
                onClick={() => onAssignRequest({ card: entry.card, technicianId, date, movedEntry: entry })}
              />
            </li>
          ))}
        </ul>
      )}
      <button
        type="button"
        className={styles.assign}
        aria-label={`Assign to ${fullName(technician)}, ${formatDay(date)}`}
        {...buttonProps}
        onClick={event => {
          buttonProps.onClick?.(event)
          onAssignRequest({ technicianId, date })
        }}
      />
    </td>
  )
}

/** How much of the day is promised; a state is word, icon and color. */
export function LoadOfDay({ load }: { load: DayLoad }) {
  const isOver = isOverbooked(load)
  const Icon = isOver ? IconAlertTriangle : load.open === 0 ? IconCircleX : null
  return (
    <span className={styles.load} data-tone={isOver ? 'brick' : 'slate'}>
      {Icon !== null && <Icon size={14} stroke={2.25} aria-hidden />}
      {isOver && load.open > 0 && 'Over: '}
      {formatDayLoad(load)}
    </span>
  )
}

/** That a technician is off on the day, and why. */
export function TimeOff({ technician, day }: { technician: Technician; day: string }) {
  const off = technician.timeOff.find(days => includesDay(days, day))
  return off !== undefined && <p className={styles.timeOff}>{`Time off${off.reason && `: ${off.reason}`}`}</p>
}

type EntryButtonProps = { entry: Entry; timeZone: string; isDraggable: boolean; onClick: () => void }

function EntryButton({ entry, timeZone, isDraggable, onClick }: EntryButtonProps) {
  const { card, isPlanned, date } = entry
  const Icon = isPlanned ? IconCalendarEvent : IconTool
  return (
    <button
      type="button"
      className={styles.entry}
      data-planned={isPlanned || undefined}
      title={customerLabel(card)}
      draggable={isDraggable}
      onDragStart={event => startTicketDrag(event, entryIdOf(entry))}
      onClick={onClick}
    >
      <span className={styles.name}>
        <Icon size={14} aria-hidden /> <span>{customerLabel(card)}</span>
      </span>
      <span className={styles.detail}>
        {isPlanned ? 'Planned' : 'Assigned'} · {rigName(card)}
      </span>
      <AppointmentTime card={card} timeZone={timeZone} day={date} />
    </button>
  )
}

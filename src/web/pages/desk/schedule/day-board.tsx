import { VisuallyHidden } from '@mantine/core'
import { useRovingIndex } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import {
  type ComponentProps,
  type CSSProperties,
  memo,
  startTransition,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { formatLongDay } from '#domain/bookings/appointment.ts'
import { formatWeekdayHours } from '#domain/companies/opening-times.ts'
import { customerLabel } from '#domain/customers/customer.ts'
import { formatDay, formatTime } from '#domain/lib/company-time.ts'
import { rigName } from '#domain/rigs/rig.ts'
import {
  type CalendarDay,
  type HourSpan,
  hourLabels,
  spanOfClock,
  timeAt,
} from '#domain/schedule/day-bars.ts'
import { formatFreeHours, formatShortHours, freeHoursOf } from '#domain/schedule/day-load.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { isConfirmed } from '#domain/tickets/confirmation.ts'
import type { ServiceBay } from '#domain/tickets/ticket.ts'
import type { AssignRequest } from './assign-dialog.tsx'
import styles from './day.module.css'
import { type DayRow, type DayTicket, hoursOfRows, type RowKind, rowsOf, serviceBayRowsOf } from './day.ts'
import shared from './schedule.module.css'
import { StopsButton } from './stops-dialog.tsx'
import { startTicketDrag, type TicketDrop, useTicketDrop } from './ticket-drag.ts'
import { areFreeHoursShown, findDragged, type Week } from './week.ts'
import { LoadOfDay, TimeOff } from './week-board.tsx'

const PLACES = { site: 'Visit', shop: 'Drop-off' }

type ButtonProps = ComponentProps<'button'>

/** For the style sheet, which places bars by them. */
const asVariables = (variables: Readonly<Record<`--${string}`, number>>): CSSProperties => variables

type DayBoardProps = {
  /** Of one day. */
  week: Week
  onAssignRequest: (request: AssignRequest) => void
  /** The rows; null for technicians. */
  serviceBays: readonly ServiceBay[] | null
}

/**
 * Technicians or bays by hours; on a narrow screen a list for each. Everything that can be dragged can also be clicked, with the
 * same dialog.
 */
export const DayBoard = memo(function DayBoard({ week, onAssignRequest, serviceBays }: DayBoardProps) {
  // Each arrow key renders the board again.
  const rows = useMemo(
    () => (serviceBays === null ? rowsOf(week) : serviceBayRowsOf(week, serviceBays)),
    [week, serviceBays],
  )
  const hours = hoursOfRows(rows, week)
  const total = rows.reduce((sum, row) => sum + buttonCountOf(row), 0)
  // 200 tickets are one stop of the Tab key.
  const { getItemProps } = useRovingIndex({ total, orientation: 'both', loop: false })
  const shownCount = useShownCount(rows.length, `${week.from} ${serviceBays === null}`)
  let firstIndex = 0
  return (
    <div className={styles.board} style={asVariables({ '--hours': hours.to - hours.from })}>
      <VisuallyHidden component="h2">{formatLongDay(week.from)}</VisuallyHidden>
      <VisuallyHidden component="p">The arrow keys move between the tickets.</VisuallyHidden>
      <div className={styles.head} aria-hidden>
        <span className={styles.who}>{serviceBays === null ? 'Technician' : 'Bay'}</span>
        <span className={styles.untimed}>No time</span>
        <span className={styles.labels}>
          {hourLabels(hours, { day: week.from, timeZone: week.timeZone }).map(({ hour, label }) => (
            <span key={hour}>{label}</span>
          ))}
        </span>
      </div>
      <ul className={styles.rows}>
        {rows.slice(0, shownCount).map(row => {
          const index = firstIndex
          firstIndex += buttonCountOf(row)
          return (
            <Row
              key={row.id ?? 'nobody'}
              week={week}
              row={row}
              hours={hours}
              buttonPropsOf={(button, onClick) => getItemProps({ index: index + button, onClick })}
              onAssignRequest={onAssignRequest}
            />
          )
        })}
      </ul>
    </div>
  )
})

/** Rows that are added at once: more would take longer than a frame to lay out and paint. */
const ROWS_AT_ONCE = 5

/** How many of the rows of a board are shown: the first ones at once, some more in each frame. */
function useShownCount(total: number, board: string): number {
  const [shown, setShown] = useState({ board, count: ROWS_AT_ONCE })
  const count = shown.board === board ? shown.count : ROWS_AT_ONCE
  const isComplete = count >= total
  useEffect(() => {
    if (isComplete) return
    const showMore = () => startTransition(() => setShown({ board, count: count + ROWS_AT_ONCE }))
    const frame = requestAnimationFrame(showMore)
    return () => cancelAnimationFrame(frame)
  }, [board, count, isComplete])
  return count
}

/** Its tickets, and the button for another. */
const buttonCountOf = ({ id, untimed, bars }: DayRow): number =>
  untimed.length + bars.length + (id === null ? 0 : 1)

type RowProps = Omit<DayBoardProps, 'serviceBays'> & {
  row: DayRow
  hours: HourSpan
  buttonPropsOf: (button: number, onClick: () => void) => ButtonProps
}

function Row({ week, row, hours, buttonPropsOf, onAssignRequest }: RowProps) {
  const { kind, id: rowId, untimed, bars, overlapping, open } = row
  const { from: date, timeZone } = week
  const day: CalendarDay = { day: date, timeZone }
  const openSpan = open === null ? { from: hours.from, to: hours.from } : spanOfClock(open, day)
  const levels = bars.reduce((most, { level }) => Math.max(most, level + 1), 1)

  function drop({ id, left, pointer, target }: TicketDrop) {
    const dragged = findDragged(week, id)
    if (dragged === undefined) return
    const { card, movedEntry } = dragged
    // Within its row an appointment is dragged to another time, and onto another to another technician or bay.
    if (kind === 'bays' && (card.serviceBay?.id ?? null) !== rowId) {
      onAssignRequest({ ...dragged, serviceBayId: rowId, date })
      return
    }
    if (kind === 'technicians' && (movedEntry?.technicianId ?? card.assignedTechnician) !== rowId) {
      if (rowId !== null) onAssignRequest({ ...dragged, technicianId: rowId, date })
      return
    }
    const area = target.querySelector('[data-hours]')?.getBoundingClientRect()
    if (area === undefined || pointer < area.left || !isConfirmed(card)) return
    const hour = hours.from + (Math.max(0, left - area.left) / area.width) * (hours.to - hours.from)
    onAssignRequest({ ...dragged, date, time: timeAt(hour, day) })
  }

  const buttonOf = (ticket: DayTicket, index: number, isOverlapping: boolean) => {
    const { card, entry } = ticket
    const { assignedTechnician } = card
    const request: AssignRequest = {
      ...{ card, date },
      ...(entry !== null && { movedEntry: entry, technicianId: entry.technicianId }),
      ...(entry === null && assignedTechnician !== null && { technicianId: assignedTechnician }),
      ...(kind === 'bays' && { serviceBayId: card.serviceBay?.id ?? null }),
    }
    return (
      <TicketBar
        ticket={ticket}
        week={week}
        kind={kind}
        isOverlapping={isOverlapping}
        buttonProps={buttonPropsOf(index, () => onAssignRequest(request))}
      />
    )
  }

  return (
    <li className={styles.row} {...useTicketDrop(drop)}>
      <RowHead week={week} row={row} />
      <ul className={styles.untimed}>
        {untimed.map((ticket, index) => (
          <li key={ticket.id}>{buttonOf(ticket, index, false)}</li>
        ))}
      </ul>
      <div
        className={styles.hours}
        data-hours
        style={asVariables({
          '--open-from': openSpan.from - hours.from,
          '--open-to': openSpan.to - hours.from,
          '--levels': levels,
        })}
      >
        <ul className={styles.bars}>
          {bars.map((bar, index) => (
            <li
              key={bar.ticket.id}
              className={styles.bar}
              data-cut={bar.isCut || undefined}
              data-overlapping={overlapping.has(bar) || undefined}
              style={asVariables({
                '--from': bar.from - hours.from,
                '--length': bar.to - bar.from,
                '--level': bar.level,
              })}
            >
              {buttonOf(bar.ticket, untimed.length + index, overlapping.has(bar))}
            </li>
          ))}
        </ul>
        {rowId !== null && (
          <button
            type="button"
            className={styles.assign}
            {...buttonPropsOf(untimed.length + bars.length, () =>
              onAssignRequest(
                kind === 'bays' ? { serviceBayId: rowId, date } : { technicianId: rowId, date },
              ),
            )}
          >
            <span>
              {kind === 'bays' ? `Put a ticket in ${row.name}` : `Assign to ${row.name}, ${formatDay(date)}`}
            </span>
          </button>
        )}
      </div>
    </li>
  )
}

/** Who works when, and how much of it is promised and free. */
function RowHead({ week, row: { kind, name, technician, open, load, bars } }: { week: Week; row: DayRow }) {
  return (
    <div className={styles.who}>
      <h3>
        <bdi>{name}</bdi>
      </h3>
      {kind === 'technicians' && open !== null && (
        <p>{formatWeekdayHours({ opens: open[0], closes: open[1] })}</p>
      )}
      {load !== null && <LoadOfDay load={load} />}
      {technician !== null && <TimeOff technician={technician} day={week.from} />}
      {load !== null && technician?.isActive && areFreeHoursShown(week, week.from) && (
        <p>{formatFreeHours(freeHoursOf(load))}</p>
      )}
      {technician !== null && bars.some(({ ticket }) => ticket.place === 'site') && (
        <StopsButton technician={technician} day={week.from} />
      )}
    </div>
  )
}

type TicketBarProps = {
  ticket: DayTicket
  week: Week
  kind: RowKind
  isOverlapping: boolean
  buttonProps: ButtonProps
}

function TicketBar({ ticket, week, kind, isOverlapping, buttonProps }: TicketBarProps) {
  const { id, card, at, entry, place, hoursLeft, isMovable } = ticket
  const status = entry === null ? null : entry.isPlanned ? 'Planned' : 'Assigned'
  const technician = week.technicians.find(({ id: other }) => other === entry?.technicianId)
  const details = [
    isOverlapping ? 'Overlaps' : null,
    at === null || place === null ? null : PLACES[place],
    hoursLeft > 0 ? `${formatShortHours(hoursLeft)} left` : null,
    kind === 'bays' && technician !== undefined ? fullName(technician) : status,
    rigName(card),
  ].filter(detail => detail !== null)
  return (
    <button
      type="button"
      className={shared.entry}
      data-planned={entry?.isPlanned || undefined}
      data-free={entry === null || undefined}
      title={`${customerLabel(card)} · ${details.join(' · ')}`}
      draggable={isMovable}
      onDragStart={event => startTicketDrag(event, id)}
      {...buttonProps}
    >
      <span className={shared.name}>
        {/* No icon on each of them: 200 take as long to lay out and paint as all the text. */}
        {isOverlapping && <IconAlertTriangle size={14} aria-hidden />}
        <span>
          {at === null ? 'No time' : formatTime(at, week.timeZone)} · {customerLabel(card)}
        </span>
      </span>
      <span className={shared.detail}>{details.join(' · ')}</span>
    </button>
  )
}

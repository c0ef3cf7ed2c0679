// A day of the schedule by the hour: a row for each technician, and one for what has none.

import { openHoursOn } from '#domain/companies/opening-times.ts'
import { AS_COMPANY, workingSpanOn } from '#domain/employees/working-times.ts'
import {
  type Bar,
  barsOf,
  type CalendarDay,
  type HourSpan,
  hoursShown,
  spanOfClock,
} from '#domain/schedule/day-bars.ts'
import type { DayLoad } from '#domain/schedule/day-load.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import {
  appointmentsOn,
  type Entry,
  entriesOn,
  entryIdOf,
  isMovable,
  loadOf,
  type Technician,
  type Week,
} from './week.ts'

export type DayTicket = Pick<Entry, 'card' | 'estimatedHours' | 'hoursLeft' | 'place'> & {
  /** As dragged. */
  readonly id: string
  /** When its customer comes, or is visited; null without an appointment on this day. */
  readonly at: Date | null
  readonly isMovable: boolean
  /** Null for an appointment for which nothing is assigned or planned. */
  readonly entry: Entry | null
}

type TimedTicket = DayTicket & { readonly at: Date }

export type DayRow = {
  /** Null for what has none. */
  readonly technician: Technician | null
  /** Without a time on this day. */
  readonly untimed: readonly DayTicket[]
  readonly bars: readonly Bar<TimedTicket>[]
  /** When they work, of what has no technician when the company is open; null if not at all. */
  readonly open: readonly [number, number] | null
  readonly load: DayLoad | null
}

function ticketsOn(week: Week, technicianId: string | null, date: string): DayTicket[] {
  const timeOf = ({ appointmentAt, bookedDay }: Entry['card']): Date | null =>
    appointmentAt !== null && bookedDay === date ? new Date(appointmentAt) : null
  const entries = technicianId === null ? [] : entriesOn(week, technicianId, date)
  return [
    ...entries.map(entry => ({
      ...entry,
      id: entryIdOf(entry),
      at: timeOf(entry.card),
      isMovable: isMovable(entry, week.today),
      entry,
    })),
    ...appointmentsOn(week, technicianId, date).map(appointment => ({
      ...appointment,
      id: String(appointment.card.ticketId),
      at: timeOf(appointment.card),
      isMovable: isInWork(appointment.card),
      entry: null,
    })),
  ]
}

const hasTime = (ticket: DayTicket): ticket is TimedTicket => ticket.at !== null

function rowOf(week: Week, technician: Technician | null): DayRow {
  const { from: day, timeZone } = week
  const tickets = ticketsOn(week, technician?.id ?? null, day)
  return {
    technician,
    untimed: tickets.filter(ticket => !hasTime(ticket)),
    bars: barsOf(tickets.filter(hasTime), { day, timeZone }),
    open: workingSpanOn(technician ?? AS_COMPANY, day, week),
    load: technician && loadOf(week, technician, day, tickets),
  }
}

/** The rows of the first day: what has no technician, if there is anything, and each technician. */
export function rowsOf(week: Week): DayRow[] {
  const nobody = rowOf(week, null)
  return [
    ...(nobody.bars.length > 0 ? [nobody] : []),
    ...week.technicians.map(technician => rowOf(week, technician)),
  ]
}

/** The hours that these rows and the company's day need. */
export function hoursOfRows(rows: readonly DayRow[], week: Week): HourSpan {
  const day: CalendarDay = { day: week.from, timeZone: week.timeZone }
  const opening = openHoursOn(week.from, week) ?? week.hoursOfOperation
  const spans = [opening, ...rows.flatMap(({ open }) => (open === null ? [] : [open]))]
  return hoursShown([...spans.map(span => spanOfClock(span, day)), ...rows.flatMap(({ bars }) => bars)])
}

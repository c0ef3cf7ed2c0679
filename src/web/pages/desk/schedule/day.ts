// A day of the schedule by the hour: a row for each technician or each bay, and one for what has none.

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
import { canBeInServiceBay } from '#domain/service-bays/service-bay.ts'
import { serviceBayLabel } from '#domain/service-bays/service-bay-label.ts'
import { overlappingBars } from '#domain/service-bays/service-bay-overlap.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { isInWork, type ServiceBay } from '#domain/tickets/ticket.ts'
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
  /** Null for an appointment for which nothing is assigned or planned, and for what only is in a bay. */
  readonly entry: Entry | null
}

/** What the rows of a day are. */
export type RowKind = 'technicians' | 'bays'

type TimedTicket = DayTicket & { readonly at: Date }

export type DayRow = {
  readonly kind: RowKind
  /** Of the technician or the bay; null for what has none. */
  readonly id: string | null
  readonly name: string
  /** Of a row of a technician. */
  readonly technician: Technician | null
  /** Without a time on this day. */
  readonly untimed: readonly DayTicket[]
  readonly bars: readonly Bar<TimedTicket>[]
  /** Those of the bars that are in a bay at the same time as another one. */
  readonly overlapping: ReadonlySet<Bar<TimedTicket>>
  /** When they work, of what has no technician when the company is open; null if not at all. */
  readonly open: readonly [number, number] | null
  readonly load: DayLoad | null
}

const timeOn = (date: string, { appointmentAt, bookedDay }: Entry['card']): Date | null =>
  appointmentAt !== null && bookedDay === date ? new Date(appointmentAt) : null

const ticketOfEntry = (week: Week, entry: Entry): DayTicket => ({
  ...entry,
  id: entryIdOf(entry),
  at: timeOn(entry.date, entry.card),
  isMovable: isMovable(entry, week.today),
  entry,
})

const ticketOfAppointment = (appointment: Week['appointments'][number]): DayTicket => ({
  ...appointment,
  id: String(appointment.card.ticketId),
  at: timeOn(appointment.date, appointment.card),
  isMovable: isInWork(appointment.card),
  entry: null,
})

function ticketsOn(week: Week, technicianId: string | null, date: string): DayTicket[] {
  const entries = technicianId === null ? [] : entriesOn(week, technicianId, date)
  return [
    ...entries.map(entry => ticketOfEntry(week, entry)),
    ...appointmentsOn(week, technicianId, date).map(ticketOfAppointment),
  ]
}

const hasTime = (ticket: DayTicket): ticket is TimedTicket => ticket.at !== null

function rowOf(week: Week, technician: Technician | null): DayRow {
  const { from: day, timeZone } = week
  const tickets = ticketsOn(week, technician?.id ?? null, day)
  return {
    kind: 'technicians',
    id: technician?.id ?? null,
    name: technician === null ? 'No technician' : fullName(technician),
    technician,
    overlapping: new Set(),
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

/** Each ticket of the first day once, and today those that are in a bay without being assigned. */
function ticketsOfDay(week: Week): DayTicket[] {
  const { from: day, today, unassigned } = week
  const inBays = unassigned
    .filter(({ state, serviceBay }) => state !== 'pending' && serviceBay !== null && day === today)
    .map(card => ({
      ...{ id: String(card.ticketId), card, at: null, entry: null, place: null },
      ...{ estimatedHours: 0, hoursLeft: 0, isMovable: true },
    }))
  const tickets = [
    ...week.entries.filter(({ date }) => date === day).map(entry => ticketOfEntry(week, entry)),
    ...week.appointments.filter(({ date }) => date === day).map(ticketOfAppointment),
    ...inBays,
  ]
  return [...new Map(tickets.toReversed().map(ticket => [ticket.card.ticketId, ticket])).values()]
    .toReversed()
    .map(ticket => ({ ...ticket, isMovable: canBeInServiceBay(ticket.card) }))
}

/** The rows of the first day by bays: what is in none, and each bay. */
export function serviceBayRowsOf(week: Week, serviceBays: readonly ServiceBay[]): DayRow[] {
  const { from: day, timeZone } = week
  const tickets = ticketsOfDay(week)
  const open = workingSpanOn(AS_COMPANY, day, week)
  return [{ id: null, name: 'No bay' }, ...serviceBays].map(({ id, name: ownName }) => {
    const own = tickets.filter(({ card }) => (card.serviceBay?.id ?? null) === id)
    const bars = barsOf(own.filter(hasTime), { day, timeZone })
    return {
      ...{ kind: 'bays', id, name: serviceBayLabel(ownName), technician: null, open, load: null, bars },
      overlapping: new Set(id === null ? [] : overlappingBars(bars)),
      untimed: own.filter(ticket => !hasTime(ticket)),
    }
  })
}

/** The tickets that could be put in a bay: those of the first day, and what waits to be assigned. */
export const ticketsForServiceBay = (week: Week, serviceBayId: string | null): Entry['card'][] => {
  const cards = [...ticketsOfDay(week).map(({ card }) => card), ...week.unassigned]
  return [...new Map(cards.map(card => [card.ticketId, card])).values()].filter(
    card => canBeInServiceBay(card) && (card.serviceBay?.id ?? null) !== serviceBayId,
  )
}

/** The hours that these rows and the company's day need. */
export function hoursOfRows(rows: readonly DayRow[], week: Week): HourSpan {
  const day: CalendarDay = { day: week.from, timeZone: week.timeZone }
  const opening = openHoursOn(week.from, week) ?? week.hoursOfOperation
  const spans = [opening, ...rows.flatMap(({ open }) => (open === null ? [] : [open]))]
  return hoursShown([...spans.map(span => spanOfClock(span, day)), ...rows.flatMap(({ bars }) => bars)])
}

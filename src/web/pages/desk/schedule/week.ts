// The schedule from the contract, by technicians and days.

import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'
import { addDays } from '#domain/lib/calendar-date.ts'
import { areWorkingTimesSet, type DayLoad, dayLoadOf, totalFreeHours } from '#domain/schedule/day-load.ts'
import { isInWork } from '#domain/tickets/ticket.ts'

export type Week = InferContractRouterOutputs<Contract>['schedule']['week']
export type Entry = Week['entries'][number]
export type ScheduledTicket = Entry['card']
export type Technician = Week['technicians'][number]
type Appointment = Week['appointments'][number]

type Dragged = { readonly card: ScheduledTicket; readonly movedEntry?: Entry }

export const daysFrom = (from: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(from, index))

export const entryIdOf = ({ card, technicianId, date }: Entry): string =>
  `${card.ticketId} ${technicianId} ${date}`

/** What is dragged: an entry, by its id, or a ticket without one, by its number. */
export function findDragged(week: Week, id: string): Dragged | undefined {
  const movedEntry = week.entries.find(entry => entryIdOf(entry) === id)
  if (movedEntry !== undefined) return { card: movedEntry.card, movedEntry }
  const others = [...week.appointments, ...week.carriedOver].map(({ card }) => card)
  const card = [...week.unassigned, ...others].find(({ ticketId }) => String(ticketId) === id)
  return card && { card }
}

/** Today's entry of the ticket's technician. */
export const entryOfToday = (week: Week, { ticketId, assignedTechnician }: ScheduledTicket) =>
  week.entries.find(
    ({ card, date, technicianId }) =>
      card.ticketId === ticketId && date === week.today && technicianId === assignedTechnician,
  )

/** The week without this entry; its ticket's new position comes from the server. */
export const withoutEntry = (week: Week, dropped: Entry): Week => ({
  ...week,
  entries: week.entries.filter(entry => entryIdOf(entry) !== entryIdOf(dropped)),
})

/** Whether an entry can be moved: a plan, or today's technician of an active ticket. */
export const isMovable = ({ isPlanned, date, card, technicianId }: Entry, today: string): boolean =>
  isInWork(card) && (isPlanned || (date === today && card.assignedTechnician === technicianId))

/** A technician's entries of a day. */
export const entriesOn = (week: Week, technicianId: string, date: string): Entry[] =>
  week.entries.filter(entry => entry.technicianId === technicianId && entry.date === date)

/** Appointments of a day for which nothing is assigned or planned, of tickets with this technician, or without one. */
export const appointmentsOn = (week: Week, technicianId: string | null, date: string): Appointment[] =>
  week.appointments.filter(
    appointment => appointment.date === date && appointment.card.assignedTechnician === technicianId,
  )

const estimatesOf = (tickets: readonly Pick<Entry, 'estimatedHours'>[]): number[] =>
  tickets.map(({ estimatedHours }) => estimatedHours)

/** What fills a day of a technician. */
export const loadOf = (
  week: Week,
  technician: Technician,
  date: string,
  tickets: readonly Pick<Entry, 'estimatedHours'>[] = entriesOn(week, technician.id, date),
): DayLoad => dayLoadOf(date, estimatesOf(tickets), week, technician)

/** Whether it is said how many hours of a day are free. */
export const areFreeHoursShown = (week: Week, date: string): boolean =>
  date >= week.today && areWorkingTimesSet(week, week.technicians)

/** The hours of these days that are free; null if that is not said of any of them. */
export function freeHoursOn(week: Week, dates: readonly string[]): number | null {
  const shown = dates.filter(date => areFreeHoursShown(week, date))
  if (shown.length === 0) return null
  const active = week.technicians.filter(({ isActive }) => isActive)
  const hoursOn = (date: string): number =>
    totalFreeHours(
      active.map(technician => {
        const { id } = technician
        const tickets = [...entriesOn(week, id, date), ...appointmentsOn(week, id, date)]
        return loadOf(week, technician, date, tickets)
      }),
      estimatesOf(appointmentsOn(week, null, date)),
    )
  return shown.reduce((sum, date) => sum + hoursOn(date), 0)
}

// The week from the contract, by technicians and days.

import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'
import { addDays } from '#domain/lib/calendar-date.ts'
import { type DayLoad, dayLoadOf } from '#domain/schedule/day-load.ts'
import { isInWork } from '#domain/tickets/ticket.ts'

export type Week = InferContractRouterOutputs<Contract>['schedule']['week']
export type Entry = Week['entries'][number]
export type ScheduledTicket = Entry['card']

const DAYS_SHOWN = 7

export const daysOf = (week: Week): string[] =>
  Array.from({ length: DAYS_SHOWN }, (_, index) => addDays(week.from, index))

export const entryIdOf = ({ card, technicianId, date }: Entry): string =>
  `${card.ticketId} ${technicianId} ${date}`

export const findEntry = (week: Week, id: string): Entry | undefined =>
  week.entries.find(entry => entryIdOf(entry) === id)

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

/** What fills a day of a technician. */
export const loadOf = (week: Week, technician: Week['technicians'][number], date: string): DayLoad =>
  dayLoadOf(
    date,
    entriesOn(week, technician.id, date).map(({ estimatedHours }) => estimatedHours),
    week,
    technician,
  )

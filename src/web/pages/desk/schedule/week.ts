// The week from the contract, and converted for the schedule component.

import type { ScheduleEventData } from '@mantine/schedule'
import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'
import { customerLabel } from '#domain/customers/customer.ts'
import { addDays } from '#domain/lib/calendar-date.ts'
import { formatDay } from '#domain/lib/company-time.ts'
import { type DayLoad, dayLoadOf } from '#domain/schedule/day-load.ts'

export type Week = InferContractRouterOutputs<Contract>['schedule']['week']
export type Entry = Week['entries'][number]
export type ScheduledTicket = Entry['card']
export type UnassignedTicket = Week['unassigned'][number]

const DAYS_SHOWN = 7

const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00:00`

/** From opening to closing; each day is shown as one cell. */
export const dayBounds = ({ hoursOfOperation: [open, close] }: Week) => ({
  from: formatHour(open),
  to: formatHour(close),
})

const entryIdOf = ({ card, technicianId, date }: Entry): string => `${card.ticketId} ${technicianId} ${date}`

export const findEntry = (week: Week, id: string | number): Entry | undefined =>
  week.entries.find(entry => entryIdOf(entry) === id)

/** The week without this entry; its ticket's new position comes from the server. */
export const withoutEntry = (week: Week, dropped: Entry): Week => ({
  ...week,
  entries: week.entries.filter(entry => entryIdOf(entry) !== entryIdOf(dropped)),
})

/** Whether an entry can be moved: a plan, or today's technician of an active ticket. */
export const isMovable = ({ isPlanned, date, card, technicianId }: Entry, today: string): boolean =>
  (card.state === 'active' || card.state === 'approval') &&
  (isPlanned || (date === today && card.assignedTechnician === technicianId))

/** What fills a day of a technician. */
const loadOf = (week: Week, technicianId: string, date: string): DayLoad =>
  dayLoadOf(
    date,
    week.entries
      .filter(entry => entry.technicianId === technicianId && entry.date === date)
      .map(({ estimatedHours }) => estimatedHours),
    week,
  )

/** Each day's load as an event of the whole day, above the day's tickets. */
export const toLoads = (week: Week): ScheduleEventData[] =>
  week.technicians.flatMap(({ id: technicianId }) =>
    Array.from({ length: DAYS_SHOWN }, (_, index) => {
      const date = addDays(week.from, index)
      return {
        id: `load ${technicianId} ${date}`,
        title: formatDay(date),
        start: `${date} 00:00:00`,
        end: `${date} 23:59:59`,
        resourceId: technicianId,
        color: 'gray',
        payload: { load: loadOf(week, technicianId, date) },
      }
    }),
  )

/** The entries as events: plans are lighter than assignments. */
export const toEvents = (week: Week): ScheduleEventData[] => {
  const { from, to } = dayBounds(week)
  return week.entries.map(entry => ({
    id: entryIdOf(entry),
    title: customerLabel(entry.card),
    start: `${entry.date} ${from}`,
    end: `${entry.date} ${to}`,
    resourceId: entry.technicianId,
    color: entry.isPlanned ? 'sunset' : 'pine',
    payload: { entry },
  }))
}

// The week from the contract, and converted for the schedule component.

import type { ScheduleEventData } from '@mantine/schedule'
import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'
import { customerLabel } from '#domain/customers/customer.ts'

export type Week = InferContractRouterOutputs<Contract>['schedule']['week']
export type Entry = Week['entries'][number]
export type ScheduledTicket = Entry['card']
export type UnassignedTicket = Week['unassigned'][number]

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

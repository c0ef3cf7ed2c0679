// The week as the contract hands it out, and the same in the words of the board that draws it.

import type { ScheduleEventData } from '@mantine/schedule'
import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'
import { customerLabel } from '#domain/customers/customer.ts'

export type Week = InferContractRouterOutputs<Contract>['schedule']['week']
export type Entry = Week['entries'][number]
export type Card = Entry['card']
export type WaitingCard = Week['waiting'][number]

const hour = (whole: number): string => `${String(whole).padStart(2, '0')}:00:00`

/** From opening to closing; the board draws each day as one field. */
export const dayEnds = ({ hoursOfOperation: [open, close] }: Week) => ({ from: hour(open), to: hour(close) })

const idOf = ({ card, technicianId, date }: Entry): string => `${card.ticketId} ${technicianId} ${date}`

export const entryOf = (week: Week, id: string | number): Entry | undefined =>
  week.entries.find(entry => idOf(entry) === id)

/** The week once this entry is dropped; where its ticket stands then is the server's to say. */
export const without = (week: Week, dropped: Entry): Week => ({
  ...week,
  entries: week.entries.filter(entry => idOf(entry) !== idOf(dropped)),
})

/** Whether an entry may still be moved: a plan, or today's holder of a ticket in work. */
export const isMovable = ({ isPlanned, date, card, technicianId }: Entry, today: string): boolean =>
  (card.state === 'active' || card.state === 'approval') &&
  (isPlanned || (date === today && card.assignedTechnician === technicianId))

/** The entries as the board's events: what is planned is drawn lighter than what is. */
export const eventsOf = (week: Week): ScheduleEventData[] => {
  const { from, to } = dayEnds(week)
  return week.entries.map(entry => ({
    id: idOf(entry),
    title: customerLabel(entry.card),
    start: `${entry.date} ${from}`,
    end: `${entry.date} ${to}`,
    resourceId: entry.technicianId,
    color: entry.isPlanned ? 'sunset' : 'pine',
    payload: { entry },
  }))
}

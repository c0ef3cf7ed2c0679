// RVs that came back soon after they were done.

import { daysBetween } from '#domain/lib/calendar-date.ts'
import type { Report } from './report.ts'
import { numberFigure, percentOf } from './report-figure.ts'

/** Within how many days after it was done a visit of the same RV is a comeback. */
export const COMEBACK_DAYS = 30

/** A later visit of a finished ticket's RV. Days are `YYYY-MM-DD`, the company's. */
export type LaterVisit = {
  /** The finished one. */
  readonly ticketId: number
  readonly done: string
  readonly laterTicketId: number
  readonly arrival: string
  /** Whether job lines of both are on the same component. */
  readonly isSameComponent: boolean
  /** Whether both have job lines on components. */
  readonly hasComponents: boolean
}

const ROWS = [
  { key: 'component', label: 'Same component', hint: 'Job lines of both visits are on it' },
  { key: 'rig', label: 'Same RV', hint: 'One of the visits has no job line on a component' },
] as const

/**
 * The finished tickets whose RV came back within 30 days after they were done: for the same component, or, where one of the
 * visits names none, for anything. Visits that name other components are none. The first of several counts, for the same
 * component before others. Rate = finished tickets that came back / finished tickets. `finished` is how many there are.
 */
export function comebacksReport(finished: number, visits: readonly LaterVisit[]): Report {
  const comebacks = visits
    .map(visit => ({ ...visit, days: daysBetween(visit.done, visit.arrival) }))
    .filter(({ days, isSameComponent, hasComponents }) => {
      // One that is opened on the same day is more work for an RV that is still here.
      return days > 0 && days <= COMEBACK_DAYS && (isSameComponent || !hasComponents)
    })
    .sort(
      (one, other) =>
        Number(other.isSameComponent) - Number(one.isSameComponent) ||
        one.days - other.days ||
        one.laterTicketId - other.laterTicketId,
    )
  const counted = new Map<number, (typeof comebacks)[number]>()
  for (const comeback of comebacks)
    if (!counted.has(comeback.ticketId)) counted.set(comeback.ticketId, comeback)
  const entries = [...counted.values()].map(({ ticketId, isSameComponent, days, laterTicketId }) => ({
    ...{ row: isSameComponent ? 'component' : 'rig', ticketId },
    figures: [numberFigure(days), numberFigure(laterTicketId)],
  }))
  return {
    columns: [
      { label: 'Comebacks', unit: 'count' },
      { label: 'Of finished tickets', unit: 'percent' },
      { label: 'Finished tickets', unit: 'count' },
    ],
    rows:
      finished === 0
        ? []
        : ROWS.map(row => {
            const count = entries.filter(entry => entry.row === row.key).length
            return {
              ...row,
              figures: [
                numberFigure(count),
                numberFigure(percentOf(count, finished)),
                numberFigure(finished),
              ],
            }
          }),
    ticketColumns: [
      { label: 'Back after', unit: 'days' },
      { label: 'As ticket', unit: 'ticket' },
    ],
    entries,
    notes: [
      'Tickets finalized in these days whose RV, by its VIN, came back to you within 30 days, not on the same day. Those finalized in the last 30 days may still come back.',
    ],
  }
}

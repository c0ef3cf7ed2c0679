// How long RVs are at the shop, and what of it is before, during and after work.

import { daysBetween } from '#domain/lib/calendar-date.ts'
import { medianOf } from '#domain/lib/median.ts'
import type { Report } from './report.ts'
import { meanOf, numberFigure } from './report-figure.ts'

/** The visit of a ticket that is done. Days are `YYYY-MM-DD`, the company's. */
export type FinishedVisit = {
  readonly ticketId: number
  readonly arrival: string
  /** When someone first clocked in; null if nobody did. */
  readonly firstLabor: string | null
  /** When someone last clocked out. */
  readonly lastLabor: string | null
  /** When it was last finalized. */
  readonly done: string
}

/**
 * The trade's mean days from arrival to done in 2024; it was 26 in 2018 to 2019, and 41 in 2022. Source: the repair event
 * cycle time that the trade press reports for RV dealers in the United States.
 */
const TRADE_MEAN_DAYS = 34

/** Days between two days; 0 if a day that was typed or corrected by hand is before the other. */
const days = (from: string, to: string): number => Math.max(0, daysBetween(from, to))

/**
 * The parts of a visit in days of the calendar. Cycle time = done − arrival (the trade's repair event cycle time, RECT); start =
 * first labor − arrival, job = last labor − first labor, delivery = done − last labor, which are null if nobody clocked in.
 */
export function visitDaysOf({ arrival, firstLabor, lastLabor, done }: FinishedVisit) {
  const whole = days(arrival, done)
  if (firstLabor === null || lastLabor === null) return { whole, start: null, job: null, delivery: null }
  return {
    whole,
    start: days(arrival, firstLabor),
    job: days(firstLabor, lastLabor),
    delivery: days(lastLabor, done),
  }
}

const PARTS = [
  { key: 'whole', label: 'Cycle time', hint: 'From arrival until finalized' },
  { key: 'start', label: 'Start days', hint: 'From arrival to the first clock-in' },
  { key: 'job', label: 'Job days', hint: 'From the first clock-in to the last clock-out' },
  { key: 'delivery', label: 'Delivery days', hint: 'From the last clock-out until finalized' },
] as const

/** Median and mean of each part of these visits, beside the trade's mean. */
export function cycleTimeReport(visits: readonly FinishedVisit[]): Report {
  const entries = visits.flatMap(visit => {
    const visitDays = visitDaysOf(visit)
    return PARTS.flatMap(({ key }) => {
      const count = visitDays[key]
      return count === null ? [] : [{ row: key, ticketId: visit.ticketId, count }]
    })
  })
  return {
    columns: [
      { label: 'Median', unit: 'days' },
      { label: 'Average', unit: 'days' },
      { label: 'Industry average', unit: 'days' },
      { label: 'Tickets', unit: 'count' },
    ],
    rows:
      visits.length === 0
        ? []
        : PARTS.map(({ key, label, hint }) => {
            const counts = entries.filter(({ row }) => row === key).map(({ count }) => count)
            return {
              ...{ key, label, hint },
              figures: [
                numberFigure(medianOf(counts)),
                numberFigure(meanOf(counts)),
                numberFigure(key === 'whole' ? TRADE_MEAN_DAYS : null),
                numberFigure(counts.length),
              ],
            }
          }),
    ticketColumns: [{ label: 'Days', unit: 'days' }],
    entries: entries.map(({ count, ...entry }) => ({ ...entry, figures: [numberFigure(count)] })),
    notes: [
      'Tickets that were finalized in these days; one that was finalized again counts on the later day. Visits at the customer’s place are left out.',
      'The industry average is that of RV dealers in 2024: 34 days. With one part missing it was about 61, under warranty about 50.',
    ],
  }
}

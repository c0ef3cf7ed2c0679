// What the days of RVs at the shop went to.

import { DAY_CAUSES, dayCauseLabel } from '#domain/on-hold/day-cause.ts'
import { type DaySpan, daysOfCauses } from '#domain/ticket-days/ticket-days.ts'
import type { Report } from './report.ts'
import { numberFigure, percentOf } from './report-figure.ts'

/** A ticket with its days, as from `daysByCause`. */
type TicketWithDays = { readonly ticketId: number; readonly spans: readonly DaySpan[] }

/**
 * The days of these tickets by cause, most first: their sum, their share of all days, and their sum divided by the tickets that
 * had any. A day has one cause; see `daysByCause`.
 */
export function daysByCauseReport(tickets: readonly TicketWithDays[]): Report {
  const entries = tickets.flatMap(({ ticketId, spans }) =>
    daysOfCauses(spans).map(({ cause, days }) => ({ row: cause, ticketId, days })),
  )
  const sumOf = (counted: typeof entries): number => counted.reduce((sum, { days }) => sum + days, 0)
  const rows = DAY_CAUSES.map(cause => {
    const own = entries.filter(({ row }) => row === cause)
    return { cause, days: sumOf(own), tickets: own.length }
  })
  return {
    columns: [
      { label: 'Days', unit: 'days' },
      { label: 'Share', unit: 'percent' },
      { label: 'Days per ticket', unit: 'days' },
      { label: 'Tickets', unit: 'count' },
    ],
    rows: rows
      .filter(({ days }) => days > 0)
      .sort((one, other) => other.days - one.days)
      .map(({ cause, days, tickets: count }) => ({
        ...{ key: cause, label: dayCauseLabel(cause), hint: '' },
        figures: [
          numberFigure(days),
          numberFigure(percentOf(days, sumOf(entries))),
          numberFigure(days / count),
          numberFigure(count),
        ],
      })),
    ticketColumns: [{ label: 'Days', unit: 'days' }],
    entries: entries.map(({ days, ...entry }) => ({ ...entry, figures: [numberFigure(days)] })),
    notes: [
      'All days from arrival to pickup of tickets that were finalized in these days; for an RV that is still here, until today. Visits at the customer’s place are left out.',
    ],
  }
}

// A report as CSV: its table, and the tickets of one of its rows.

import type { FigureUnit, ReportColumn, ReportFigure } from '#domain/reports/report.ts'
import { amountCell } from '#web/features/csv/amount-cell.ts'
import type { ReportTicketsView, ReportView } from './report-views.ts'

function cellOf({ number, amount }: ReportFigure): string {
  if (amount !== null) return amountCell(amount)
  return number === null ? '' : String(Math.round(number * 100) / 100)
}

const UNITS: Readonly<Record<FigureUnit, string>> = {
  count: '',
  ticket: '',
  days: ' (days)',
  hours: ' (hours)',
  percent: ' (%)',
  money: ' ($)',
}

const headersOf = (columns: readonly ReportColumn[]): string[] =>
  columns.map(({ label, unit }) => `${label}${UNITS[unit]}`)

export const reportCsvRowsOf = (title: string, { from, to, columns, rows }: ReportView): string[][] => [
  ['From', 'To', title, ...headersOf(columns)],
  ...rows.map(({ label, figures }) => [from, to, label, ...figures.map(cellOf)]),
]

export const reportTicketsCsvRowsOf = ({ columns, tickets }: ReportTicketsView): string[][] => [
  ['Ticket', 'Customer', 'RV', ...headersOf(columns)],
  ...tickets.map(({ ticketId, customer, rig, figures }) => [
    ...[String(ticketId), customer, rig, ...figures.map(cellOf)],
  ]),
]

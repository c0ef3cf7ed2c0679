// A report as CSV: its table, and the tickets of one of its rows.

import { type Cents, toDollars } from '#domain/lib/money.ts'
import type { FigureUnit, ReportColumn, ReportFigure } from '#domain/reports/report.ts'
import type { ReportTicketsView, ReportView } from './report-views.ts'

/** Negative amounts in parentheses: a spreadsheet takes a minus sign for the start of a formula. */
const amountCell = (amount: Cents): string =>
  amount < 0 ? `(${(-toDollars(amount)).toFixed(2)})` : toDollars(amount).toFixed(2)

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

// What all reports are: a table whose rows lead down to the tickets that make them.

import type { Cents } from '#domain/lib/money.ts'

/** The reports by name, in the order in which they are offered, with their titles. */
export const REPORT_TITLES = {
  'cycle-time': 'Cycle Time',
  'days-by-cause': 'Days by Cause',
  technicians: 'Technicians',
  'work-in-progress': 'Work in Progress',
  comebacks: 'Comebacks',
  sales: 'Sales by Kind',
  'parts-margin': 'Parts Margin',
} as const

export type ReportName = keyof typeof REPORT_TITLES
export const REPORTS = Object.keys(REPORT_TITLES) as [ReportName, ...ReportName[]]

export const FIGURE_UNITS = ['count', 'days', 'hours', 'percent', 'money', 'ticket'] as const
export type FigureUnit = (typeof FIGURE_UNITS)[number]

export type ReportColumn = {
  readonly label: string
  readonly unit: FigureUnit
}

/** Those about now, whatever the days. */
const REPORTS_OF_NOW: readonly ReportName[] = ['work-in-progress']
export const isReportOfNow = (report: ReportName): boolean => REPORTS_OF_NOW.includes(report)

/** A figure in its column's unit: an amount where that is money, else a number; null where there is nothing to compute. */
export type ReportFigure = { readonly number: number | null; readonly amount: Cents | null }

type ReportRow = {
  /** What it is asked for by. */
  readonly key: string
  readonly label: string
  /** What it counts; may be empty. */
  readonly hint: string
  /** One for each column; the first is the one of the bar. */
  readonly figures: readonly ReportFigure[]
}

/** A ticket that is counted in a row. */
export type ReportEntry = {
  readonly row: string
  readonly ticketId: number
  /** One for each column of tickets. */
  readonly figures: readonly ReportFigure[]
}

export type Report = {
  readonly columns: readonly ReportColumn[]
  /** None if there is nothing to report. */
  readonly rows: readonly ReportRow[]
  readonly ticketColumns: readonly ReportColumn[]
  readonly entries: readonly ReportEntry[]
  /** What is counted and what is not, in sentences. */
  readonly notes: readonly string[]
}

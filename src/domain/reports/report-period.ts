// The days that a report is about, by the company's calendar.

import { addDays, daysBetween, isDay } from '#domain/lib/calendar-date.ts'
import { isReportOfNow, REPORTS, type ReportName } from './report.ts'

/** The periods by name, with their labels. The days of `own` are chosen. */
export const PERIOD_LABELS = {
  'this-month': 'This month',
  'last-month': 'Last month',
  'last-90-days': 'Last 90 days',
  'this-year': 'This year',
  own: 'Choose days',
} as const

export type ReportPeriod = keyof typeof PERIOD_LABELS
export const REPORT_PERIODS = Object.keys(PERIOD_LABELS) as [ReportPeriod, ...ReportPeriod[]]

/** A leap year. */
const MAX_REPORT_DAYS = 366

/** `YYYY-MM-DD`, both included. */
export type ReportDays = { readonly from: string; readonly to: string }

type OwnDays = { readonly [Field in keyof ReportDays]?: string | undefined }

/** As the contract takes it. */
const isReportDay = (day: string): boolean => isDay(day) && day >= '2000-01-01' && day < '3000-01-01'

/** A sentence beside each day that cannot be used; none if both can. */
export function reportDaysErrors({ from = '', to = '' }: OwnDays): Partial<Record<keyof ReportDays, string>> {
  if (!isReportDay(from)) return { from: 'Enter the first day.' }
  if (!isReportDay(to)) return { to: 'Enter the last day.' }
  if (to < from) return { to: 'Choose the first day or a later one.' }
  return daysBetween(from, to) < MAX_REPORT_DAYS ? {} : { to: `Choose at most ${MAX_REPORT_DAYS} days.` }
}

/** The days of a period. `today` is the company's. Of `own`, days that `reportDaysErrors` finds nothing wrong with. */
export function daysOfPeriod(
  period: ReportPeriod,
  { from = '', to = '' }: OwnDays,
  today: string,
): ReportDays {
  const firstOfMonth = `${today.slice(0, 8)}01`
  switch (period) {
    case 'this-month':
      return { from: firstOfMonth, to: today }
    case 'last-month': {
      const lastDay = addDays(firstOfMonth, -1)
      return { from: `${lastDay.slice(0, 8)}01`, to: lastDay }
    }
    case 'last-90-days':
      return { from: addDays(today, -89), to: today }
    case 'this-year':
      return { from: `${today.slice(0, 5)}01-01`, to: today }
    case 'own':
      return { from, to }
  }
}

export type ReportRequest = OwnDays & { readonly report: ReportName; readonly period: ReportPeriod }

const oneOf = <Name extends string>(names: readonly [Name, ...Name[]], typed: unknown): Name =>
  names.find(name => name === typed) ?? names[0]

/** What a page's address asks for; without days that are not the person's own. */
export function parseReportSearch(search: Readonly<Record<string, unknown>>): ReportRequest {
  const report = oneOf(REPORTS, search.report)
  const period = oneOf(REPORT_PERIODS, search.period)
  if (period !== 'own') return { report, period }
  const dayOrNone = (day: unknown) => (typeof day === 'string' ? day : '')
  const days = { from: dayOrNone(search.firstDay), to: dayOrNone(search.lastDay) }
  // What is open now is shown whatever the days, which the next report has again.
  if (isReportOfNow(report) && Object.keys(reportDaysErrors(days)).length > 0)
    return { report, period: REPORT_PERIODS[0] }
  return { report, period, ...days }
}

/** The address that asks for it. */
export const reportSearchOf = ({ report, period, from, to }: ReportRequest) => ({
  ...{ report, period },
  ...(from !== undefined && { firstDay: from }),
  ...(to !== undefined && { lastDay: to }),
})

// The reports, for the owner.

import { sql } from 'kysely'
import { customerLabel } from '#domain/customers/customer.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { isReportOfNow, type Report, type ReportEntry, type ReportName } from '#domain/reports/report.ts'
import { daysOfPeriod, type ReportDays, type ReportRequest } from '#domain/reports/report-period.ts'
import { rigName } from '#domain/rigs/rig.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { query } from '#server/rpc/procedures.ts'
import { loadPartsMargin, loadSales } from './money-reports.ts'
import { loadComebacks, loadCycleTime, loadDaysByCause } from './visit-reports.ts'
import { loadTechnicians, loadWorkInProgress } from './work-reports.ts'

const LOADERS: Readonly<Record<ReportName, (work: UnitOfWork, days: ReportDays) => Promise<Report>>> = {
  'cycle-time': loadCycleTime,
  'days-by-cause': loadDaysByCause,
  technicians: loadTechnicians,
  'work-in-progress': loadWorkInProgress,
  comebacks: loadComebacks,
  sales: loadSales,
  'parts-margin': loadPartsMargin,
}

const MAX_TICKETS = 500

async function loadReport(work: UnitOfWork, request: ReportRequest) {
  const today = dayOf(work.now, work.timeZone)
  const days = isReportOfNow(request.report)
    ? { from: today, to: today }
    : daysOfPeriod(request.period, request, today)
  return { days, report: await LOADERS[request.report](work, days) }
}

export const getReport = query.reports.get.handler(async ({ input, context: { work } }) => {
  const { days, report } = await loadReport(work, input)
  const counts = new Map<string, number>()
  for (const { row } of report.entries) counts.set(row, (counts.get(row) ?? 0) + 1)
  const rows = report.rows.map(row => ({ ...row, ticketCount: counts.get(row.key) ?? 0 }))
  return { report: input.report, ...days, columns: report.columns, rows, notes: report.notes }
})

async function findTickets(work: UnitOfWork, ticketIds: readonly number[]) {
  const rows = await work
    .from('ticket')
    .select(['ticketId', 'state', 'firstName', 'lastName', 'year', 'make', 'model'])
    .where(sql<boolean>`ticket_id = any(${ticketIds}::integer[])`)
    .execute()
  return new Map(rows.map(row => [row.ticketId, row]))
}

const sizeOf = ({ figures: [figure] }: ReportEntry): number => figure?.amount ?? figure?.number ?? 0

export const listReportTickets = query.reports.listTickets.handler(async ({ input, context: { work } }) => {
  const { days, report } = await loadReport(work, input)
  const entries = report.entries
    .filter(({ row }) => row === input.row)
    .sort((one, other) => sizeOf(other) - sizeOf(one) || one.ticketId - other.ticketId)
  const listed = entries.slice(0, MAX_TICKETS)
  const found = await findTickets(
    work,
    listed.map(({ ticketId }) => ticketId),
  )
  return {
    ...days,
    columns: report.ticketColumns,
    tickets: listed.flatMap(({ ticketId, figures }) => {
      const ticket = found.get(ticketId)
      if (ticket === undefined) return []
      return [
        { ticketId, state: ticket.state, customer: customerLabel(ticket), rig: rigName(ticket), figures },
      ]
    }),
    isComplete: listed.length === entries.length,
  }
})

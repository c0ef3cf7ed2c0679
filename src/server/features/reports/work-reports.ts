// Reports on technicians' hours and on the work that is open.

import { sql } from 'kysely'
import { dayOf, timestampOf } from '#domain/lib/company-time.ts'
import { NO_MONEY } from '#domain/lib/money.ts'
import type { Report } from '#domain/reports/report.ts'
import type { ReportDays } from '#domain/reports/report-period.ts'
import {
  type AttendedTime,
  type BilledLine,
  type ClockedTime,
  techniciansReport,
} from '#domain/reports/technicians.ts'
import { type OpenTicket, workInProgressReport } from '#domain/reports/work-in-progress.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getLaborRate } from '#server/features/companies/store.ts'
import { getPreferences } from '#server/features/preferences/store.ts'
import { listBalances } from '#server/features/tickets/store.ts'
import { arrivalDay, finishedTickets, localDay, spanOf } from './finished-tickets.ts'

type Span = { readonly from: Date; readonly end: Date }

/** Of sessions on clocks, what lies within these times, in milliseconds, in SQL; a running one goes on. */
const msWithin = ({ from, end }: Span) => sql`
  round(sum(extract(epoch from
    least(coalesce(clock_out_time, ${end}), ${end}) - greatest(clock_in_time, ${from})) * 1000))::bigint`

/** The report's days as far as they are over. */
function pastSpan(work: UnitOfWork, days: ReportDays): Span {
  const { from, until } = spanOf(work, days)
  return { from, end: work.now < until ? work.now : until }
}

/** Of sessions that began or ended on other days, what lies within; of running clocks, until now. */
async function listClockedTimes(work: UnitOfWork, span: Span): Promise<ClockedTime[]> {
  const { from, end } = span
  if (end <= from) return []
  const { rows } = await sql<ClockedTime>`
    select technician_id, max(technician) as technician, ticket_id, ${msWithin(span)} as clocked_ms
    from clock_session
    where company_id = ${work.companyId}
      and tstzrange(clock_in_time, clock_out_time) && tstzrange(${from}, ${end})
    group by technician_id, ticket_id
    order by technician_id, ticket_id`.execute(work.database)
  return rows
}

/** The lines of tickets finalized in these days, for each who clocked on them. Declined lines are not charged. */
async function listBilledLines(work: UnitOfWork, days: ReportDays): Promise<BilledLine[]> {
  const { companyId } = work
  const { rows } = await sql<BilledLine>`
    select s.technician_id, max(s.technician) as technician, s.ticket_id, s.job_number,
           coalesce(j.clocked_hours, j.estimated_time)::float8 as hours,
           round(sum(extract(epoch from s.clock_out_time - s.clock_in_time) * 1000))::bigint as clocked_ms
    from ${finishedTickets(work, days)} f
    join ticket t on t.company_id = ${companyId} and t.ticket_id = f.ticket_id
    join job j on j.company_id = ${companyId} and j.ticket_id = t.ticket_id
    join clock_session s
      on s.company_id = ${companyId} and s.ticket_id = j.ticket_id and s.job_number = j.job_number
    where t.state in ('completed', 'recorded') and j.answer <> 'declined' and s.clock_out_time is not null
    group by s.technician_id, s.ticket_id, s.job_number, j.clocked_hours, j.estimated_time
    order by s.technician_id, s.ticket_id, s.job_number`.execute(work.database)
  return rows
}

/** Of technicians, and of everyone who ever clocked in on a job line; null without a shop clock. */
async function listAttendedTimes(work: UnitOfWork, span: Span): Promise<AttendedTime[] | null> {
  const { clocksShopTime } = await getPreferences(work)
  if (!clocksShopTime) return null
  const { from, end } = span
  if (end <= from) return []
  const { companyId } = work
  const { rows } = await sql<AttendedTime>`
    select s.employee_id as technician_id, max(s.employee_name) as technician, ${msWithin(span)} as attended_ms
    from shop_session s
    where s.company_id = ${companyId} and tstzrange(s.clock_in_time, s.clock_out_time) && tstzrange(${from}, ${end})
      and (exists (select from employee e where e.company_id = ${companyId} and e.employee_id = s.employee_id
          and e.is_technician)
        or exists (select from clock_session c where c.company_id = ${companyId} and c.technician_id = s.employee_id))
    group by s.employee_id
    order by s.employee_id`.execute(work.database)
  return rows
}

/** See `techniciansReport`. */
export async function loadTechnicians(work: UnitOfWork, days: ReportDays): Promise<Report> {
  const span = pastSpan(work, days)
  const [clocked, lines, attended] = await Promise.all([
    listClockedTimes(work, span),
    listBilledLines(work, days),
    listAttendedTimes(work, span),
  ])
  return techniciansReport(clocked, lines, attended)
}

/** See `workInProgressReport`. */
export async function loadWorkInProgress(work: UnitOfWork): Promise<Report> {
  const { companyId, now, timeZone } = work
  const today = dayOf(now, timeZone)
  const { rows } = await sql<Omit<OpenTicket, 'amount'>>`
    select t.ticket_id, coalesce(${arrivalDay(work)}, ${localDay(work, sql`t.transitioned_at`)}) as arrival,
           h.reason as hold, t.state = 'approval' as is_in_approval,
           exists (select from approval_line a where a.company_id = ${companyId} and a.ticket_id = t.ticket_id
             and a.state = 'open') as is_asked,
           t.assigned_technician is not null as has_technician,
           exists (select from clock_session s where s.company_id = ${companyId} and s.ticket_id = t.ticket_id
             and coalesce(s.clock_out_time, ${now}) >= ${timestampOf(today, 0, timeZone)}) as is_worked_on
    from ticket t
    left join ticket_hold h on h.company_id = ${companyId} and h.ticket_id = t.ticket_id
    where t.company_id = ${companyId} and t.state in ('active', 'approval')
    order by t.ticket_id`.execute(work.database)
  const ticketIds = rows.map(({ ticketId }) => ticketId)
  const balances = rows.length === 0 ? [] : await listBalances(work, ticketIds, await getLaborRate(work))
  const amounts = new Map(balances.map(({ ticketId, totalBalance }) => [ticketId, totalBalance]))
  return workInProgressReport(
    rows.map(row => ({ ...row, amount: amounts.get(row.ticketId) ?? NO_MONEY })),
    today,
  )
}

// Reports on the visits of RVs whose work is done.

import { type RawBuilder, sql } from 'kysely'
import { dayOf } from '#domain/lib/company-time.ts'
import { COMEBACK_DAYS, comebacksReport, type LaterVisit } from '#domain/reports/comebacks.ts'
import { cycleTimeReport, type FinishedVisit } from '#domain/reports/cycle-time.ts'
import { daysByCauseReport } from '#domain/reports/days-by-cause.ts'
import type { Report } from '#domain/reports/report.ts'
import type { ReportDays } from '#domain/reports/report-period.ts'
import { daysByCause, WAITING_ACTIONS } from '#domain/ticket-days/ticket-days.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { arrivalDay, finishedTickets, isAtCustomers, localDay } from './finished-tickets.ts'

/** See `cycleTimeReport`. */
export async function loadCycleTime(work: UnitOfWork, days: ReportDays): Promise<Report> {
  const { rows } = await sql<FinishedVisit>`
    select t.ticket_id, ${arrivalDay(work)} as arrival, ${localDay(work, sql`f.done_at`)} as done,
           ${localDay(work, sql`labor.first_at`)} as first_labor, ${localDay(work, sql`labor.last_at`)} as last_labor
    from ${finishedTickets(work, days)} f
    join ticket t on t.company_id = ${work.companyId} and t.ticket_id = f.ticket_id
    left join lateral (
      select min(s.clock_in_time) as first_at, max(s.clock_out_time) as last_at
      from clock_session s where s.company_id = ${work.companyId} and s.ticket_id = t.ticket_id) labor on true
    where t.state in ('completed', 'recorded') and not ${isAtCustomers(work)}
    order by t.ticket_id`.execute(work.database)
  return cycleTimeReport(rows)
}

type VisitRow = Omit<Parameters<typeof daysByCause>[0], 'workedDays'> & {
  readonly ticketId: number
  readonly workedDays: readonly string[]
}

const WAITING_VERBS = WAITING_ACTIONS.map(action => `ticket.${action}`)

/** See `daysByCauseReport`. Reads for many tickets what the days of one are made of. */
export async function loadDaysByCause(work: UnitOfWork, days: ReportDays): Promise<Report> {
  const { companyId, now, timeZone } = work
  const today = dayOf(now, timeZone)
  const { rows } = await sql<VisitRow>`
    select t.ticket_id, ${arrivalDay(work)} as arrival, t.assigned_technician is not null as has_technician,
           coalesce(
             t.departed_on,
             case t.state when 'recorded' then ${localDay(work, sql`t.completed_timestamp`)} end,
             ${today}::date) as "end",
           (select coalesce(json_agg(json_build_object(
                     'day', ${localDay(work, sql`l.at`)}, 'action', replace(l.verb, 'ticket.', ''),
                     'reason', l.detail ->> 'hold') order by l.version, l.seq), '[]')
            from change_log l
            where l.company_id = ${companyId} and l.kind = 'ticket' and l.id = t.ticket_id::text
              and l.verb = any(${WAITING_VERBS}::text[])) as events,
           (select coalesce(json_agg(json_build_object(
                     'firstDay', l.detail ->> 'firstDay', 'lastDay', l.detail ->> 'lastDay',
                     'cause', l.detail ->> 'dayCause') order by l.version, l.seq), '[]')
            from change_log l
            where l.company_id = ${companyId} and l.kind = 'ticket' and l.id = t.ticket_id::text
              and l.verb = 'ticket.correct-days') as corrections,
           (select coalesce(json_agg(json_build_object(
                     'from', ${localDay(work, sql`r.asked_at`)}, 'until', ${localDay(work, sql`a.ended_at`)})), '[]')
            from approval_request r
            join approval_line a
              on a.company_id = ${companyId} and a.ticket_id = r.ticket_id and a.request_id = r.request_id
            where r.company_id = ${companyId} and r.ticket_id = t.ticket_id) as requests,
           (select coalesce(json_agg(distinct worked.day::date), '[]')
            from clock_session s
            cross join lateral generate_series(
              ${localDay(work, sql`s.clock_in_time`)},
              ${localDay(work, sql`coalesce(s.clock_out_time, ${now})`)}, interval '1 day') as worked (day)
            where s.company_id = ${companyId} and s.ticket_id = t.ticket_id) as worked_days
    from ${finishedTickets(work, days)} f
    join ticket t on t.company_id = ${companyId} and t.ticket_id = f.ticket_id
    where t.state in ('completed', 'recorded') and not ${isAtCustomers(work)}
    order by t.ticket_id`.execute(work.database)
  return daysByCauseReport(
    rows.map(({ ticketId, workedDays, ...visit }) => ({
      ...{ ticketId, spans: daysByCause({ ...visit, workedDays: new Set(workedDays) }) },
    })),
  )
}

async function countFinished(work: UnitOfWork, days: ReportDays): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from ${finishedTickets(work, days)} f
    join ticket t on t.company_id = ${work.companyId} and t.ticket_id = f.ticket_id
    where t.state in ('completed', 'recorded')`.execute(work.database)
  return rows[0]?.count ?? 0
}

/** The components that the job lines of a ticket are on, in SQL. */
const componentsOf = ({ companyId }: UnitOfWork, ticketId: RawBuilder<unknown>) => sql`array(
  select j.component_id from job j
  where j.company_id = ${companyId} and j.ticket_id = ${ticketId} and j.component_id is not null
    and j.answer <> 'declined')`

/** The visits of the same RVs that began after a ticket was finalized, at most a few days too late to count. */
async function listLaterVisits(work: UnitOfWork, days: ReportDays): Promise<LaterVisit[]> {
  const { companyId } = work
  const { rows } = await sql<LaterVisit>`
    select pair.ticket_id, pair.done, pair.later_ticket_id, pair.arrival,
           pair.own && pair.others as is_same_component,
           cardinality(pair.own) > 0 and cardinality(pair.others) > 0 as has_components
    from (
      select f.ticket_id, ${localDay(work, sql`f.done_at`)} as done, t.ticket_id as later_ticket_id,
             ${arrivalDay(work)} as arrival,
             ${componentsOf(work, sql`f.ticket_id`)} as own, ${componentsOf(work, sql`t.ticket_id`)} as others
      from ${finishedTickets(work, days)} f
      join ticket finished on finished.company_id = ${companyId} and finished.ticket_id = f.ticket_id
      join ticket t on t.company_id = ${companyId} and t.vin = finished.vin and t.ticket_id <> f.ticket_id
      where finished.state in ('completed', 'recorded') and finished.vin <> ''
        and t.state in ('active', 'approval', 'completed', 'recorded')
        and t.active_timestamp > f.done_at
        and t.active_timestamp < f.done_at + ${COMEBACK_DAYS + 2} * interval '1 day'
    ) as pair`.execute(work.database)
  return rows
}

/** See `comebacksReport`. */
export async function loadComebacks(work: UnitOfWork, days: ReportDays): Promise<Report> {
  const [finished, visits] = await Promise.all([countFinished(work, days), listLaterVisits(work, days)])
  return comebacksReport(finished, visits)
}

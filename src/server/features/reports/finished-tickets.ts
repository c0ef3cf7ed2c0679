// The tickets that a report counts: those finalized within its days.

import { type RawBuilder, sql } from 'kysely'
import { dayAfter, timestampOf } from '#domain/lib/company-time.ts'
import type { ReportDays } from '#domain/reports/report-period.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

/** The time of a report's days in the company's time zone; `until` is excluded. */
export const spanOf = ({ timeZone }: UnitOfWork, { from, to }: ReportDays) => ({
  from: timestampOf(from, 0, timeZone),
  until: timestampOf(dayAfter(to), 0, timeZone),
})

/** The company's date of a time, in SQL. */
export const localDay = ({ timeZone }: UnitOfWork, at: RawBuilder<unknown>) =>
  sql<string>`(${at} at time zone ${timeZone}::text)::date`

/**
 * The company's `ticket_id` with `done_at`, when it was finalized, in SQL. A ticket that was reopened and finalized again
 * counts on the later day alone; each part names the company, so that a cluster asks one machine.
 */
export function finishedTickets(work: UnitOfWork, days: ReportDays) {
  const { from, until } = spanOf(work, days)
  return sql`(
    select l.id::integer as ticket_id, max(l.at) as done_at
    from change_log l
    where l.company_id = ${work.companyId} and l.kind = 'ticket' and l.verb = 'ticket.finalize' and l.at >= ${from}
    group by l.id
    having max(l.at) < ${until})`
}

/** When the rig of the ticket `t` came: as typed, else when work on its ticket could begin; in SQL. */
export const arrivalDay = (work: UnitOfWork) =>
  sql<string>`coalesce(t.arrived_on, ${localDay(work, sql`t.active_timestamp`)})`

/** Whether the company went to the customer for the ticket `t`, in SQL. */
export const isAtCustomers = ({ companyId }: UnitOfWork) => sql<boolean>`exists (
  select from booking b where b.company_id = ${companyId} and b.ticket_id = t.ticket_id and b.place = 'site')`

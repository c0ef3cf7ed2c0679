// What a day came to, in the database: from the log, the clocks, and what customers were asked.

import { sql } from 'kysely'
import { billedAmountsOf, type DayDocument } from '#domain/billing/billed-amounts.ts'
import { methodTotalsOf } from '#domain/billing/day-close.ts'
import { customerLabel } from '#domain/customers/customer.ts'
import type { EndOfDayFigures } from '#domain/end-of-day/end-of-day.ts'
import { dayAfter, timestampOf } from '#domain/lib/company-time.ts'
import type { Cents } from '#domain/lib/money.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { type AcrossCompanies, listInReach } from '#server/db/cluster-nodes.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { listEntriesOf, movedMoney } from '#server/features/billing/store.ts'
import { isBillingOn } from '#server/features/companies/store.ts'
import { listAppointments } from '#server/features/schedule/store.ts'

/** The one row that sums without groups have. */
function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('Sums without a row.')
  return row
}

/** `until` is excluded. */
type Span = { readonly from: Date; readonly until: Date }

/** A day in the company's time zone: 23 or 25 hours where its clocks change. */
const spanOf = ({ timeZone }: UnitOfWork, day: string): Span => ({
  from: timestampOf(day, 0, timeZone),
  until: timestampOf(dayAfter(day), 0, timeZone),
})

async function countSteps(work: UnitOfWork, { from, until }: Span) {
  const { rows } = await sql<{ opened: number; completed: number }>`
    select count(distinct id) filter (where verb in ('ticket.create', 'ticket.checkIn')) as opened,
           count(distinct id) filter (where verb = 'ticket.complete') as completed
    from change_log
    where company_id = ${work.companyId} and kind = 'ticket' and at >= ${from} and at < ${until}
      and verb in ('ticket.create', 'ticket.checkIn', 'ticket.complete')`.execute(work.database)
  return onlyRow(rows)
}

/** A ticket that was reopened and finalized again counts on the later day alone, so that its hours are sold once. */
async function sumFinalized(work: UnitOfWork, { from, until }: Span) {
  const { rows } = await sql<{ finalized: number; hoursSold: number }>`
    select count(*) as finalized, coalesce(sum(hours), 0)::float8 as hours_sold
    from (
      select (
        select coalesce(sum(coalesce(clocked_hours, estimated_time)), 0) from job
        where job.company_id = ${work.companyId} and job.ticket_id = t.ticket_id and job.answer <> 'declined'
      ) as hours
      from ticket t
      where t.company_id = ${work.companyId} and t.state in ('completed', 'recorded')
        and t.ticket_id in (
          select l.id::integer from change_log l
          where l.company_id = ${work.companyId} and l.kind = 'ticket' and l.verb = 'ticket.finalize'
            and l.at >= ${from} and l.at < ${until})
        and not exists (
          select from change_log n
          where n.company_id = ${work.companyId} and n.kind = 'ticket' and n.id = t.ticket_id::text
            and n.verb = 'ticket.finalize' and n.at >= ${until})
    ) as finalized_ticket`.execute(work.database)
  return onlyRow(rows)
}

/** Of sessions that began or ended on another day, what lies within; of running clocks, until now. */
async function sumClocked(work: UnitOfWork, { from, until }: Span): Promise<number> {
  const { now } = work
  if (now <= from) return 0
  const end = now < until ? now : until
  const { rows } = await sql<{ clockedMs: number }>`
    select coalesce(round(sum(extract(epoch from
             least(coalesce(clock_out_time, ${end}), ${end}) - greatest(clock_in_time, ${from})) * 1000)), 0)::bigint
             as clocked_ms
    from clock_session
    where company_id = ${work.companyId}
      and tstzrange(clock_in_time, clock_out_time) && tstzrange(${from}, ${end})`.execute(work.database)
  return onlyRow(rows).clockedMs
}

/** Each line counts once, as it was last asked for on the day; what was withdrawn does not count. */
async function sumAsked(work: UnitOfWork, { from, until }: Span) {
  const { rows } = await sql<{ hoursAsked: number; hoursApproved: number }>`
    select coalesce(sum(hours), 0)::float8 as hours_asked,
           coalesce(sum(hours) filter (where state = 'approved'), 0)::float8 as hours_approved
    from (
      select distinct on (l.ticket_id, l.job_number) l.state, (l.asked ->> 'hours')::numeric as hours
      from approval_request r
      join approval_line l
        on l.company_id = r.company_id and l.ticket_id = r.ticket_id and l.request_id = r.request_id
      where r.company_id = ${work.companyId} and r.asked_at >= ${from} and r.asked_at < ${until}
        and l.state <> 'withdrawn'
      order by l.ticket_id, l.job_number, r.position desc
    ) as asked_line`.execute(work.database)
  return onlyRow(rows)
}

/** The invoices and credit notes that were issued on a day, by number. */
async function listDocumentsOf(work: UnitOfWork, day: string): Promise<DayDocument[]> {
  const { rows } = await sql<DayDocument>`
    select d.kind, d.invoice_id, d.credits_invoice_id, d.ticket_id, d.total, d.tax_total,
           coalesce(i.document, d.document) ->> 'exemption' is not null as is_exempt
    from invoice d
    left join invoice i on i.company_id = d.company_id and i.invoice_id = d.credits_invoice_id
    where d.company_id = ${work.companyId} and d.issued_on = ${day}
    order by d.kind desc, d.number`.execute(work.database)
  return rows
}

/** What is open between the company and its customers before `until`, summed by ticket as `balanceOf` does. */
async function getOpenMoney(work: UnitOfWork, until: Date) {
  const { rows } = await sql<{ owed: Cents; held: Cents; credit: Cents }>`
    select coalesce(sum(due) filter (where due > 0), 0)::bigint as owed,
           coalesce(-sum(due) filter (where due < 0 and charged = 0), 0)::bigint as held,
           coalesce(-sum(due) filter (where due < 0 and charged > 0), 0)::bigint as credit
    from (
      select sum(charged) as charged, sum(amount) as due
      from (${movedMoney(work, until)}) as moved
      group by ticket_id
    ) as ticket_money`.execute(work.database)
  return onlyRow(rows)
}

async function getDayMoney(work: UnitOfWork, day: string): Promise<EndOfDayFigures['money']> {
  if (!(await isBillingOn(work))) return null
  const [documents, entries, open] = await Promise.all([
    listDocumentsOf(work, day),
    listEntriesOf(work, day),
    getOpenMoney(work, spanOf(work, day).until),
  ])
  return { ...billedAmountsOf(documents), methods: methodTotalsOf(entries), ...open }
}

/** The appointments of a day, by time. */
async function listAppointmentsOf(work: UnitOfWork, day: string) {
  const appointments = await listAppointments(work, spanOf(work, day))
  return appointments.map(({ at, card }) => ({
    at,
    ticketId: card.ticketId,
    state: card.state,
    customer: customerLabel(card),
    rig: rigName(card),
  }))
}

/** What a day of the company's calendar, `YYYY-MM-DD`, came to until now, and who comes the next day. */
export async function getEndOfDay(work: UnitOfWork, day: string) {
  const span = spanOf(work, day)
  const nextDay = dayAfter(day)
  const [steps, finalized, clockedMs, asked, money, appointments] = await Promise.all([
    countSteps(work, span),
    sumFinalized(work, span),
    sumClocked(work, span),
    sumAsked(work, span),
    getDayMoney(work, day),
    listAppointmentsOf(work, nextDay),
  ])
  const figures: EndOfDayFigures = {
    tickets: { opened: steps.opened, finalized: finalized.finalized, completed: steps.completed },
    hoursSold: finalized.hoursSold,
    clockedMs,
    ...asked,
    money,
  }
  return { day, ...figures, nextDay, appointments }
}

export type EndOfDay = Awaited<ReturnType<typeof getEndOfDay>>

/** Every company's days that are over and whose owners are to be emailed what they came to. */
export async function listDueEmails(services: AcrossCompanies, now: Date) {
  const among = await listInReach(services)
  const { rows } = await sql<{ companyId: string; timeZone: string; day: string }>`
    select * from due_end_of_day_emails(${now}, ${among}::uuid[])`.execute(services.database)
  return rows
}

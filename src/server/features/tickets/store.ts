// Tickets in the database: one row per ticket, with rows for its jobs, clock sessions, parts and assignments. A
// transition is one UPDATE of that row, never a copy and a delete.

import { type RawBuilder, sql } from 'kysely'
import { helpsOn } from '#domain/account/permission.ts'
import type { AnswerNotification, AppointmentNotification } from '#domain/approvals/desk-notifications.ts'
import { answersOf, type CustomerAnswers, raisedLines } from '#domain/approvals/raise.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import type { Cents } from '#domain/lib/money.ts'
import type { NamedRate } from '#domain/pricing/labor-rate.ts'
import type { SuppliesRule } from '#domain/pricing/supplies.ts'
import type { Plan } from '#domain/schedule/plan.ts'
import { type ActivityDetail, isTransition, type TicketAction } from '#domain/tickets/activity.ts'
import type { Assignment } from '#domain/tickets/assignment.ts'
import type { METERS } from '#domain/tickets/rig-visit.ts'
import {
  type Helper,
  type MissingAnswers,
  rateOf,
  type ServiceBay,
  stateBefore,
  summaryOf,
  type Ticket,
} from '#domain/tickets/ticket.ts'
import { totals } from '#domain/tickets/totals.ts'
import type { CompanyScope } from '#server/db/company-scope.ts'
import { statement } from '#server/db/statement.ts'
import { belongsToCompany } from '#server/db/tenant-filter.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { batchesOf } from '#server/lib/batches.ts'
import { MAX_REPLAY } from '#server/live/live-feeds.ts'
import {
  approvedSuppliesOf,
  billedLineOf,
  clockedJobs,
  namedRateOf,
  suppliesRuleOf,
  type TicketChildren,
  toRow,
  toSession,
  toTicket,
} from './row-mapper.ts'

const TICKETS_PER_BATCH = 200

// Each part of a query names the company itself: only then does a cluster ask one machine.

/** Whether a row of `table` is on the outer query's ticket. */
const isOnTicket = ({ companyId }: CompanyScope, table: string) =>
  sql`${belongsToCompany(table, companyId)} and ${sql.ref(`${table}.ticketId`)} = ticket.ticket_id`

/** The rows of one table on the outer query's ticket, in order, as a JSON array. */
const rowsOnTicket = <Name extends 'jobs' | 'sessions' | 'photos' | 'parts' | 'assignedTechs'>(
  scope: CompanyScope,
  name: Name,
  table: string,
  order: string,
) =>
  sql<TicketChildren[Name]>`(
    select coalesce(json_agg(line order by ${sql.ref(`line.${order}`)}), '[]') from ${sql.table(table)} as line
    where ${isOnTicket(scope, 'line')})`.as(name)

/** Who helps on the outer query's ticket, in the order in which they were added. */
export const helpersOnTicket = (scope: CompanyScope) =>
  sql<Helper[]>`(
    select coalesce(json_agg(json_build_object('id', employee_id, 'name', name) order by added_at, employee_id), '[]')
    from ticket_helper where ${isOnTicket(scope, 'ticketHelper')})`.as('helpers')

/** A pricing rule of the company's; null as long as it does not bill. */
const companyRule = <T>({ companyId }: CompanyScope, column: string) =>
  sql<T | null>`(
    select ${sql.ref(column)} from billing_setting
    where ${belongsToCompany('billingSetting', companyId)} and turned_on_at is not null)`

/** Those that count for tickets: an own rule for shop supplies, and rates by name. */
const companyRules = (scope: CompanyScope) =>
  [
    companyRule<SuppliesRule>(scope, 'shopSupplies').as('companySupplies'),
    companyRule<readonly NamedRate[]>(scope, 'laborRates').as('companyRates'),
  ] as const

/**
 * The job lines of the outer query's ticket that were billed before Finalize, of the invoices that credit notes did not
 * take back.
 */
const billedLines = (scope: CompanyScope) =>
  sql<TicketChildren['billedLines']>`(
    select coalesce(json_agg(json_build_object(
             'jobNumber', (line ->> 'jobNumber')::integer, 'invoice', invoice.prefix || invoice.number,
             'labor', (line ->> 'amount')::bigint,
             'supplies', coalesce(invoice.document -> 'suppliesByLine' ->> (line ->> 'lineId'), '0')::bigint)), '[]')
    from invoice cross join jsonb_array_elements(invoice.document -> 'lines') as line
    where ${isOnTicket(scope, 'invoice')} and invoice.is_partial and line ->> 'kind' = 'labor'
      and not exists (
        select from invoice as note
        where ${isOnTicket(scope, 'note')} and note.credits_invoice_id = invoice.invoice_id
        having sum(note.total) = invoice.total))`.as('billedLines')

/** When the outer query's ticket is booked for, and whether the company comes to the customer. */
const appointmentOfTicket = (scope: CompanyScope) =>
  sql<TicketChildren['appointment']>`(
    select json_build_object(
      'at', wanted_at, 'day', (wanted_at at time zone time_zone)::date, 'isMobile', booking.place = 'site')
    from booking join company using (company_id) where ${isOnTicket(scope, 'booking')})`.as('appointment')

/** What the ticket waits for: rows of the features above. */
const waitingOnTicket = (scope: CompanyScope) =>
  [
    sql<TicketChildren['hold']>`(
      select json_build_object('reason', reason, 'note', note, 'since', since, 'until', until) from ticket_hold
      where ${isOnTicket(scope, 'ticketHold')})`.as('hold'),
    sql<number[]>`(
      select coalesce(json_agg(job_number order by job_number), '[]') from approval_line
      where ${isOnTicket(scope, 'approvalLine')} and approval_line.state = 'open')`.as('askedJobs'),
    sql<string[]>`(
      select coalesce(json_agg(date order by date), '[]') from planned_assignment
      where ${isOnTicket(scope, 'plannedAssignment')})`.as('plannedDays'),
    appointmentOfTicket(scope),
  ] as const

/** The bay that the outer query's ticket is in. */
const serviceBayOfTicket = (scope: CompanyScope) =>
  sql<ServiceBay | null>`(
    select json_build_object('id', service_bay_id, 'name', service_bay.name)
    from ticket_service_bay join service_bay using (company_id, service_bay_id)
    where ${isOnTicket(scope, 'ticketServiceBay')})`.as('serviceBay')

/** The company's tickets with everything on them. */
const selectTickets = (scope: CompanyScope) =>
  scope
    .from('ticket')
    .selectAll('ticket')
    .select([
      rowsOnTicket(scope, 'jobs', 'job', 'jobNumber'),
      rowsOnTicket(scope, 'sessions', 'clockSession', 'clockInTime'),
      rowsOnTicket(scope, 'photos', 'photo', 'position'),
      rowsOnTicket(scope, 'parts', 'part', 'position'),
      rowsOnTicket(scope, 'assignedTechs', 'assignment', 'date'),
      helpersOnTicket(scope),
      serviceBayOfTicket(scope),
      ...companyRules(scope),
      billedLines(scope),
      ...waitingOnTicket(scope),
    ])

/** Whether a technician works on the query's ticket. Both conditions use an index. */
export const isWorkedOnBy = ({ companyId }: CompanyScope, technicianId: string) =>
  sql<boolean>`(ticket.assigned_technician = ${technicianId} or ticket.ticket_id = any(array(
    select ticket_id from ticket_helper
    where ${belongsToCompany('ticketHelper', companyId)} and employee_id = ${technicianId})))`

/** The sum of `hours` over the job lines of the query's ticket `ticketId` that were not declined. */
export const sumOfJobs = ({ companyId }: CompanyScope, ticketId: string, hours: RawBuilder<unknown>) =>
  sql<number>`(
    select coalesce(sum(${hours}), 0)::float8 from job
    where ${belongsToCompany('job', companyId)} and job.ticket_id = ${sql.ref(ticketId)} and job.answer <> 'declined')`

const lockedTicket = statement((scope, { ticketId }: { ticketId: number }) =>
  scope.from('ticket').select('ticketId').where('ticketId', '=', ticketId).forUpdate(),
)

const wholeTicket = statement((scope, { ticketId }: { ticketId: number }) =>
  selectTickets(scope).where('ticketId', '=', ticketId),
)

/** A ticket with everything on it, or null if the current company has none with this id. */
export async function findTicket(work: UnitOfWork, ticketId: number): Promise<Ticket | null> {
  // Locks first, in a separate statement: one that waited for the lock would still read the jobs and parts from
  // before.
  if (work.isCommand) work.write(lockedTicket(work, { ticketId }))
  const row = await wholeTicket(work, { ticketId }).executeTakeFirst()
  return row === undefined ? null : toTicket(row)
}

type Tickets = { readonly ticketIds: readonly number[] }

const wholeTickets = statement((scope, { ticketIds }: Tickets) =>
  selectTickets(scope).where(sql<boolean>`ticket_id = any(${ticketIds}::integer[])`).orderBy('ticketId'),
)

/** These tickets with everything on them, by id; other companies' are left out. */
export const listTickets = async (work: UnitOfWork, ticketIds: readonly number[]): Promise<Ticket[]> =>
  (await wholeTickets(work, { ticketIds }).execute()).map(toTicket)

/** What these tickets come to, by id. `companyRate` is for those that have no rate of their own yet. */
export async function listBalances(
  work: UnitOfWork,
  ticketIds: readonly number[],
  companyRate: Cents | null,
) {
  const rows = await work
    .from('ticket')
    .select([
      'ticketId',
      'state',
      'laborRate',
      'suppliesRule',
      'importedBalance',
      'checkIn',
      'activeTimestamp',
    ])
    .select([
      rowsOnTicket(work, 'jobs', 'job', 'jobNumber'),
      rowsOnTicket(work, 'sessions', 'clockSession', 'clockInTime'),
      rowsOnTicket(work, 'parts', 'part', 'position'),
      appointmentOfTicket(work),
      ...companyRules(work),
      billedLines(work),
    ])
    .where('ticketId', 'in', [...ticketIds])
    .orderBy('ticketId')
    .execute()
  return rows.map(({ ticketId, ...row }) => {
    const jobs = row.jobs.map(job => ({
      ...job,
      namedRate: namedRateOf(job, row),
      approvedSupplies: approvedSuppliesOf(job),
      billed: billedLineOf(job, row),
      sessions: row.sessions.filter(({ jobNumber }) => jobNumber === job.jobNumber).map(toSession),
    }))
    const lines = { ...row, jobs: clockedJobs(jobs, row), suppliesRule: suppliesRuleOf(row) }
    return { ticketId, totalBalance: totals(lines, rateOf(lines, companyRate)).totalBalance }
  })
}

/** The maximum number of open tickets said of a rig. */
const MAX_OPEN_TICKETS = 5

/** The newest bookings and tickets in work of a rig, or of a text that is no VIN. */
export const listOpenTickets = (work: UnitOfWork, vin: string) =>
  work
    .from('ticket')
    .select(['ticketId', 'state', 'firstName', 'lastName'])
    .where('vin', '=', vin)
    .where('state', 'in', ['pending', 'active', 'approval'])
    .orderBy('transitionedAt', 'desc')
    .orderBy('ticketId')
    .limit(MAX_OPEN_TICKETS)
    .execute()

/** The states of the company's tickets, by id. */
export const listStates = (work: UnitOfWork) =>
  work.from('ticket').select(['ticketId', 'state']).orderBy('ticketId').execute()

const lockedTickets = statement((scope, { ticketIds }: Tickets) =>
  scope
    .from('ticket')
    .select('ticketId')
    .where(sql<boolean>`ticket_id = any(${ticketIds}::integer[])`)
    .orderBy('ticketId')
    .forUpdate(),
)

/** Locks several tickets, always in the same order, to avoid deadlocks. */
export const lockTickets = (work: UnitOfWork, ticketIds: readonly number[]): void =>
  work.write(lockedTickets(work, { ticketIds }))

/** A ticket with everything on it, or NOT_FOUND with `message`. */
export async function getTicket(work: UnitOfWork, ticketId: number, message?: string): Promise<Ticket> {
  const ticket = await findTicket(work, ticketId)
  if (ticket === null) throw notFound(message)
  return ticket
}

/** The email of the ticket's customer; null if the company has no such ticket. Locks nothing. */
export async function findTicketEmail(work: UnitOfWork, ticketId: number): Promise<string | null> {
  const row = await work.from('ticket').select('email').where('ticketId', '=', ticketId).executeTakeFirst()
  return row?.email ?? null
}

const plansOfTicket = statement((scope, { ticketId }: { ticketId: number }) =>
  scope.from('plannedAssignment').select(['date', 'uuid']).where('ticketId', '=', ticketId).orderBy('date'),
)

/** The ticket's plans, by day. */
export const listPlans = (work: UnitOfWork, ticketId: number): Promise<Plan[]> =>
  plansOfTicket(work, { ticketId }).execute()

const approvalLines = statement((scope, { ticketId }: { ticketId: number }) =>
  scope
    .from('approvalLine')
    .innerJoin('approvalRequest as request', join =>
      join
        .onRef('request.companyId', '=', 'approvalLine.companyId')
        .onRef('request.ticketId', '=', 'approvalLine.ticketId')
        .onRef('request.requestId', '=', 'approvalLine.requestId'),
    )
    .select(['jobNumber', 'state', 'how', 'endedAt as at', 'phone'])
    .select([
      sql<Cents | null>`(shown ->> 'total')::bigint`.as('total'),
      sql<
        string | null
      >`case when how = 'phone' then ended_by_name else coalesce(typed_name, ended_by_name) end`.as('by'),
      sql<string | null>`case when how = 'phone' then typed_name end`.as('spokeWith'),
    ])
    .where('approvalLine.ticketId', '=', ticketId)
    .orderBy('request.position'),
)

/** What the ticket's customer was asked, and what they approved. */
export const listCustomerAnswers = async (work: UnitOfWork, ticketId: number): Promise<CustomerAnswers> =>
  answersOf(await approvalLines(work, { ticketId }).execute())

/** What the ticket's customer still has to say before it is charged. `laborRate` and `approvalTolerance` are the company's. */
export async function getMissingAnswers(
  work: UnitOfWork,
  ticket: Ticket,
  { laborRate, approvalTolerance }: { readonly laborRate: Cents | null; readonly approvalTolerance: number },
): Promise<MissingAnswers> {
  const { asked, approvals } = await listCustomerAnswers(work, ticket.ticketId)
  return { asked, raised: raisedLines(ticket, approvals, laborRate, approvalTolerance) }
}

const APPOINTMENT_NOTIFICATIONS: Readonly<Partial<Record<TicketAction, AppointmentNotification>>> = {
  reschedule: { appointment: 'moved' },
  cancel: { appointment: 'canceled' },
}

type CardNotification = {
  readonly answered?: AnswerNotification
  readonly wrote?: true
  readonly about?: string
}

/** Logs an action that left the ticket's row unchanged; `notification` is sent to live listeners. */
export const recordActivity = (
  work: UnitOfWork,
  ticket: Ticket,
  verb: TicketAction,
  detail: ActivityDetail | null = null,
  notification: CardNotification = {},
): void =>
  work.recordChange({
    kind: 'ticket',
    id: String(ticket.ticketId),
    verb: `ticket.${verb}`,
    card: { ...summaryOf(ticket), ...notification, ...APPOINTMENT_NOTIFICATIONS[verb] },
    detail,
  })

export const transitionDetail = (ticket: Ticket): ActivityDetail => ({
  state: { before: stateBefore(ticket), after: ticket.state },
})

/**
 * Saves the ticket's row. `verb` is the logged verb, by default that of the last transition; it is logged once for each
 * of `details`. A transition's detail says both states if the ticket does not.
 */
export function saveTicket(
  work: UnitOfWork,
  ticket: Ticket,
  verb: TicketAction = ticket.lastTransition.verb,
  ...details: readonly ActivityDetail[]
): void {
  const { ticketId, ...row } = toRow(ticket)
  work.save('ticket', { ticketId }, row)
  const [first = isTransition(verb) ? transitionDetail(ticket) : null, ...others] = details
  if (isTransition(verb)) work.countMovedTicket(first?.state?.before ?? stateBefore(ticket), ticket.state)
  for (const detail of [first, ...others]) recordActivity(work, ticket, verb, detail)
}

/** What a meter of the ticket's rig showed on the last ticket before it, and when; null without one. */
export async function findReading(
  work: UnitOfWork,
  { ticketId, customerRV: { vin }, activeTimestamp }: Ticket,
  meter: (typeof METERS)[number],
) {
  if (vin === '') return null
  const row = await work
    .from('ticket')
    .select([`${meter} as value`, 'arrivedOn', 'activeTimestamp'])
    .where('vin', '=', vin)
    .where('ticketId', '<>', ticketId)
    .where(meter, 'is not', null)
    .where('activeTimestamp', '<=', activeTimestamp ?? work.now)
    .orderBy('activeTimestamp', 'desc')
    .orderBy('ticketId', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined || row.value === null || row.activeTimestamp === null) return null
  return { value: row.value, day: row.arrivedOn ?? dayOf(row.activeTimestamp, work.timeZone) }
}

/** Saves the ticket's card alone. */
export function saveCardColumns(work: UnitOfWork, ticket: Ticket): void {
  const { card, bookedDay } = toRow(ticket)
  work.save('ticket', { ticketId: ticket.ticketId }, { card, bookedDay })
}

/** Saves what the ticket's card says of other rows (its hold, its requests, its days), and logs the action. */
export function saveCard(
  work: UnitOfWork,
  ticket: Ticket,
  verb: TicketAction,
  detail: ActivityDetail | null = null,
  notification: CardNotification = {},
): void {
  saveCardColumns(work, ticket)
  recordActivity(work, ticket, verb, detail, notification)
}

/** Saves the cards of the tickets that have rows in `table`, once these were imported. */
export async function saveCardsOf(
  work: UnitOfWork,
  table: 'ticketHold' | 'plannedAssignment' | 'ticketHelper' | 'ticketServiceBay',
): Promise<void> {
  const rows = await work.from(table).select('ticketId').distinct().execute()
  const ids = rows.map(({ ticketId }) => ticketId)
  for (const some of batchesOf(ids, TICKETS_PER_BATCH))
    for (const ticket of await listTickets(work, some)) saveCardColumns(work, ticket)
}

/** Saves who helps on a ticket, where that is not as `before`. */
export function saveHelpers(work: UnitOfWork, before: Ticket, { ticketId, helpers }: Ticket): void {
  for (const { id } of before.helpers)
    if (!helpsOn(id, { helpers }))
      work.write(work.remove('ticketHelper').where('ticketId', '=', ticketId).where('employeeId', '=', id))
  const added = helpers.filter(({ id }) => !helpsOn(id, before))
  const since = { addedAt: work.now, addedBy: work.by.id }
  if (added.length > 0)
    work.insert(
      'ticketHelper',
      ...added.map(({ id, name }) => ({ ticketId, employeeId: id, name, ...since })),
    )
}

/** Saves which bay a ticket is in, where that is not as `before`. */
export function saveServiceBay(work: UnitOfWork, before: Ticket, { ticketId, serviceBay }: Ticket): void {
  if (serviceBay?.id === before.serviceBay?.id) return
  if (serviceBay === null) work.write(work.remove('ticketServiceBay').where('ticketId', '=', ticketId))
  else work.upsert('ticketServiceBay', { ticketId, serviceBayId: serviceBay.id }, { key: ['ticketId'] })
}

/** Saves which helpers and which bay a ticket still has whose work ended, where that is not as `before`. */
export function saveEnd(work: UnitOfWork, before: Ticket, ticket: Ticket): void {
  saveHelpers(work, before, ticket)
  saveServiceBay(work, before, ticket)
}

/** Saves a ticket that was just assigned, with the day's assignment. */
export function saveAssigned(
  work: UnitOfWork,
  before: Ticket,
  ticket: Ticket,
  verb: 'assign' | 'assign-planned',
  technician: string,
): void {
  const ofToday = ticket.assignedTechs.at(-1)
  if (ofToday !== undefined) saveAssignment(work, ticket.ticketId, ofToday)
  saveHelpers(work, before, ticket)
  saveTicket(work, ticket, verb, { technician })
}

/** Saves the assignment of one day, replacing an earlier one. */
function saveAssignment(work: UnitOfWork, ticketId: number, assignment: Assignment): void {
  work.upsert('assignment', { ticketId, ...assignment }, { key: ['ticketId', 'date'] })
}

/**
 * The ids of the tickets that the actor works on, at `version` of the change log: what they saw before a live feed broke.
 * Exact for as far back as feeds resume.
 */
export async function ownTicketsAt(work: UnitOfWork, version: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with since as (
      select distinct id from change_log
      where company_id = ${work.companyId} and kind = 'ticket'
        and version > ${version} and version <= ${version + MAX_REPLAY}
    )
    select ticket_id::text as id from ticket
    where company_id = ${work.companyId} and ${isWorkedOnBy(work, work.by.id)}
      and ticket_id::text not in (select id from since)
    union all
    select since.id from since, lateral (
      select card from change_log
      where company_id = ${work.companyId} and kind = 'ticket' and id = since.id and version <= ${version}
      order by version desc, seq desc limit 1
    ) as before
    where before.card ->> 'assignedTechnician' = ${work.by.id}
      or before.card -> 'helpers' @> ${JSON.stringify([{ id: work.by.id }])}::jsonb
  `.execute(work.database)
  return rows.map(({ id }) => id)
}

// Tickets in the database: one row per ticket, with rows for its jobs, clock sessions, parts and assignments. A
// transition is one UPDATE of that row, never a copy and a delete.

import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { AnswerNotification, AppointmentNotification } from '#domain/approvals/desk-notifications.ts'
import { answersOf, type CustomerAnswers } from '#domain/approvals/raise.ts'
import type { Cents } from '#domain/lib/money.ts'
import type { NamedRate } from '#domain/pricing/labor-rate.ts'
import type { SuppliesRule } from '#domain/pricing/supplies.ts'
import type { Plan } from '#domain/schedule/plan.ts'
import { type ActivityDetail, isTransition, type TicketAction } from '#domain/tickets/activity.ts'
import type { Assignment } from '#domain/tickets/assignment.ts'
import { customerSearchText } from '#domain/tickets/customer-search-terms.ts'
import type { Job } from '#domain/tickets/job.ts'
import type { Part } from '#domain/tickets/part.ts'
import {
  MAX_TICKET_ID,
  MIN_TICKET_ID,
  rateOf,
  type State,
  stateBefore,
  summaryOf,
  type Ticket,
  type TicketSummary,
} from '#domain/tickets/ticket.ts'
import { matchesOf, searchTextOf, type TicketMatch } from '#domain/tickets/ticket-search-terms.ts'
import { totals } from '#domain/tickets/totals.ts'
import { toCustomerColumns } from '#server/db/customer-columns.ts'
import { nextPosition } from '#server/db/next-position.ts'
import type { NewRow } from '#server/db/schema.ts'
import { belongsToCompany } from '#server/db/tenant-filter.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { MAX_REPLAY } from '#server/live/live-feeds.ts'
import {
  approvedSuppliesOf,
  namedRateOf,
  suppliesRuleOf,
  type TicketChildren,
  toTicket,
} from './row-mapper.ts'

// Each part of a query names the company itself: only then does a cluster ask one machine.

/** Whether a row of `table` is on the outer query's ticket. */
const isOnTicket = ({ companyId }: UnitOfWork, table: string) =>
  sql`${belongsToCompany(table, companyId)} and ${sql.ref(`${table}.ticketId`)} = ticket.ticket_id`

/** The rows of one table on the outer query's ticket, in order, as a JSON array. */
const rowsOnTicket = <Name extends 'jobs' | 'sessions' | 'photos' | 'parts' | 'assignedTechs'>(
  work: UnitOfWork,
  name: Name,
  table: string,
  order: string,
) =>
  sql<TicketChildren[Name]>`(
    select coalesce(json_agg(line order by ${sql.ref(`line.${order}`)}), '[]') from ${sql.table(table)} as line
    where ${isOnTicket(work, 'line')})`.as(name)

/** A pricing rule of the company's; null as long as it does not bill. */
const companyRule = <T>({ companyId }: UnitOfWork, column: string) =>
  sql<T | null>`(
    select ${sql.ref(column)} from billing_setting
    where ${belongsToCompany('billingSetting', companyId)} and turned_on_at is not null)`

/** Those that count for tickets: an own rule for shop supplies, and rates by name. */
const companyRules = (work: UnitOfWork) =>
  [
    companyRule<SuppliesRule>(work, 'shopSupplies').as('companySupplies'),
    companyRule<readonly NamedRate[]>(work, 'laborRates').as('companyRates'),
  ] as const

/** What the ticket waits for: rows of the features above. */
const waitingOnTicket = (work: UnitOfWork) =>
  [
    sql<TicketChildren['hold']>`(
      select json_build_object('reason', reason, 'note', note, 'since', since, 'until', until) from ticket_hold
      where ${isOnTicket(work, 'ticketHold')})`.as('hold'),
    sql<number[]>`(
      select coalesce(json_agg(job_number order by job_number), '[]') from approval_line
      where ${isOnTicket(work, 'approvalLine')} and approval_line.state = 'open')`.as('askedJobs'),
    sql<string[]>`(
      select coalesce(json_agg(date order by date), '[]') from planned_assignment
      where ${isOnTicket(work, 'plannedAssignment')})`.as('plannedDays'),
    sql<TicketChildren['appointment']>`(
      select json_build_object('at', wanted_at, 'day', (wanted_at at time zone time_zone)::date)
      from booking join company using (company_id) where ${isOnTicket(work, 'booking')})`.as('appointment'),
  ] as const

/** The company's tickets with everything on them. */
const selectTickets = (work: UnitOfWork) =>
  work
    .from('ticket')
    .selectAll('ticket')
    .select([
      rowsOnTicket(work, 'jobs', 'job', 'jobNumber'),
      rowsOnTicket(work, 'sessions', 'clockSession', 'clockInTime'),
      rowsOnTicket(work, 'photos', 'photo', 'position'),
      rowsOnTicket(work, 'parts', 'part', 'position'),
      rowsOnTicket(work, 'assignedTechs', 'assignment', 'date'),
      ...companyRules(work),
      ...waitingOnTicket(work),
    ])

/** A ticket with everything on it, or null if the current company has none with this id. */
export async function findTicket(work: UnitOfWork, ticketId: number): Promise<Ticket | null> {
  // Locks first, in a separate statement: one that waited for the lock would still read the jobs and parts from
  // before.
  if (work.isCommand)
    work.write(work.from('ticket').select('ticketId').where('ticketId', '=', ticketId).forUpdate())
  const row = await selectTickets(work).where('ticketId', '=', ticketId).executeTakeFirst()
  return row === undefined ? null : toTicket(row)
}

/** These tickets with everything on them, by id; other companies' are left out. */
export async function listTickets(work: UnitOfWork, ticketIds: readonly number[]): Promise<Ticket[]> {
  const rows = await selectTickets(work)
    .where('ticketId', 'in', [...ticketIds])
    .orderBy('ticketId')
    .execute()
  return rows.map(toTicket)
}

/** What these tickets come to, by id. `companyRate` is for those that have no rate of their own yet. */
export async function listBalances(
  work: UnitOfWork,
  ticketIds: readonly number[],
  companyRate: Cents | null,
) {
  const rows = await work
    .from('ticket')
    .select(['ticketId', 'state', 'laborRate', 'suppliesRule', 'importedBalance'])
    .select([
      rowsOnTicket(work, 'jobs', 'job', 'jobNumber'),
      rowsOnTicket(work, 'parts', 'part', 'position'),
      ...companyRules(work),
    ])
    .where('ticketId', 'in', [...ticketIds])
    .orderBy('ticketId')
    .execute()
  return rows.map(({ ticketId, ...row }) => {
    const jobs = row.jobs.map(job => ({
      ...job,
      namedRate: namedRateOf(job, row),
      approvedSupplies: approvedSuppliesOf(job),
    }))
    const lines = { ...row, jobs, suppliesRule: suppliesRuleOf(row) }
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

/** The company's labor rates by name; none as long as it does not bill. */
export async function listLaborRates(work: UnitOfWork): Promise<readonly NamedRate[]> {
  const row = await work
    .from('billingSetting')
    .select('laborRates')
    .where('turnedOnAt', 'is not', null)
    .executeTakeFirst()
  return row?.laborRates ?? []
}

/** Keeps the rates of a finalized ticket's lines as they count now. */
export function saveNamedRates(work: UnitOfWork, { ticketId, jobs }: Ticket): void {
  for (const job of jobs) if (job.namedRate !== null) saveJob(work, ticketId, job)
}

/** Locks several tickets, always in the same order, to avoid deadlocks. */
export function lockTickets(work: UnitOfWork, ticketIds: readonly number[]): void {
  work.write(
    work
      .from('ticket')
      .select('ticketId')
      .where('ticketId', 'in', [...ticketIds])
      .orderBy('ticketId')
      .forUpdate(),
  )
}

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

/** The ticket's plans, by day. */
export function listPlans(work: UnitOfWork, ticketId: number): Promise<Plan[]> {
  return work
    .from('plannedAssignment')
    .select(['date', 'uuid'])
    .where('ticketId', '=', ticketId)
    .orderBy('date')
    .execute()
}

/** What the ticket's customer was asked, and what they approved. */
export async function listCustomerAnswers(work: UnitOfWork, ticketId: number): Promise<CustomerAnswers> {
  const rows = await work
    .from('approvalLine')
    .innerJoin('approvalRequest as request', join =>
      join
        .onRef('request.companyId', '=', 'approvalLine.companyId')
        .onRef('request.ticketId', '=', 'approvalLine.ticketId')
        .onRef('request.requestId', '=', 'approvalLine.requestId'),
    )
    .select(['jobNumber', 'state', 'how', 'endedAt as at'])
    .select([
      sql<Cents | null>`(shown ->> 'total')::bigint`.as('total'),
      sql<
        string | null
      >`case when how = 'phone' then ended_by_name else coalesce(typed_name, ended_by_name) end`.as('by'),
    ])
    .where('approvalLine.ticketId', '=', ticketId)
    .orderBy('request.position')
    .execute()
  return answersOf(rows)
}

/** The ticket's row, with the card for lists and live feeds. */
export function toRow(
  ticket: Ticket,
): Required<Omit<NewRow<'ticket'>, 'companyId' | 'customerUuid' | 'importedKey'>> {
  const { suppliesRule, customerDetails, customerRV, lastMove } = ticket
  const summary = summaryOf(ticket)
  const isFinal = ticket.state === 'completed' || ticket.state === 'recorded'
  return {
    ticketId: ticket.ticketId,
    state: ticket.state,
    ...toCustomerColumns(customerDetails),
    ...customerRV,
    assignedTechnician: ticket.assignedTechnician,
    pendingTimestamp: ticket.pendingTimestamp,
    activeTimestamp: ticket.activeTimestamp,
    completedTimestamp: ticket.state === 'recorded' ? ticket.completedTimestamp : null,
    laborRate: isFinal ? ticket.laborRate : null,
    suppliesRule: isFinal && suppliesRule !== null ? JSON.stringify(suppliesRule) : null,
    importedBalance: ticket.state === 'recorded' ? ticket.importedBalance : null,
    closeReason: ticket.state === 'closed' ? ticket.closing.reason : null,
    closeNote: ticket.state === 'closed' ? ticket.closing.note : null,
    closedFrom: ticket.state === 'closed' ? ticket.closing.stateBefore : null,
    transition: lastMove.verb,
    transitionedBy: lastMove.by.id,
    transitionedByName: lastMove.by.name,
    transitionedAt: lastMove.at,
    card: JSON.stringify(summary),
    bookedDay: summary.bookedDay,
  }
}

/** The job line's row, without what is its ticket's. */
export const toJobRow = ({ sessions: _, photos: __, namedRate, approvedSupplies, ...columns }: Job) => ({
  ...columns,
  laborRateId: namedRate?.laborRateId ?? null,
  laborRateName: namedRate?.name ?? null,
  laborRate: namedRate?.amount ?? null,
  approvedParts: approvedSupplies?.parts ?? null,
  approvedSupplies: approvedSupplies?.supplies ?? null,
})

const toJobRows = ({ companyId }: UnitOfWork, ticketId: number, jobs: readonly Job[]) =>
  jobs.map(job => ({ companyId, ticketId, ...toJobRow(job) }))

/** Adds job lines to a ticket. */
export function addJobs(work: UnitOfWork, ticketId: number, jobs: readonly Job[]): void {
  if (jobs.length > 0) work.write(work.database.insertInto('job').values(toJobRows(work, ticketId, jobs)))
}

/** A statement has at most 65,535 parameters. */
const MAX_ROWS = 1000

const chunksOf = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / MAX_ROWS) }, (_, index) =>
    rows.slice(index * MAX_ROWS, (index + 1) * MAX_ROWS),
  )

const searchColumnsOf = (ticket: Ticket) => ({
  text: searchTextOf(ticket),
  customer: customerSearchText(ticket.customerDetails),
})

/** Adds new tickets, at most `MAX_ROWS`, with their job lines, parts and assignments. Their counts follow. */
export function insertTickets(work: UnitOfWork, tickets: readonly Ticket[]): void {
  const { companyId, database } = work
  work.write(database.insertInto('ticket').values(tickets.map(ticket => ({ companyId, ...toRow(ticket) }))))
  for (const rows of chunksOf(tickets.flatMap(({ ticketId, jobs }) => toJobRows(work, ticketId, jobs))))
    work.write(database.insertInto('job').values(rows))
  const parts = tickets.flatMap(({ ticketId, parts }) =>
    parts.map((part, index) => ({ companyId, ticketId, position: index + 1, ...part })),
  )
  for (const rows of chunksOf(parts)) work.write(database.insertInto('part').values(rows))
  const assignments = tickets.flatMap(({ ticketId, assignedTechs }) =>
    assignedTechs.map(assignment => ({ companyId, ticketId, ...assignment })),
  )
  for (const rows of chunksOf(assignments)) work.write(database.insertInto('assignment').values(rows))
  const texts = tickets.map(ticket => ({
    companyId,
    ticketId: ticket.ticketId,
    createdAt: work.now,
    ...searchColumnsOf(ticket),
  }))
  work.write(database.insertInto('ticketSearch').values(texts))
  for (const { state } of tickets) work.countMovedTicket(null, state)
}

/** The next free id from a random one; null if the company has used all 900,000. */
async function searchFreeId(work: UnitOfWork): Promise<number | null> {
  const start = randomInt(MIN_TICKET_ID, MAX_TICKET_ID + 1)
  const { rows } = await sql<{ id: number }>`
    select id from (
      select generate_series(${start}::int, ${MAX_TICKET_ID}::int) as id
      union all select generate_series(${MIN_TICKET_ID}::int, ${start}::int - 1)
    ) as candidate
    where not exists (select from ticket where company_id = ${work.companyId} and ticket_id = candidate.id)
    limit 1
  `.execute(work.database)
  return rows[0]?.id ?? null
}

/** A company's ids must be nearly used up to need so many. */
const MAX_DRAWS = 100

/** Random free ids for `count` tickets. If one of them is taken meanwhile, the unit of work runs again. */
export async function listFreeIds(work: UnitOfWork, count: number): Promise<number[]> {
  const free = new Set<number>()
  for (let draw = 1; free.size < count && draw <= MAX_DRAWS; draw += 1) {
    const drawn = Array.from({ length: count }, () => randomInt(MIN_TICKET_ID, MAX_TICKET_ID + 1))
    const rows = await work
      .from('ticket')
      .select('ticketId')
      .where(sql<boolean>`ticket_id = any(${drawn}::integer[])`)
      .execute()
    const taken = new Set(rows.map(({ ticketId }) => ticketId))
    for (const id of drawn) if (!taken.has(id) && free.size < count) free.add(id)
  }
  if (free.size < count) throw new Error('This company has used nearly every ticket id.')
  return [...free]
}

/**
 * Adds the ticket that `build` makes for a random id. If that is taken, the unit of work runs again, with the next free
 * one.
 */
export async function addTicket<T extends Ticket>(
  work: UnitOfWork,
  build: (ticketId: number) => T,
): Promise<T> {
  const ticketId = work.attempt === 1 ? randomInt(MIN_TICKET_ID, MAX_TICKET_ID + 1) : await searchFreeId(work)
  if (ticketId === null) throw new Error('This company has used every ticket id.')
  const ticket = build(ticketId)
  insertTickets(work, [ticket])
  recordActivity(work, ticket, ticket.lastMove.verb, transitionDetail(ticket))
  return ticket
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

const transitionDetail = (ticket: Ticket): ActivityDetail => ({
  state: { before: stateBefore(ticket), after: ticket.state },
})

/**
 * Saves the ticket's row. `verb` is the logged verb, by default that of the last transition; it is logged once for each
 * of `details`. A transition's detail says both states if the ticket does not.
 */
export function saveTicket(
  work: UnitOfWork,
  ticket: Ticket,
  verb: TicketAction = ticket.lastMove.verb,
  ...details: readonly ActivityDetail[]
): void {
  const { ticketId, ...row } = toRow(ticket)
  work.write(work.update('ticket').set(row).where('ticketId', '=', ticketId))
  const [first = isTransition(verb) ? transitionDetail(ticket) : null, ...others] = details
  if (isTransition(verb)) work.countMovedTicket(first?.state?.before ?? stateBefore(ticket), ticket.state)
  for (const detail of [first, ...others]) recordActivity(work, ticket, verb, detail)
}

/** Saves what the ticket's card says of other rows (its hold, its requests, its days), and logs the action. */
export function saveCard(
  work: UnitOfWork,
  ticket: Ticket,
  verb: TicketAction,
  detail: ActivityDetail | null = null,
  notification: CardNotification = {},
): void {
  const { card, bookedDay } = toRow(ticket)
  work.write(work.update('ticket').set({ card, bookedDay }).where('ticketId', '=', ticket.ticketId))
  recordActivity(work, ticket, verb, detail, notification)
}

/** Saves a ticket that was just assigned, with the day's assignment. */
export function saveAssigned(
  work: UnitOfWork,
  ticket: Ticket,
  verb: 'assign' | 'assign-planned',
  technician: string,
): void {
  const ofToday = ticket.assignedTechs.at(-1)
  if (ofToday !== undefined) saveAssignment(work, ticket.ticketId, ofToday)
  saveTicket(work, ticket, verb, { technician })
}

/** Saves the search text; for every command that changes it. */
export function updateSearchIndex(work: UnitOfWork, ticket: Ticket): void {
  const columns = searchColumnsOf(ticket)
  work.write(
    work.database
      .insertInto('ticketSearch')
      .values({ companyId: work.companyId, ticketId: ticket.ticketId, createdAt: work.now, ...columns })
      .onConflict(same => same.columns(['companyId', 'ticketId']).doUpdateSet(columns)),
  )
}

/** More would take longer to find than anyone reads. */
const MAX_FOUND = 1000

export type CardFilter = {
  readonly state: State
  readonly sort: 'newest' | 'oldest' | 'day'
  /** Only tickets assigned to them, or to nobody; undefined for all. */
  readonly technician: string | 'none' | undefined
  /** Only tickets with all of these terms; undefined for all. */
  readonly terms: readonly string[] | undefined
}

/** The company's tickets of one state, in their order. Every order has its index. */
export async function selectCards(work: UnitOfWork, { state, sort, technician, terms }: CardFilter) {
  let tickets = work.from('ticket').where('ticket.state', '=', state)
  if (technician === 'none') tickets = tickets.where('ticket.assignedTechnician', 'is', null)
  else if (technician !== undefined) tickets = tickets.where('ticket.assignedTechnician', '=', technician)
  if (terms !== undefined) {
    const of = technician === 'none' ? null : (technician ?? null)
    const found = await findTickets(work, { terms, state, technician: of }, MAX_FOUND)
    tickets = tickets.where(sql<boolean>`ticket.ticket_id = any(${found}::integer[])`)
  }
  const byDay = sort === 'day' ? tickets.orderBy('bookedDay', day => day.asc().nullsLast()) : tickets
  const direction = sort === 'oldest' ? 'asc' : 'desc'
  const sorted = byDay.orderBy('transitionedAt', direction).orderBy('ticket.ticketId', direction)
  return {
    cards: sorted.select(['ticket.ticketId', 'card', 'transitionedAt']),
    count: tickets.select(({ fn }) => fn.countAll<number>().as('total')),
  }
}

type TicketSearch = {
  readonly terms: readonly string[]
  readonly state: State | undefined
  /** Only tickets assigned to them; null for all. */
  readonly technician: string | null
}

/** The newest tickets that match all terms: ids first, as on a cluster a company's machine asks no other one. */
async function findTickets(
  work: UnitOfWork,
  { terms, state, technician }: TicketSearch,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ ticketId: number }>`
    select ticket_id from find_tickets(${[...terms]}::text[], ${state ?? null}, ${technician}, ${limit})
  `.execute(work.database)
  return rows.map(({ ticketId }) => ticketId)
}

/** A card, with the customer's phone number and where the ticket has the terms. */
type FoundCard = TicketSummary & { readonly found: { phone: string; matches: TicketMatch[] } }

/** The cards of at most `limit` tickets that match all terms, newest first. */
export async function searchTickets(
  work: UnitOfWork,
  search: TicketSearch,
  limit: number,
): Promise<FoundCard[]> {
  const found = await findTickets(work, search, limit)
  if (found.length === 0) return []
  const isFound = sql<boolean>`ticket_id = any(${found}::integer[])`
  const [rows, jobs] = await Promise.all([
    work
      .from('ticket')
      .where(isFound)
      .select(['ticketId', 'card', 'firstName', 'lastName', 'phone', 'vin', 'make', 'model', 'year'])
      .execute(),
    work.from('job').where(isFound).select(['ticketId', 'problem']).orderBy('jobNumber').execute(),
  ])
  const tickets = new Map(rows.map(row => [row.ticketId, row]))
  return found.flatMap(ticketId => {
    const ticket = tickets.get(ticketId)
    if (ticket === undefined) return []
    const { card, ...searched } = ticket
    const matches = matchesOf(
      { ...searched, jobs: jobs.filter(job => job.ticketId === ticketId) },
      search.terms,
    )
    return [{ ...(card as TicketSummary), found: { phone: ticket.phone, matches } }]
  })
}

/** Saves the assignment of one day, replacing an earlier one. */
function saveAssignment(work: UnitOfWork, ticketId: number, assignment: Assignment): void {
  const { date, ...columns } = assignment
  work.write(
    work.database
      .insertInto('assignment')
      .values({ companyId: work.companyId, ticketId, date, ...columns })
      .onConflict(same => same.columns(['companyId', 'ticketId', 'date']).doUpdateSet(columns)),
  )
}

/** Saves a job line; clock sessions and photos have their own rows. */
export function saveJob(work: UnitOfWork, ticketId: number, job: Job): void {
  const { jobNumber, ...columns } = toJobRow(job)
  work.write(
    work.update('job').set(columns).where('ticketId', '=', ticketId).where('jobNumber', '=', jobNumber),
  )
}

/** Deletes a job line; foreign keys refuse while it has time or parts. */
export async function deleteJob(work: UnitOfWork, ticketId: number, jobNumber: number): Promise<void> {
  await work.remove('job').where('ticketId', '=', ticketId).where('jobNumber', '=', jobNumber).execute()
}

/** Adds a part at the end of the ticket's list. */
export async function addParts(work: UnitOfWork, ticketId: number, parts: readonly Part[]): Promise<void> {
  if (parts.length === 0) return
  const { companyId } = work
  const first = await nextPosition(work.from('part').where('ticketId', '=', ticketId))
  const rows = parts.map((part, index) => ({ companyId, ticketId, position: first + index, ...part }))
  work.write(work.database.insertInto('part').values(rows))
}

export function savePart(work: UnitOfWork, ticketId: number, { partId, ...part }: Part): void {
  work.write(work.update('part').set(part).where('ticketId', '=', ticketId).where('partId', '=', partId))
}

export function deletePart(work: UnitOfWork, ticketId: number, partId: string): void {
  work.write(work.remove('part').where('ticketId', '=', ticketId).where('partId', '=', partId))
}

/**
 * The ids of the actor's tickets at `version` of the change log: what they saw before a live feed broke. Exact for as
 * far back as feeds resume.
 */
export async function ticketsAssignedAt(work: UnitOfWork, version: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with since as (
      select distinct id from change_log
      where company_id = ${work.companyId} and kind = 'ticket'
        and version > ${version} and version <= ${version + MAX_REPLAY}
    )
    select ticket_id::text as id from ticket
    where company_id = ${work.companyId} and assigned_technician = ${work.by.id}
      and ticket_id::text not in (select id from since)
    union all
    select since.id from since, lateral (
      select card from change_log
      where company_id = ${work.companyId} and kind = 'ticket' and id = since.id and version <= ${version}
      order by version desc, seq desc limit 1
    ) as before
    where before.card ->> 'assignedTechnician' = ${work.by.id}
  `.execute(work.database)
  return rows.map(({ id }) => id)
}

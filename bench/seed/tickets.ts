// Tickets as the product's own commands create them: by domain verbs, with a change row and version for each step.

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Signature } from '#domain/account/actor.ts'
import { fromDollars } from '#domain/lib/money.ts'
import { customerSearchText } from '#domain/tickets/customer-search-terms.ts'
import {
  askApproval,
  book,
  complete,
  create,
  decline,
  finalize,
  MIN_TICKET_ID,
  type State,
  stateBefore,
  summaryOf,
  type Ticket,
} from '#domain/tickets/ticket.ts'
import { searchTextOf } from '#domain/tickets/ticket-search-terms.ts'
import { toHistoryEntry } from '#domain/work-history/history-entry.ts'
import { contactKey } from '#server/features/customers/company-customer-store.ts'
import { toJobRow, toRow } from '#server/features/tickets/row-mapper.ts'
import { assignmentRows, createTechnicianRow } from './assignments.ts'
import { copyRows, type Row } from './copy-rows.ts'
import { ticketDetailsOf } from './ticket-details.ts'

const HOUR_MS = 3_600_000
const OPEN: readonly State[] = ['pending', 'active', 'approval', 'completed']
const BATCH = 2000
const LABOR_RATE = fromDollars(145)
export const TIME_ZONE = 'America/Chicago'

type TicketSeed = {
  readonly companyId: string
  readonly owner: string
  /** The numbers of these tickets in the whole database. */
  readonly from: number
  readonly count: number
  /** How many are on the board, evenly in its four sections; the rest is recorded. */
  readonly open: number
  /** The current version of the change log. */
  readonly version: number
  /** How many tickets the company has already: their ids are used. */
  readonly taken: number
}

/** A ticket's history, oldest first. */
function ticketTimeline(ticketId: number, number: number, state: State, by: Signature, at: Date): Ticket[] {
  const fresh = { ticketId, ...ticketDetailsOf(number) }
  const later = (hours: number) => new Date(at.getTime() + hours * HOUR_MS)
  if (state === 'pending') return [book(fresh, by, at)]
  if (state === 'declined') {
    const booked = book(fresh, by, at)
    return [booked, decline(booked, by, later(1))]
  }
  const created = create(fresh, by, at)
  if (state === 'active') return [created]
  if (state === 'approval') return [created, askApproval(created, by, later(1))]
  const finalized = finalize(created, LABOR_RATE, by, later(2))
  return state === 'completed'
    ? [created, finalized]
    : [created, finalized, complete(finalized, by, later(3))]
}

/** In an order in which referenced rows come first. */
const TABLES = [
  'employee',
  'company_customer',
  'ticket',
  'job',
  'ticket_search',
  'change_log',
  'rig',
  'work_history',
  'assignment',
  'planned_assignment',
] as const
type Tables = Record<(typeof TABLES)[number], Row[]>

function stateOf(place: number, open: number): State {
  if (place < open) return OPEN[place % OPEN.length] ?? 'active'
  return place % 20 === 0 ? 'declined' : 'recorded'
}

/** The id of the ticket's customer, who comes back with later tickets; `known` has those of the company so far. */
function customerOf(
  tables: Tables,
  known: Map<string, string>,
  companyId: string,
  { customerDetails, lastTransition }: Ticket,
): string {
  const key = contactKey(customerDetails)
  const before = known.get(key)
  if (before !== undefined) return before
  const customerId = randomUUID()
  known.set(key, customerId)
  const { firstName, lastName, email, phone, address } = customerDetails
  const row = { companyId, customerId, firstName, lastName, email, phone, address }
  tables.company_customer.push({ ...row, createdAt: lastTransition.at })
  return customerId
}

function appendRows(
  tables: Tables,
  life: readonly Ticket[],
  seed: TicketSeed,
  by: Signature,
  version: number,
  known: Map<string, string>,
): void {
  const { companyId } = seed
  const [first, last] = [life[0] as Ticket, life.at(-1) as Ticket]
  const { ticketId } = last
  const companyCustomerId = customerOf(tables, known, companyId, first)
  tables.ticket.push({ companyId, companyCustomerId, ...toRow(last) })
  for (const job of last.jobs) tables.job.push({ companyId, ticketId, ...toJobRow(job) })
  tables.ticket_search.push({
    companyId,
    ticketId,
    createdAt: first.lastTransition.at,
    text: searchTextOf(last),
    customer: customerSearchText(last.customerDetails),
  })
  for (const [step, { lastTransition, state, ...ticket }] of life.entries())
    tables.change_log.push({
      companyId,
      version: version + step + 1,
      seq: 1,
      kind: 'ticket',
      id: String(ticketId),
      verb: `ticket.${lastTransition.verb}`,
      at: lastTransition.at,
      actor: by.id,
      actorName: by.name,
      card: JSON.stringify(summaryOf({ ...ticket, state, lastTransition } as Ticket)),
      detail: JSON.stringify({
        state: { before: stateBefore({ ...ticket, state, lastTransition } as Ticket), after: state },
      }),
    })
  const { vin, make, model, year, axleAmount } = last.customerRV
  tables.rig.push({
    vin,
    make,
    model,
    year,
    axleAmount,
    customerUuid: companyId,
    assigned: false,
    rvImage: null,
    addedAt: first.lastTransition.at,
  })
  if (last.state !== 'recorded') return
  const { work, ...entry } = toHistoryEntry(last)
  tables.work_history.push({ ...entry, companyId, timeZone: TIME_ZONE, work: JSON.stringify(work) })
}

const noRows = () => Object.fromEntries(TABLES.map(table => [table, [] as Row[]])) as Tables

async function flush(client: pg.Client, tables: Tables): Promise<void> {
  for (const [table, rows] of Object.entries(tables)) await copyRows(client, table, rows)
}

/** Fills these companies; returns the resulting version of each. */
export async function seedTickets(
  client: pg.Client,
  seeds: readonly TicketSeed[],
  onProgress: (tickets: number) => void = () => {},
): Promise<number[]> {
  const end = Date.now()
  const versions: number[] = []
  let tables = noRows()
  let written = 0
  for (const seed of seeds) {
    const by = { id: seed.companyId, name: seed.owner }
    let { version } = seed
    const technician = createTechnicianRow(seed.companyId, new Date(end))
    tables.employee.push(technician)
    const known = new Map<string, string>()
    for (let place = 0; place < seed.count; place += 1) {
      // Open tickets are the newest; whole milliseconds, like the product's times.
      const at = new Date(end - (place + 24) * HOUR_MS * 0.2 - 4 * HOUR_MS)
      const ticketId = MIN_TICKET_ID + seed.taken + place
      const state = stateOf(place, seed.open)
      const life = ticketTimeline(ticketId, seed.from + place, state, by, at)
      appendRows(tables, life, seed, by, version, known)
      const { companyId } = seed
      const placed = { companyId, ticketId, technician: technician.employeeId, place, state, at }
      const days = assignmentRows({ ...placed, timeZone: TIME_ZONE })
      tables.assignment.push(...days.assignment)
      tables.planned_assignment.push(...days.planned_assignment)
      version += life.length
      written += 1
      if (tables.ticket.length < BATCH) continue
      await flush(client, tables)
      tables = noRows()
      onProgress(written)
    }
    versions.push(version)
  }
  await flush(client, tables)
  await client.query(
    `update company_version company
     set version = now.version, pending_tickets = counted.pending, active_tickets = counted.active,
         approval_tickets = counted.approval, completed_tickets = counted.completed
     from unnest($1::uuid[], $2::bigint[]) as now (company_id, version), lateral (
       select count(*) filter (where state = 'pending') as pending, count(*) filter (where state = 'active') as active,
              count(*) filter (where state = 'approval') as approval,
              count(*) filter (where state = 'completed') as completed
       from ticket where ticket.company_id = now.company_id
     ) as counted
     where company.company_id = now.company_id`,
    [seeds.map(({ companyId }) => companyId), versions],
  )
  return versions
}

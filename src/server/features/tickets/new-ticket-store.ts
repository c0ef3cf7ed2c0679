// New tickets, each with a random free id.

import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { MAX_TICKET_ID, MIN_TICKET_ID, type Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { customersOf } from '#server/features/customers/company-customer-store.ts'
import { batchesOf, ROWS_PER_STATEMENT } from '#server/lib/batches.ts'
import { toJobRows } from './job-store.ts'
import { toPartRow, toRow } from './row-mapper.ts'
import { searchColumnsOf } from './search-store.ts'
import { recordActivity, transitionDetail } from './store.ts'

/**
 * Adds new tickets, at most `ROWS_PER_STATEMENT`, with their job lines, parts and assignments. Their counts follow.
 * `customerIds` are their customers by their ids, if they are known; `idOf` as in `customersOf`.
 */
export async function insertTickets(
  work: UnitOfWork,
  tickets: readonly Ticket[],
  customerIds: ReadonlyMap<number, string> = new Map(),
  idOf?: (ticketId: number) => string,
): Promise<void> {
  const unknown = tickets.filter(({ ticketId }) => !customerIds.has(ticketId))
  const customers = new Map([...customerIds, ...(await customersOf(work, unknown, idOf))])
  work.insert(
    'ticket',
    ...tickets.map(ticket => ({
      ...toRow(ticket),
      companyCustomerId: customers.get(ticket.ticketId) ?? null,
    })),
  )
  const jobs = tickets.flatMap(({ ticketId, jobs }) => toJobRows(ticketId, jobs))
  for (const rows of batchesOf(jobs, ROWS_PER_STATEMENT)) work.insert('job', ...rows)
  const parts = tickets.flatMap(({ ticketId, parts }) =>
    parts.map((part, index) => ({ ticketId, position: index + 1, ...toPartRow(part) })),
  )
  for (const rows of batchesOf(parts, ROWS_PER_STATEMENT)) work.insert('part', ...rows)
  const assignments = tickets.flatMap(({ ticketId, assignedTechs }) =>
    assignedTechs.map(assignment => ({ ticketId, ...assignment })),
  )
  for (const rows of batchesOf(assignments, ROWS_PER_STATEMENT)) work.insert('assignment', ...rows)
  const texts = tickets.map(ticket => ({
    ticketId: ticket.ticketId,
    createdAt: work.now,
    ...searchColumnsOf(ticket),
  }))
  work.insert('ticketSearch', ...texts)
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
 * one. `customerId` is its customer, if one was picked.
 */
export async function addTicket<T extends Ticket>(
  work: UnitOfWork,
  build: (ticketId: number) => T,
  customerId: string | null = null,
): Promise<T> {
  const ticketId = work.attempt === 1 ? randomInt(MIN_TICKET_ID, MAX_TICKET_ID + 1) : await searchFreeId(work)
  if (ticketId === null) throw new Error('This company has used every ticket id.')
  const ticket = build(ticketId)
  await insertTickets(work, [ticket], new Map(customerId === null ? [] : [[ticketId, customerId]]))
  recordActivity(work, ticket, ticket.lastTransition.verb, transitionDetail(ticket))
  return ticket
}

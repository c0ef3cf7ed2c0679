// The work history: written once, readable by anyone with the VIN.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod'
import { isSameCustomer } from '#domain/rigs/same-customer.ts'
import { isSharedVin } from '#domain/rigs/vin.ts'
import type { RecordedTicket } from '#domain/tickets/ticket.ts'
import { type HistoryEntry, toHistoryEntry } from '#domain/work-history/history-entry.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { listTicketsOfOwnRigs } from '#server/features/customers/store.ts'
import { decodeCursor, encodeCursor } from '#server/lib/pagination.ts'

/** Adds a completed ticket to its rig's history; the database allows no later changes. */
export const addEntry = (work: UnitOfWork, ticket: RecordedTicket): Promise<void> =>
  addEntries(work, [ticket], null)

/** Adds completed tickets, one or more; `importedAt`: when the company brought them along. */
export async function addEntries(
  work: UnitOfWork,
  tickets: readonly RecordedTicket[],
  importedAt: Date | null,
  entryOf: (ticket: RecordedTicket) => HistoryEntry = toHistoryEntry,
): Promise<void> {
  const { companyId, timeZone } = work
  const ownRigs = await ownRigsOf(work, tickets)
  const entries = tickets.map(ticket => {
    const entry = entryOf(ticket)
    const ownRig = ownRigs.get(ticket.ticketId) ?? null
    return { ...entry, companyId, timeZone, work: JSON.stringify(entry.work), importedAt, ownRig }
  })
  await work.database.insertInto('workHistory').values(entries).execute()
}

type KnownOwnRig = {
  readonly vin: string
  readonly customer: Parameters<typeof isSameCustomer>[0]
  readonly ownRig: string
}

/**
 * By ticket: which of the company's own rigs it is of, for those whose text is no VIN. The id is the one in the history of
 * an earlier ticket of the same customer, or a new random one: nothing of the customer is in it.
 */
export async function ownRigsOf(
  work: UnitOfWork,
  tickets: readonly RecordedTicket[],
): Promise<ReadonlyMap<number, string>> {
  const own = tickets.filter(({ customerRV: { vin } }) => !isSharedVin(vin))
  if (own.length === 0) return new Map()
  const texts = [...new Set(own.map(({ customerRV: { vin } }) => vin))]
  const isNew = new Set(own.map(({ ticketId }) => ticketId))
  const earlier = (await listTicketsOfOwnRigs(work, texts)).filter(({ ticketId }) => !isNew.has(ticketId))
  // Two queries instead of a join: tickets and histories may be on different machines.
  const rows = await work.database
    .selectFrom('workHistory')
    .select(['ticketId', 'ownRig'])
    .where(
      sql<boolean>`vin = any(${texts}) and ticket_id = any(${earlier.map(({ ticketId }) => ticketId)}::integer[])`,
    )
    .where('companyId', '=', work.companyId)
    .where('ownRig', 'is not', null)
    .execute()
  const idOf = new Map(rows.map(({ ticketId, ownRig }) => [ticketId, ownRig]))
  const known: KnownOwnRig[] = earlier.flatMap(ticket => {
    const ownRig = idOf.get(ticket.ticketId)
    return ownRig ? [{ vin: ticket.vin, customer: ticket, ownRig }] : []
  })
  const found = new Map<number, string>()
  for (const { ticketId, customerRV, customerDetails: customer } of own) {
    const { vin } = customerRV
    const same = known.find(rig => rig.vin === vin && isSameCustomer(rig.customer, customer))
    const ownRig = same?.ownRig ?? randomUUID()
    if (same === undefined) known.push({ vin, customer, ownRig })
    found.set(ticketId, ownRig)
  }
  return found
}

const PAGE_SIZE = 200

/** Where a page of a history ends: when its last visit was completed, in microseconds, its ticket and its company. */
const historyCursor = z.tuple([z.iso.datetime(), z.int32(), z.uuid()])

type HistoryRow = {
  readonly entries: string
  readonly visits: number
  readonly nextAt: string | null
  readonly nextTicket: number | null
  readonly nextCompany: string | null
}

type HistoryPage = {
  readonly vin: string
  readonly at: string | null
  readonly ticket: number | null
  readonly company: string | null
  readonly centsPerUnit: number
}

const historyPage = statement(
  (_, { vin, at, ticket, company, centsPerUnit }: HistoryPage) =>
    sql<HistoryRow>`
      select * from work_history_page(${vin}, ${at}, ${ticket}, ${company}, ${PAGE_SIZE}, ${centsPerUnit})`,
)

/**
 * The rig's newest visits, or those before the cursor, as JSON, newest first; how many they are, and the cursor of the
 * next page, null without one.
 */
export async function findHistory(
  work: UnitOfWork,
  vin: string,
  before: string | undefined,
  centsPerUnit: 1 | 100,
) {
  const [at, ticket, company] =
    before === undefined ? [null, null, null] : decodeCursor(before, historyCursor, 'before')
  const row = await historyPage(work, { vin, at, ticket, company, centsPerUnit }).executeTakeFirst()
  const { entries = '[]', visits = 0, nextAt = null, nextTicket = null, nextCompany = null } = row ?? {}
  const next = nextAt === null ? null : encodeCursor([nextAt, nextTicket, nextCompany])
  return { entries, visits, next }
}

// Past work of a spreadsheet: each visit becomes a completed ticket with its entry in the rig's public history, marked as
// imported.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { isSharedVin } from '#domain/rigs/vin.ts'
import { toVisit } from '#domain/spreadsheet-import/visit.ts'
import {
  firstOf,
  MAX_IMPORTED_VISITS,
  visitKey,
  type WorkRow,
} from '#domain/spreadsheet-import/work-columns.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { listCustomersOf, removeUnusedCustomers } from '#server/features/customers/company-customer-store.ts'
import { removeUnusedOwnRigs } from '#server/features/rigs/store.ts'
import { insertTickets, listFreeIds } from '#server/features/tickets/new-ticket-store.ts'
import { addEntries } from '#server/features/work-history/store.ts'
import { hashUuid } from '#server/lib/hash-uuid.ts'
import { formatPhone } from '#server/lib/phone-format.ts'
import { addRigs } from './spreadsheet-store.ts'
import { addItemsOf, listItemsOf } from './store.ts'

/** Which of these visits are here. */
export async function findImportedKeys(
  work: UnitOfWork,
  keys: readonly string[],
): Promise<ReadonlySet<string | null>> {
  const rows = await work
    .from('ticket')
    .select('importedKey')
    .where(sql<boolean>`imported_key = any(${[...keys]}::uuid[])`)
    .execute()
  return new Set(rows.map(({ importedKey }) => importedKey))
}

/** How many visits of each of these VINs the company has imported. */
export async function countImportedVisits(
  { companyId, database }: UnitOfWork,
  vins: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ vin: string; visits: number }>`
    select vin, count(*)::integer as visits from work_history
    where company_id = ${companyId} and vin = any(${vins}) and imported_at is not null
    group by vin`.execute(database)
  return new Map(rows.map(({ vin, visits }) => [vin, visits]))
}

/** The shared rigs on file with these VINs. */
export async function listKnownRigs(work: UnitOfWork, vins: readonly string[]) {
  const rows = await work.database
    .selectFrom('rig')
    .select(['vin', 'make', 'model', 'year'])
    .where(sql<boolean>`vin = any(${vins.filter(isSharedVin)})`)
    .execute()
  return new Map(rows.map(rig => [rig.vin, rig]))
}

/**
 * Adds those that are not here, at most `MAX_IMPORTED_VISITS` of a VIN, and the rigs that are not on file; returns how
 * many, and how many were left out.
 */
export async function importVisits(
  work: UnitOfWork,
  importId: string,
  visits: readonly { readonly jobs: readonly WorkRow[] }[],
): Promise<{ added: number; rigsAdded: number; leftOut: number }> {
  const byKey = new Map(visits.map(({ jobs }) => [hashUuid(visitKey(jobs)), jobs]))
  const here = await findImportedKeys(work, [...byKey.keys()])
  const fresh = [...byKey].filter(([key]) => !here.has(key))
  const counts = new Map(
    await countImportedVisits(
      work,
      fresh.map(([, jobs]) => firstOf(jobs, 'vin')),
    ),
  )
  const added = fresh.filter(([, jobs]) => {
    const vin = firstOf(jobs, 'vin')
    const count = (counts.get(vin) ?? 0) + 1
    counts.set(vin, count)
    return count <= MAX_IMPORTED_VISITS
  })
  const leftOut = fresh.length - added.length
  if (added.length === 0) return { added: 0, rigsAdded: 0, leftOut }
  const rigs = await listKnownRigs(
    work,
    added.map(([, jobs]) => firstOf(jobs, 'vin')),
  )
  const { by, timeZone, now } = work
  const ids = await listFreeIds(work, added.length)
  const tickets = added.map(([, jobs], index) => {
    const rig = rigs.get(firstOf(jobs, 'vin')) ?? null
    const technicianId = hashUuid(`${work.companyId} ${firstOf(jobs, 'technician')}`)
    const ticketId = ids[index] ?? 0
    const ticket = toVisit(jobs, {
      ticketId,
      rig,
      technicianId,
      createId: randomUUID,
      by,
      timeZone,
      now,
    })
    const { customerDetails } = ticket
    const phone = customerDetails.phone === '' ? '' : formatPhone(customerDetails.phone)
    return { ...ticket, customerDetails: { ...customerDetails, phone } }
  })
  const rigsAdded = await addRigs(
    work,
    importId,
    tickets
      .map(({ customerRV }) => ({ ...customerRV, axleAmount: '' }))
      .filter(({ vin, make, model, year }) => !rigs.has(vin) && make !== '' && model !== '' && year !== ''),
  )
  await insertTickets(work, tickets)
  for (const [index, [importedKey]] of added.entries())
    work.save('ticket', { ticketId: ids[index] ?? 0 }, { importedKey })
  await addEntries(work, tickets, now)
  await addItemsOf(work, importId, { kind: 'ticket', ids: ids.map(String) })
  return { added: added.length, rigsAdded, leftOut }
}

/** Referring tables come first. */
const VISIT_TABLES = ['assignment', 'part', 'job', 'ticketSearch', 'ticket'] as const

/** Removes those that nobody has written about since, and names the others. */
export async function undoVisits(work: UnitOfWork, importId: string) {
  const imported = await work
    .from('ticket')
    .select('vin')
    .where(
      sql<boolean>`ticket_id = any(array(
        select item_id::integer from import_item
        where company_id = ${work.companyId} and import_id = ${importId} and kind = 'ticket'))`,
    )
    .forUpdate()
    .execute()
  const items = await listItemsOf(work, importId, 'ticket')
  const { rows } = await sql<{ id: number }>`
    select id from tickets_of_owners(${items.map(({ id }) => Number(id))}::integer[]) as id`.execute(
    work.database,
  )
  const ofOwners = new Set(rows.map(({ id }) => String(id)))
  const isFree = ({ id, isUntouched }: (typeof items)[number]) => isUntouched && !ofOwners.has(id)
  const tickets = items.filter(isFree).map(({ id }) => Number(id))
  const customers = await listCustomersOf(work, tickets)
  for (const table of VISIT_TABLES)
    await work.remove(table).where(sql<boolean>`ticket_id = any(${tickets}::integer[])`).execute()
  await removeUnusedCustomers(work, customers)
  await removeUnusedOwnRigs(work, [...new Set(imported.map(({ vin }) => vin))])
  return {
    removed: tickets.length,
    tickets,
    remaining: items.filter(item => !isFree(item)).map(({ id }) => `Ticket ${id}`),
  }
}

// Deletes what a run imported, unless people have changed it since or another company uses it. The rest stays, and is
// listed. A company is deleted as a whole, with its people, once nothing of it is left that people have changed.

import { type RawBuilder, sql } from 'kysely'
import { OPERATOR, type Owner } from '#domain/account/actor.ts'
import { isUuid } from '#domain/lib/uuid.ts'
import type { State } from '#domain/tickets/ticket.ts'
import { lockAccount } from '#server/auth/accounts.ts'
import type { Database } from '#server/db/database.ts'
import { runInTransaction, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { listCustomersOf, removeUnusedCustomers } from '#server/features/customers/company-customer-store.ts'
import { type ITEM_KEYS, listFingerprints } from '#server/features/spreadsheet-import/store.ts'
import { imagesOf, locationsOf, type NamedImage, platePhotosOf } from '#server/files/image-columns.ts'
import { withImportLock } from './import-lock.ts'
import { listTablesWith } from './import-store.ts'
import type { ImportContext } from './import-tree.ts'
import { ImportError } from './read-tree.ts'

type Run = { readonly companyId: string; readonly companyName: string; readonly importId: string }
type UndoContext = Pick<ImportContext, 'database' | 'fileJournal' | 'now' | 'print'>

/** Undoes a run. Throws an ImportError if there is none with this id. */
export const undoImport = (context: UndoContext, importId: string): Promise<void> =>
  withImportLock(context.database, async () => {
    const runs = isUuid(importId) ? await listRuns(context.database, importId) : []
    if (runs.length === 0)
      throw new ImportError(
        `There is no run ${importId} that could be undone: it was before, or never came. An import prints the id of its run.`,
      )
    // First the tickets of all companies: afterwards nobody of this run uses the rigs and customers.
    for (const run of runs)
      await withImagesOf(context, run, () =>
        act(context, run, work => deleteTickets(work, run, context.print)),
      )
    for (const run of runs)
      await withImagesOf(context, run, () =>
        act(context, run, async work => {
          await deleteShared(work, run, context.print)
          await deleteCompany(work, run, context.print)
        }),
      )
  })

/** Runs `task`; images that nothing refers to afterwards are deleted. */
async function withImagesOf(
  { database, fileJournal }: UndoContext,
  { companyId }: Run,
  task: () => Promise<void>,
): Promise<void> {
  const { rows } = await sql<NamedImage>`${imagesOf(companyId)}`.execute(database)
  const plates = await sql<NamedImage>`${platePhotosOf(companyId)}`.execute(database)
  await fileJournal.withFileJournal(locationsOf([...rows, ...plates.rows]), task)
}

async function listRuns(database: Database, importId: string): Promise<Run[]> {
  const { rows } = await sql<Run>`
    select company_id, company_name, import_id from import_run join company using (company_id)
    where import_id = ${importId} and source = 'tree' and state = 'done'
    order by company_name, company_id`.execute(database)
  return rows
}

/** Runs `task` as the operator, within the company. */
function act(
  { database, now }: UndoContext,
  { companyId, companyName }: Run,
  task: (work: UnitOfWork) => Promise<void>,
): Promise<void> {
  const actor: Owner = { kind: 'owner', id: companyId, name: companyName, companyId }
  const execution = { actor, actorKey: null, now: now(), timeZone: 'UTC', by: OPERATOR }
  return runInTransaction({ database, publish: () => {} }, execution, 'command', async work => {
    await sql`select set_config('role', 'none', true)`.execute(work.database)
    lockAccount(work, companyId, companyId)
    await task(work)
  })
}

type Item = { readonly id: string; readonly isUntouched: boolean }

/** The items of a kind that are still here, and whether each is as it was written. */
async function listItems(
  work: UnitOfWork,
  { companyId, importId }: Run,
  kind: keyof typeof ITEM_KEYS,
): Promise<Item[]> {
  const { rows: items } = await sql<{ id: string; fingerprint: string }>`
    select item_id as id, fingerprint from import_item
    where company_id = ${companyId} and import_id = ${importId} and kind = ${kind}`.execute(work.database)
  const rows = await listFingerprints(work, { kind, ids: items.map(({ id }) => id) })
  const written = new Map(items.map(({ id, fingerprint }) => [id, fingerprint]))
  return rows.map(({ id, fingerprint }) => ({ id, isUntouched: written.get(id) === fingerprint }))
}

/** Which ids the queries find. Each reads one table: a cluster keeps tables of other keys elsewhere. */
async function listIn(
  database: Database,
  queries: readonly RawBuilder<{ id: string }>[],
): Promise<Set<string>> {
  const used = new Set<string>()
  for (const query of queries) for (const { id } of (await query.execute(database)).rows) used.add(id)
  return used
}

/** Items that nobody changed or uses, and the others. */
function partition(items: readonly Item[], used: ReadonlySet<string>): { free: string[]; left: string[] } {
  const isFree = ({ id, isUntouched }: Item): boolean => isUntouched && !used.has(id)
  return {
    free: items.filter(isFree).map(({ id }) => id),
    left: items.filter(item => !isFree(item)).map(({ id }) => id),
  }
}

const MAX_NAMED = 1000

function nameLeft(ids: readonly string[], nameOf: (id: string) => string, print: UndoContext['print']): void {
  for (const id of ids.slice(0, MAX_NAMED)) print(`Left: ${nameOf(id)}`)
  if (ids.length > MAX_NAMED) print(`Left: … and ${(ids.length - MAX_NAMED).toLocaleString('en-US')} more`)
}

async function deleteTickets(work: UnitOfWork, run: Run, print: UndoContext['print']): Promise<void> {
  const { database, companyId } = work
  const items = await listItems(work, run, 'ticket')
  const all = items.map(({ id }) => Number(id))
  const used = await listIn(database, [
    sql`select ticket_id::text as id from rig_note where company_uuid = ${companyId} and ticket_id = any(${all}::int[])`,
    sql`select from_ticket::text as id from rig_claim where from_company = ${companyId} and from_ticket = any(${all}::int[])`,
  ])
  const { free, left } = partition(items, used)
  const ids = free.map(Number)
  nameLeft(left, id => `ticket ${id} of ${run.companyName}, because it was changed since`, print)
  if (ids.length === 0) return
  const { rows: states } = await sql<{ state: State }>`
    select state from ticket where company_id = ${companyId} and ticket_id = any(${ids}::int[])`.execute(
    database,
  )
  // To no section of the board.
  for (const { state } of states) work.countMovedTicket(state, 'declined')
  await sql`
    delete from invoice_reminder where company_id = ${companyId} and invoice_id in (
      select invoice_id from invoice where company_id = ${companyId} and ticket_id = any(${ids}::int[]))`.execute(
    database,
  )
  const customers = await listCustomersOf(work, ids)
  for (const table of await listTablesWith(database, 'company_id', 'ticket_id'))
    await sql`delete from ${sql.table(table)} where company_id = ${companyId} and ticket_id = any(${ids}::int[])`.execute(
      database,
    )
  await sql`
    delete from imported_record
    where company_id = ${companyId} and kind = 'ticket' and position = any(${ids}::int[])`.execute(database)
  await removeUnusedCustomers(work, customers)
  work.recordChange({ kind: 'company', id: companyId, verb: 'company.take-back', card: null })
}

/** Deletes rigs and customers that nobody uses. */
async function deleteShared(work: UnitOfWork, run: Run, print: UndoContext['print']): Promise<void> {
  const { database } = work
  const rigs = await listItems(work, run, 'rig')
  const vins = rigs.map(({ id }) => id)
  const ofTable = (table: string, column: string, ids: RawBuilder<unknown>) =>
    sql<{ id: string }>`
      select distinct ${sql.ref(column)}::text as id from ${sql.table(table)} where ${sql.ref(column)} = any(${ids})`
  const driven = await listIn(
    database,
    ['ticket', 'work_history', 'rig_claim'].map(table => ofTable(table, 'vin', sql`${vins}`)),
  )
  const { free: freeRigs, left: leftRigs } = partition(rigs, driven)
  nameLeft(leftRigs, vin => `rig ${vin}, because it is used or was changed since`, print)
  await sql`delete from rig where vin = any(${freeRigs})`.execute(database)
  await sql`
    delete from own_rig o
    where o.company_id = ${work.companyId}
      and not exists (select from ticket t where t.company_id = o.company_id and t.vin = o.vin)
      and not exists (select from booking b where b.company_id = o.company_id and b.vin = o.vin)`.execute(
    database,
  )
  const customers = await listItems(work, run, 'customer')
  const uuids = sql`${customers.map(({ id }) => id)}::uuid[]`
  const served = await listIn(database, [
    ofTable('ticket', 'customer_uuid', uuids),
    ofTable('rig', 'customer_uuid', uuids),
    ofTable('own_rig', 'customer_uuid', uuids),
    ofTable('auth_user', 'id', uuids),
  ])
  const { free, left } = partition(customers, served)
  nameLeft(left, id => `customer ${id}, because a rig or a ticket of theirs stays`, print)
  await sql`delete from customer where customer_uuid = any(${free}::uuid[])`.execute(database)
}

/** Deletes the company with its people if nothing of it was added or changed; otherwise only notes that it was undone. */
async function deleteCompany(work: UnitOfWork, run: Run, print: UndoContext['print']): Promise<void> {
  const { database, companyId, now } = work
  const { importId, companyName } = run
  const items = [...(await listItems(work, run, 'company')), ...(await listItems(work, run, 'employee'))]
  const { rows: counts } = await sql<{ tickets: number; employees: number }>`
    select (select count(*) from ticket where company_id = ${companyId}) as tickets,
           (select count(*) from employee where company_id = ${companyId}) as employees`.execute(database)
  const [count] = counts
  const isUntouched =
    items.every(item => item.isUntouched) && count?.tickets === 0 && count.employees === items.length - 1
  if (!isUntouched) {
    work.save('importRun', { importId }, { state: 'undone', undoneAt: now })
    print(`Left: ${companyName} with its people, because there is new work`)
    return
  }
  const { rows: accounts } = await sql<{ id: string }>`
    select account_id as id from account_company where company = ${companyId}`.execute(database)
  for (const table of await listTablesWith(database, 'company_id'))
    await sql`delete from ${sql.table(table)} where company_id = ${companyId}`.execute(database)
  await sql`delete from auth_user where id = any(${accounts.map(({ id }) => id)}::uuid[])`.execute(database)
  print(`Took back ${companyName}.`)
}

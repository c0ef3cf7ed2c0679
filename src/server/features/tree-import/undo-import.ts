// Deletes what a run imported, unless people have changed it since or another company uses it. The rest stays, and is
// listed. A company is deleted as a whole, with its people, once nothing of it is left that people have changed.

import { type RawBuilder, sql } from 'kysely'
import { OPERATOR, type Owner } from '#domain/account/actor.ts'
import { isUuid } from '#domain/lib/uuid.ts'
import type { State } from '#domain/tickets/ticket.ts'
import { lockAccount } from '#server/auth/accounts.ts'
import { DISTRIBUTION } from '#server/db/citus-distribution.ts'
import type { Database } from '#server/db/database.ts'
import { runInTransaction, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { FINGERPRINTS } from '#server/features/import/store.ts'
import { imageIdOf } from '#server/files/file-keys.ts'
import { withImportLock } from './import-lock.ts'
import type { ImportContext } from './import-tree.ts'
import { ImportError } from './read-tree.ts'

type Run = { readonly companyId: string; readonly companyName: string; readonly importId: string }
type UndoContext = Pick<ImportContext, 'database' | 'fileReconciler' | 'now' | 'print'>

/** Undoes a run. Throws an ImportError if there is none with this id. */
export const undoImport = (context: UndoContext, importId: string): Promise<void> =>
  withImportLock(context.database, async () => {
    const runs = isUuid(importId) ? await listRuns(context.database, importId) : []
    if (runs.length === 0)
      throw new ImportError(
        `There is no run ${importId} that could be undone. An import prints the id of its run.`,
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
  { database, fileReconciler }: UndoContext,
  { companyId }: Run,
  task: () => Promise<void>,
): Promise<void> {
  const { rows } = await sql<{ ticketId: number | null; bookingId: string | null; image: string }>`
    select null::int as ticket_id, null as booking_id, image_url as image from company
      where company_id = ${companyId} and image_url is not null
    union all
    select ticket_id, null, unnest(array_remove(array[profile_image_url, rv_image], null)) from ticket
      where company_id = ${companyId}
    union all
    select ticket_id, booking_id::text, photo_id::text from photo where company_id = ${companyId}`.execute(
    database,
  )
  const locations = rows.map(({ image, ...location }) => ({
    ...location,
    companyId,
    imageId: imageIdOf(image) ?? image,
  }))
  await fileReconciler.withFileJournal(locations, task)
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

/** The items of a kind, and whether each is as it was written. */
const itemsOf = (
  run: Run,
  kind: keyof typeof FINGERPRINTS,
  key: RawBuilder<unknown>,
  isFree: RawBuilder<unknown>,
) => sql<{
  id: string
  isUntouched: boolean
}>`
  select i.item_id as id, i.fingerprint = ${FINGERPRINTS[kind]} and ${isFree} as is_untouched
  from import_item i join ${sql.table(kind)} as item on ${key}::text = i.item_id
  where i.company_id = ${run.companyId} and i.import_id = ${run.importId} and i.kind = ${kind}`

const MAX_NAMED = 1000

function nameLeft(ids: readonly string[], nameOf: (id: string) => string, print: UndoContext['print']): void {
  for (const id of ids.slice(0, MAX_NAMED)) print(`Left: ${nameOf(id)}`)
  if (ids.length > MAX_NAMED) print(`Left: … and ${(ids.length - MAX_NAMED).toLocaleString('en-US')} more`)
}

/** Referring tables come first. */
const TICKET_TABLES = [
  'clock_session',
  'assignment',
  'part',
  'photo',
  'job',
  'ticket_search',
  'ticket_message',
  'ticket_hold',
  'work_history',
  'ticket',
]

async function deleteTickets(work: UnitOfWork, run: Run, print: UndoContext['print']): Promise<void> {
  const { database, companyId } = work
  const isFree = sql`item.company_id = i.company_id
    and not exists (select from rig_note n where n.company_uuid = item.company_id and n.ticket_id = item.ticket_id)
    and not exists (select from rig_claim c where c.from_company = item.company_id and c.from_ticket = item.ticket_id)`
  const key = sql`item.company_id = i.company_id and item.ticket_id`
  const { rows } = await itemsOf(run, 'ticket', key, isFree).execute(database)
  const ids = rows.filter(({ isUntouched }) => isUntouched).map(({ id }) => Number(id))
  nameLeft(
    rows.filter(({ isUntouched }) => !isUntouched).map(({ id }) => id),
    id => `ticket ${id} of ${run.companyName}, because somebody has worked on it since`,
    print,
  )
  if (ids.length === 0) return
  const { rows: states } = await sql<{ state: State }>`
    select state from ticket where company_id = ${companyId} and ticket_id = any(${ids}::int[])`.execute(
    database,
  )
  // To no section of the board.
  for (const { state } of states) work.countMovedTicket(state, 'declined')
  for (const table of TICKET_TABLES)
    await sql`delete from ${sql.table(table)} where company_id = ${companyId} and ticket_id = any(${ids}::int[])`.execute(
      database,
    )
  await sql`
    delete from carried_record
    where company_id = ${companyId} and kind = 'ticket' and position = any(${ids}::int[])`.execute(database)
  work.recordChange({ kind: 'company', id: companyId, verb: 'company.take-back', card: null })
}

/** Deletes rigs and customers that nobody uses. */
async function deleteShared(work: UnitOfWork, run: Run, print: UndoContext['print']): Promise<void> {
  const { database } = work
  const isRigFree = sql`not exists (select from ticket t where t.vin = item.vin)
    and not exists (select from work_history h where h.vin = item.vin)
    and not exists (select from rig_claim c where c.vin = item.vin)`
  const { rows: rigs } = await itemsOf(run, 'rig', sql`item.vin`, isRigFree).execute(database)
  const free = (rows: readonly { id: string; isUntouched: boolean }[]) =>
    rows.filter(({ isUntouched }) => isUntouched).map(({ id }) => id)
  const left = (rows: readonly { id: string; isUntouched: boolean }[]) =>
    rows.filter(({ isUntouched }) => !isUntouched).map(({ id }) => id)
  nameLeft(left(rigs), vin => `rig ${vin}, because it is used or was changed since`, print)
  await sql`delete from rig where vin = any(${free(rigs)})`.execute(database)
  const isCustomerFree = sql`not exists (select from ticket t where t.customer_uuid = item.customer_uuid)
    and not exists (select from rig r where r.customer_uuid = item.customer_uuid)
    and not exists (select from auth_user u where u.id = item.customer_uuid)`
  const { rows: customers } = await itemsOf(run, 'customer', sql`item.customer_uuid`, isCustomerFree).execute(
    database,
  )
  nameLeft(left(customers), id => `customer ${id}, because a rig or a ticket of theirs stays`, print)
  await sql`delete from customer where customer_uuid = any(${free(customers)}::uuid[])`.execute(database)
}

/** Deletes the company with its people if nothing of it was added or changed; otherwise only notes that it was undone. */
async function deleteCompany(work: UnitOfWork, run: Run, print: UndoContext['print']): Promise<void> {
  const { database, companyId, now } = work
  const { importId, companyName } = run
  const ofCompany = sql`item.company_id = i.company_id`
  const people = await Promise.all([
    itemsOf(run, 'company', sql`item.company_id`, ofCompany).execute(database),
    itemsOf(run, 'employee', sql`item.employee_id`, ofCompany).execute(database),
  ])
  const items = people.flatMap(({ rows }) => rows)
  const { rows: counts } = await sql<{ tickets: number; employees: number }>`
    select (select count(*) from ticket where company_id = ${companyId}) as tickets,
           (select count(*) from employee where company_id = ${companyId}) as employees`.execute(database)
  const [count] = counts
  const isUntouched =
    items.every(item => item.isUntouched) && count?.tickets === 0 && count.employees === items.length - 1
  if (!isUntouched) {
    await work
      .update('importRun')
      .set({ state: 'undone', undoneAt: now })
      .where('importId', '=', importId)
      .execute()
    print(`Left: ${companyName} with its people, because somebody has worked there since`)
    return
  }
  const tables = Object.keys(DISTRIBUTION)
    .filter(table => DISTRIBUTION[table] === 'company_id' && table !== 'company')
    .reverse()
  const { rows: accounts } = await sql<{ id: string }>`
    select account_id as id from account_company where company = ${companyId}`.execute(database)
  for (const table of [...tables, 'email_outbox', 'push_outbox', 'sign_in', 'directory', 'company'])
    await sql`delete from ${sql.table(table)} where company_id = ${companyId}`.execute(database)
  await sql`delete from auth_user where id = any(${accounts.map(({ id }) => id)}::uuid[])`.execute(database)
  print(`Took back ${companyName}.`)
}

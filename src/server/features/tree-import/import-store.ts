// Runs of imports of trees, and what each brought, in the database.

import { sql } from 'kysely'
import { OPERATOR } from '#domain/account/actor.ts'
import type { Database } from '#server/db/database.ts'
import { DISTRIBUTION } from '#server/db/schema.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { addItemsOf, FINGERPRINTS } from '#server/features/spreadsheet-import/store.ts'

export type NewRun = {
  readonly importId: string
  readonly fileName: string
  readonly fileHash: string
  readonly rowCount: number
  readonly report: unknown
  readonly startedAt: Date
}

export const addRun = (work: UnitOfWork, { report, ...run }: NewRun): void =>
  work.insert('importRun', {
    ...run,
    startedBy: OPERATOR.id,
    startedByName: OPERATOR.name,
    source: 'tree',
    state: 'done',
    rowsDone: run.rowCount,
    report: JSON.stringify(report),
    finishedAt: work.now,
    undoneAt: null,
  })

/**
 * Notes what this run brought: rigs and customers as they are added, and at the end the company with its employees and
 * tickets; a visit's entry goes with its ticket.
 */
export async function addItems(
  work: UnitOfWork,
  importId: string,
  shared?: { readonly kind: 'rig' | 'customer'; readonly ids: readonly string[] },
): Promise<void> {
  const { companyId, database } = work
  if (shared !== undefined) {
    await addItemsOf(work, importId, shared)
    return
  }
  for (const kind of ['company', 'employee', 'ticket'] as const)
    await sql`
      insert into import_item (company_id, import_id, kind, item_id, fingerprint)
      select ${companyId}, ${importId}, ${kind}, item.${sql.raw(`${kind}_id`)}, ${FINGERPRINTS[kind]}
      from ${sql.table(kind)} as item where item.company_id = ${companyId}`.execute(database)
}

/** The tables with all of these columns; referring ones come first. */
export async function listTablesWith(database: Database, ...columns: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = any(${columns})
    group by 1 having count(*) = ${columns.length}`.execute(database)
  const names = new Set(rows.map(({ name }) => name))
  return Object.keys(DISTRIBUTION)
    .filter(table => names.has(table))
    .reverse()
}

/**
 * For the transaction that fills these tables: until it ends nobody else can see their rows, and PostgreSQL checks each
 * key against tables that it believes empty, by an index that has all of a company's tickets.
 */
export async function analyzeTables(work: UnitOfWork): Promise<void> {
  const tables = ['rig', 'customer', ...(await listTablesWith(work.database, 'company_id', 'ticket_id'))]
  await sql`analyze ${sql.join(tables.map(table => sql.table(table)))}`.execute(work.database)
}

/** Whose these tickets are. */
export async function saveCustomersOfTickets(
  work: UnitOfWork,
  served: readonly { readonly ticketId: number; readonly customerUuid: string }[],
): Promise<void> {
  const ticketIds = served.map(({ ticketId }) => ticketId)
  const customers = served.map(({ customerUuid }) => customerUuid)
  await sql`
    update ticket set customer_uuid = served.customer_uuid
    from unnest(${ticketIds}::integer[], ${customers}::uuid[]) as served (ticket_id, customer_uuid)
    where ticket.company_id = ${work.companyId} and ticket.ticket_id = served.ticket_id`.execute(
    work.database,
  )
}

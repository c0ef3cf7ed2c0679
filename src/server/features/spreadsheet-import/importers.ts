// What a spreadsheet's rows become, and how that is undone, by what the spreadsheet holds.

import { sql } from 'kysely'
import { type CustomerRow, isSharedRig } from '#domain/spreadsheet-import/customer-columns.ts'
import { type EmployeeRow, toEmployee } from '#domain/spreadsheet-import/employee-columns.ts'
import type { SpreadsheetKind } from '#domain/spreadsheet-import/import-run.ts'
import type { WorkRow } from '#domain/spreadsheet-import/work-columns.ts'
import { listEmailsInUse, listUnusedAccounts, lockAccount } from '#server/auth/accounts.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { createEmployee, deleteEmployee, getEmployee } from '#server/features/employees/store.ts'
import { addImportedCustomers, removeImportedCustomers } from '#server/features/imported-customers/store.ts'
import { importVisits, undoVisits } from './imported-visits.ts'
import { addRigs } from './spreadsheet-store.ts'
import { addItemsOf, listItemsOf } from './store.ts'

// Employees of a spreadsheet: each is registered as by the form, but without a password.

/** Registers those whose email is free, and returns how many. */
async function importEmployees(
  work: UnitOfWork,
  importId: string,
  rows: readonly EmployeeRow[],
): Promise<number> {
  const byEmail = new Map(rows.map(row => [row.email, row]))
  const inUse = await listEmailsInUse(work, [], [...byEmail.keys()])
  const ids: string[] = []
  for (const [email, row] of byEmail)
    if (!inUse.has(email)) ids.push(await createEmployee(work, toEmployee(row), null))
  await addItemsOf(work, importId, { kind: 'employee', ids })
  return ids.length
}

/** Those whom a row of the company names, in whatever table: one on a ticket, planned for one, or on a clock session. */
async function listBusy(
  { companyId, database }: UnitOfWork,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and udt_name = 'uuid' and column_name <> 'company_id'
      and has_column_privilege(table_name::regclass, column_name, 'select')
      and table_name <> 'employee' and table_name in (
        select table_name from information_schema.columns
        where table_schema = 'public' and column_name = 'company_id')`.execute(database)
  const named = columns.map(
    ({ table, column }) => sql`
      select ${sql.ref(column)} as id from ${sql.table(table)}
      where company_id = ${companyId} and ${sql.ref(column)} = any(${[...ids]}::uuid[])`,
  )
  const { rows } = await sql<{ id: string }>`${sql.join(named, sql` union `)}`.execute(database)
  return new Set(rows.map(({ id }) => id))
}

/** Deletes those whom nobody has used or changed since, and names the others. */
async function undoEmployees(work: UnitOfWork, importId: string) {
  for (const { id } of await listItemsOf(work, importId, 'employee')) lockAccount(work, id)
  const items = await listItemsOf(work, importId, 'employee')
  const ids = items.map(({ id }) => id)
  const unused = await listUnusedAccounts(work, ids)
  const busy = await listBusy(work, ids)
  const remaining: string[] = []
  for (const { id, name, isUntouched } of items)
    if (isUntouched && unused.has(id) && !busy.has(id))
      await deleteEmployee(work, await getEmployee(work, id))
    else remaining.push(name)
  return { removed: items.length - remaining.length, remaining }
}

type Importer = {
  /** Adds what is not here yet. The rows are as the kind's procedure has checked them. */
  readonly addRows: (
    work: UnitOfWork,
    importId: string,
    rows: readonly unknown[],
  ) => Promise<{ added: number; rigsAdded: number; leftOut?: number }>
  /** Removes what nobody has used since, and names the rest; `tickets` leave entries in the work history. */
  readonly undo: (
    work: UnitOfWork,
    importId: string,
  ) => Promise<{ removed: number; remaining: readonly string[]; tickets?: readonly number[] }>
}

export const IMPORTERS: Readonly<Record<SpreadsheetKind, Importer>> = {
  customers: {
    addRows: async (work, importId, rows) => {
      const customers = rows as readonly CustomerRow[]
      return {
        added: await addImportedCustomers(work, importId, customers),
        rigsAdded: await addRigs(work, importId, customers.filter(isSharedRig)),
      }
    },
    undo: async (work, importId) => ({
      removed: await removeImportedCustomers(work, importId),
      remaining: [],
    }),
  },
  employees: {
    addRows: async (work, importId, rows) => ({
      added: await importEmployees(work, importId, rows as readonly EmployeeRow[]),
      rigsAdded: 0,
    }),
    undo: undoEmployees,
  },
  work: {
    addRows: (work, importId, rows) =>
      importVisits(work, importId, rows as readonly { readonly jobs: readonly WorkRow[] }[]),
    undo: undoVisits,
  },
}

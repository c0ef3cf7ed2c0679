// Employees of a spreadsheet: each is registered as by the form, but without a password.

import { sql } from 'kysely'
import { type EmployeeRow, toEmployee } from '#domain/import/employee-columns.ts'
import { listEmailsInUse, listUnusedAccounts, lockAccount } from '#server/auth/accounts.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { createEmployee, deleteEmployee, getEmployee } from '#server/features/employees/store.ts'
import { addItemsOf, listItemsOf } from './store.ts'

/** Registers those whose email is free, and returns how many. */
export async function importEmployees(
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

/** Those who are on a ticket, or planned for one. */
async function listBusy(
  { companyId, database }: UnitOfWork,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const is = (column: string) =>
    sql`company_id = ${companyId} and ${sql.ref(column)} = any(${[...ids]}::uuid[])`
  const { rows } = await sql<{ id: string }>`
    select uuid as id from assignment where ${is('uuid')}
    union select uuid from planned_assignment where ${is('uuid')}
    union select technician_id from clock_session where ${is('technician_id')}
    union select assigned_technician from ticket where ${is('assigned_technician')}`.execute(database)
  return new Set(rows.map(({ id }) => id))
}

/** Deletes those whom nobody has used or changed since, and names the others. */
export async function undoEmployees(work: UnitOfWork, importId: string) {
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

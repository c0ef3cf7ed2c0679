import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { ADDENDUM_ERASURE } from '#server/features/addenda/tables.ts'
import { COMPANY_ERASURE } from '#server/features/companies/tables.ts'
import { FORGOTTEN } from '#server/features/customer-erasure/store.ts'
import { PHOTO_ERASURE } from '#server/features/photos/tables.ts'
import { JOB_ERASURE, TICKET_ERASURE } from '#server/features/tickets/tables.ts'
import { TEMPLATE } from '../../../../test/support/global-setup.ts'
import { EMPTIED_TABLES, RETAINED_TABLES } from './company-data-store.ts'

/** The columns of every table, without generated ones. */
async function listColumns(): Promise<readonly { readonly table: string; readonly name: string }[]> {
  const client = new pg.Client({ ...inject('postgres').connection, database: TEMPLATE })
  await client.connect()
  const { rows } = await client.query(
    `select table_name as table, column_name as name from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'`,
  )
  await client.end()
  return rows
}

/** The card of the public list is removed by itself; what was done to a rig stays with it. */
const HANDLED_OTHERWISE = ['directory', 'work_history']

const columnName = (name: string): string => name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

test.each<[string, { readonly retained: readonly string[]; readonly erased: object }]>([
  ['company', COMPANY_ERASURE],
  ['ticket', TICKET_ERASURE],
  ['job', JOB_ERASURE],
  ['photo', PHOTO_ERASURE],
  ['addendum', ADDENDUM_ERASURE],
  ...FORGOTTEN.map(erasure => [columnName(erasure.table), erasure] as never),
])(
  'every column of a retained %s is declared: what a deleted company or a forgotten customer leaves is no accident',
  async (table, erasure) => {
    const columns = (await listColumns()).filter(column => column.table === table)
    const declared = [...erasure.retained, ...Object.keys(erasure.erased)].map(columnName)
    expect(declared.sort()).toEqual(columns.map(({ name }) => name).sort())
  },
)

test('every table with rows of a company is emptied when the company is deleted, or it is known why not', async () => {
  const tables = (await listColumns()).filter(({ name }) => name === 'company_id').map(({ table }) => table)
  const known = [...EMPTIED_TABLES, ...RETAINED_TABLES, ...HANDLED_OTHERWISE]
  expect(tables.filter(table => !known.includes(table))).toEqual([])
})

/** Of these tables the rows of a forgotten customer are deleted, or changed by their own code. */
const WITHOUT_FORGOTTEN = [
  ...['customer', 'imported_customer', 'customer_exemption', 'import_chunk', 'email_outbox', 'push_outbox'],
  'ticket_search',
]
/** These are of companies, of their people and what they wrote, of accounts, or of rigs. */
const OF_OTHERS = [
  ...['company', 'directory', 'employee', 'auth_user', 'sign_in', 'founder_email'],
  ...['addendum', 'assignment', 'hand_over', 'rig_note'],
]

test('every table that may say who a customer is is known to forgetting', async () => {
  const known = [...FORGOTTEN.map(({ table }) => columnName(table)), ...WITHOUT_FORGOTTEN, ...OF_OTHERS]
  const personal =
    /^(first_name|last_name|customer_name|typed_name|phone|.*email|address|latitude|campground|text|words|recipient)$/
  const tables = (await listColumns()).filter(({ name }) => personal.test(name)).map(({ table }) => table)
  expect([...new Set(tables)].filter(table => !known.includes(table))).toEqual([])
})

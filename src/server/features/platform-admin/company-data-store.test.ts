import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { ADDENDUM_ERASURE } from '#server/features/addenda/tables.ts'
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

test.each([
  ['ticket', TICKET_ERASURE],
  ['job', JOB_ERASURE],
  ['photo', PHOTO_ERASURE],
  ['addendum', ADDENDUM_ERASURE],
])(
  'every column of a retained %s is declared: what a deleted company leaves is no accident',
  async (table, erasure) => {
    const columns = (await listColumns()).filter(column => column.table === table)
    const declared = [...erasure.retained, ...Object.keys(erasure.erased)].map(name =>
      name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
    )
    expect(declared.sort()).toEqual(columns.map(({ name }) => name).sort())
  },
)

test('every table with rows of a company is emptied when the company is deleted, or it is known why not', async () => {
  const tables = (await listColumns()).filter(({ name }) => name === 'company_id').map(({ table }) => table)
  const known = [...EMPTIED_TABLES, ...RETAINED_TABLES, ...HANDLED_OTHERWISE]
  expect(tables.filter(table => !known.includes(table))).toEqual([])
})

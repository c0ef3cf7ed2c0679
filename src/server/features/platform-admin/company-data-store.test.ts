import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { ADDENDUM_ERASURE } from '#server/features/addenda/tables.ts'
import { PHOTO_ERASURE } from '#server/features/photos/tables.ts'
import { JOB_ERASURE, TICKET_ERASURE } from '#server/features/tickets/tables.ts'
import { TEMPLATE } from '../../../../test/support/global-setup.ts'

test.each([
  ['ticket', TICKET_ERASURE],
  ['job', JOB_ERASURE],
  ['photo', PHOTO_ERASURE],
  ['addendum', ADDENDUM_ERASURE],
])(
  'every column of a retained %s is declared: what a deleted company leaves is no accident',
  async (table, erasure) => {
    const client = new pg.Client({ ...inject('postgres').connection, database: TEMPLATE })
    await client.connect()
    const { rows } = await client.query(
      `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    )
    await client.end()
    const declared = [...erasure.retained, ...Object.keys(erasure.erased)].map(name =>
      name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
    )
    expect(declared.sort()).toEqual(rows.map(({ name }) => name).sort())
  },
)

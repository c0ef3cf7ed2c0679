import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { schemaSql, schemaTypes } from '../../../test/support/describe-schema.ts'
import { TEMPLATE } from '../../../test/support/global-setup.ts'

// `npm run schema` writes both files anew.

async function describe(by: (client: pg.Client) => Promise<string>): Promise<string> {
  const client = new pg.Client({ ...inject('postgres').connection, database: TEMPLATE })
  await client.connect()
  try {
    return await by(client)
  } finally {
    await client.end()
  }
}

test('schema.sql says what the migrations make', async () => {
  await expect(await describe(schemaSql)).toMatchFileSnapshot('schema.sql')
})

test('schema.ts has the types of what the migrations make', async () => {
  await expect(await describe(schemaTypes)).toMatchFileSnapshot('schema.ts')
})

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../test/support/test-app.ts'
import { createDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migration-files.ts'

// What 077 makes of rigs that all companies shared under texts that are no VIN.

const [ELKHART, AUSTIN, JUNE, HAROLD] = Array.from({ length: 4 }, () => randomUUID())
const AT = '2025-11-20T12:00:00Z'
const VIN = '1UJBJ0BN8M17X0042'

const EMPTY: Readonly<Record<string, string>> = {
  boolean: 'false',
  uuid: randomUUID(),
  jsonb: '{}',
  ARRAY: '{}',
  'timestamp with time zone': AT,
  text: '',
}

/** Inserts a row; what else is required is empty, or 0. */
async function put(client: pg.Client, table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const { rows } = await client.query(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_nullable = 'NO' and column_default is null
       and is_generated = 'NEVER'`,
    [table],
  )
  const all = { ...Object.fromEntries(rows.map(({ name, type }) => [name, EMPTY[type] ?? '0'])), ...row }
  const columns = Object.keys(all)
  await client.query(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(all),
  )
}

test('rigs under texts that are no VIN become those of their companies, by customer, and are claimed no more', async () => {
  const connection = await freshDatabase('template0')
  const { database, close } = createDatabase(connection, () => {})
  await migrate(database, { steps: migrations.filter(({ name }) => name < '077') })
  const client = new pg.Client(connection)
  await client.connect()
  // Only what the migration reads.
  await client.query(`set session_replication_role = 'replica'`)
  const rig = { make: 'Airstream', model: 'Argosy', year: '1974' }
  for (const company_id of [ELKHART, AUSTIN]) await put(client, 'company', { company_id })
  await put(client, 'rig', { vin: 'NONE', ...rig, customer_uuid: JUNE, assigned: true })
  await put(client, 'rig', { vin: VIN, ...rig, customer_uuid: JUNE, assigned: true })
  const tickets = [
    { company_id: ELKHART, ticket_id: 100_001, customer_uuid: JUNE, first_name: 'June' },
    { company_id: ELKHART, ticket_id: 100_002, customer_uuid: JUNE, first_name: 'June' },
    { company_id: ELKHART, ticket_id: 100_003, customer_uuid: HAROLD, first_name: 'Harold' },
    { company_id: AUSTIN, ticket_id: 100_001, customer_uuid: null, first_name: 'Ruth', make: 'Tiffin' },
  ]
  for (const ticket of tickets) {
    const transitioned_at = AT
    await put(client, 'ticket', { ...rig, vin: 'NONE', state: 'recorded', transitioned_at, ...ticket })
    const { company_id, ticket_id } = ticket
    await put(client, 'work_history', { vin: 'NONE', company_id, ticket_id, completed_timestamp: AT })
  }
  await put(client, 'work_history', { vin: VIN, company_id: ELKHART, ticket_id: 100_009 })
  for (const vin of ['NONE', VIN])
    await put(client, 'rig_claim', { claim_id: randomUUID(), vin, account_id: JUNE, how: 'code' })
  await client.query(`set session_replication_role = 'origin'`)

  await migrate(database)

  const rowsOf = async (query: string) => (await client.query(query)).rows
  expect(await rowsOf('select vin from rig')).toEqual([{ vin: VIN }])
  const own = await rowsOf('select company_id, vin, make, customer_uuid, assigned from own_rig')
  expect(own).toHaveLength(2)
  expect(own).toContainEqual({
    ...{ company_id: ELKHART, vin: 'NONE', make: 'Airstream' },
    ...{ customer_uuid: JUNE, assigned: true },
  })
  expect(own).toContainEqual({
    ...{ company_id: AUSTIN, vin: 'NONE', make: 'Tiffin' },
    ...{ customer_uuid: AUSTIN, assigned: false },
  })
  const entries = await rowsOf('select vin, company_id, ticket_id, own_rig from work_history')
  const ownRigOf = (company: string | undefined, ticket: number) =>
    entries.find(({ company_id, ticket_id }) => company_id === company && ticket_id === ticket)?.own_rig
  expect(ownRigOf(ELKHART, 100_001)).toBe(ownRigOf(ELKHART, 100_002))
  const different = [ownRigOf(ELKHART, 100_001), ownRigOf(ELKHART, 100_003), ownRigOf(AUSTIN, 100_001)]
  expect(new Set(different).size).toBe(3)
  expect(different).not.toContain(null)
  expect(ownRigOf(ELKHART, 100_009)).toBeNull()
  expect(await rowsOf('select vin, end_reason from rig_claim order by vin')).toEqual([
    { vin: VIN, end_reason: null },
    { vin: 'NONE', end_reason: 'no-vin' },
  ])
  await client.end()
  await close()
}, 120_000)

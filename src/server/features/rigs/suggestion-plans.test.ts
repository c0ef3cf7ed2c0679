import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('VIN suggestions use the index in its order, for any number of rigs', async () => {
  await sql`insert into rig (vin, make, model, year, customer_uuid, assigned, added_at)
    select 'ZZABCDEFGHJ' || lpad(n::text, 6, '0'), '', '', '', gen_random_uuid(), false, now()
    from generate_series(1, 20000) n`.execute(app.database)
  await sql`analyze rig`.execute(app.database)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select vin from rig
    where vin ~>=~ 'ZZABCDEFGHJ001' and vin ~<~ ${sql.lit('ZZABCDEFGHJ001\u{10FFFF}')} order by vin using ~<~ limit 5`.execute(
    app.database,
  )
  const plan = rows.map(row => Object.values(row)[0]).join('\n')
  expect(plan).toContain('rig_prefix')
  expect(plan).not.toContain('Sort')
  const suggested = await app.as('walt').rigs.suggest({ starts: 'ZZABCDEFGHJ00010' })
  expect(suggested.map(({ vin }) => vin)).toEqual([
    'ZZABCDEFGHJ000100',
    'ZZABCDEFGHJ000101',
    'ZZABCDEFGHJ000102',
    'ZZABCDEFGHJ000103',
    'ZZABCDEFGHJ000104',
  ])
})

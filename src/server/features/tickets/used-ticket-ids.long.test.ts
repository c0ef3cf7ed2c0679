import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const create = (person: 'dana' | 'walt' | 'ray' = 'dana') =>
  app.as(person).tickets.create({ ...june, jobs: [] })

/** Uses every ticket id of Bluebonnet's but these. */
async function useAllBut(free: readonly number[]): Promise<void> {
  await app.database.transaction().execute(async transaction => {
    // Indexes and foreign keys of 900,000 rows are not tested here.
    for (const index of ['board', 'technician', 'customer', 'address', 'email'])
      await sql`drop index ${sql.id(`ticket_${index}`)}`.execute(transaction)
    await sql`set local session_replication_role = replica`.execute(transaction)
    for (let first = 100_000; first < 1_000_000; first += 100_000)
      await sql`
      insert into ticket (company_id, ticket_id, state, first_name, last_name, email, phone, vin, make, model, year,
                          transition, transitioned_by, transitioned_by_name, transitioned_at, card)
      select ${app.ids.dana}, id, 'declined', '', '', '', '', '', '', '', '', 'create', '', '', now(), '{}'
      from generate_series(${first}::int, ${first + 99_999}::int) id where id <> all(${[...free]}::int[])
    `.execute(transaction)
    await sql`analyze ticket`.execute(transaction)
  })
}

describe('a company that has used most of its ids', () => {
  const FREE = [100_000, 512_345, 999_999]
  beforeAll(() => useAllBut(FREE))

  test('still gets the last ones, different ones at the same moment', async () => {
    const [first, second] = await Promise.all([create('dana'), create('walt')])
    const { ticketId: third } = await create()
    expect([first.ticketId, second.ticketId, third].sort()).toEqual(FREE)
  })

  test('gets a message when none is left, and nothing else changes', async () => {
    const before = await sql`select count(*) from change_log`.execute(app.database)
    // Background jobs may have met the lock of the many rows.
    app.loggedErrors.length = 0
    const refusal = await errorOf(create())
    expect(refusal).toMatchObject({ code: 'INTERNAL_SERVER_ERROR', status: 500 })
    expect(refusal.message).toMatch(/^Something failed on our side and nothing was changed\./)
    expect(app.loggedErrors.map(({ error }) => String(error))).toEqual([
      'Error: This company has used every ticket id.',
    ])
    expect((await sql`select count(*) from change_log`.execute(app.database)).rows).toEqual(before.rows)
  })

  test("uses none of another company's", async () => {
    await expect(create('ray')).resolves.toMatchObject({ ticketId: expect.any(Number) })
  })
})

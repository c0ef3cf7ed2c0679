import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('ticket ids have six digits, and a hundred tickets have a hundred of them', async () => {
  const created = await Promise.all(
    Array.from({ length: 100 }, () => app.as('dana').tickets.create({ ...june, jobs: [] })),
  )
  const ids = created.map(({ ticketId }) => ticketId)
  expect(new Set(ids).size).toBe(100)
  for (const id of ids) expect(id >= 100_000 && id <= 999_999).toBe(true)
  const { rows } = await sql<{ spread: number }>`select stddev(ticket_id)::int as spread from ticket`.execute(
    app.database,
  )
  expect(rows[0]?.spread).toBeGreaterThan(100_000)
})

test('in a new database the checks of foreign keys read one ticket, not all of its company', async () => {
  const check = sql`
    explain select from only ticket where company_id = ${randomUUID()}::uuid and ticket_id = 100001 for key share`
  const { rows } = await check.execute(app.database)
  expect(JSON.stringify(rows)).toContain('using ticket_pkey')
})

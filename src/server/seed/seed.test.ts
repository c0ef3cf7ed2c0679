import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { freshDatabase } from '../../../test/support/test-app.ts'
import { seedDemoData } from './seed.ts'

test('the demo lists all logins, and only fills an empty database', async () => {
  const { database, close } = createDatabase(await freshDatabase('template1'), () => {})
  await migrate(database)
  const now = new Date('2025-11-20T19:00:00Z')
  const lines = await seedDemoData(database, now)
  const accounts = sql<{ email: string; name: string }>`select email, name from auth_user`
  const { rows } = await accounts.execute(database)
  expect(rows.length).toBeGreaterThan(6)
  for (const { email, name } of rows)
    expect(lines.filter(line => line.includes(email) && line.includes(name))).toHaveLength(1)
  expect(await seedDemoData(database, now)).toEqual([
    'The database is not empty, so the demo was not added to it.',
  ])
  await close()
})

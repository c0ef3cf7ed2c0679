import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maya } from '#server/seed/demo-accounts.ts'
import { createTestApp, errorOf, freshDatabase, type TestApp } from '../../../test/support/test-app.ts'
import { createDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { migrateAndConfigure } from './migrate-and-configure.ts'
import { migrations } from './migration-files.ts'
import { savePlatformAdmins } from './platform-admins.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const known = async (database = app.database) =>
  (
    await sql<{
      email: string
      xmin: string
    }>`select email, xmin::text from founder_email order by email`.execute(database)
  ).rows
const emails = async () => (await known()).map(({ email }) => email)

test('only the founders listed at the start are founders', async () => {
  expect(await emails()).toEqual([maya.email])
  await app.as('maya').platformAdmin.listCompanies({})
  const anew = await createTestApp({ connection: app.connection, founders: ['tom@rigwright.example'] })
  expect(await emails()).toEqual(['tom@rigwright.example'])
  await anew.close()
  // A server that still lists her accepts her, and the database does not.
  expect((await errorOf(app.as('maya').platformAdmin.listCompanies({}))).status).toBeGreaterThanOrEqual(400)
  await savePlatformAdmins(app.database, [maya.email])
  await app.as('maya').platformAdmin.listCompanies({})
})

test('a start with the same list writes nothing', async () => {
  await savePlatformAdmins(app.database, [maya.email, 'tom@rigwright.example'])
  const before = await known()
  await savePlatformAdmins(app.database, ['tom@rigwright.example', maya.email, maya.email])
  expect(await known()).toEqual(before)
})

test("of servers that start at once, the last one's list applies", async () => {
  const lists = [['a@house.example', 'b@house.example'], ['c@house.example'], ['b@house.example'], []]
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([...lists, ...lists].map(list => savePlatformAdmins(app.database, list)))
    expect(lists).toContainEqual(await emails())
  }
})

test('an older database gets the list when it is migrated', async () => {
  const connection = await freshDatabase('template1')
  const { database, close } = createDatabase(connection, () => {})
  await migrate(database, { steps: migrations.filter(({ name }) => name < '020') })
  await migrateAndConfigure(connection, [maya.email])
  expect((await known(database)).map(({ email }) => email)).toEqual([maya.email])
  await close()
})

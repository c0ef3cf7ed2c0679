// A backup of a distributed database is restored into an empty one, which is distributed like any other.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { distributeTables } from '#server/db/distribute-tables.ts'
import {
  addEveryImage,
  backUp,
  createAppWithImages,
  dumpEverything,
  restoreIntoNewDatabase,
  type Store,
} from '../../support/backup-fixtures.ts'
import { createDistributedDatabase, withClient } from '../../support/citus-databases.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

let app: TestApp
let files: Store
beforeAll(async () => {
  ;({ app, files } = await createAppWithImages())
  await addEveryImage(app, await app.createTicket('rosa'))
  await app.as('ray').me()
})
afterAll(() => app?.close())

test('has every row and image, and is distributed and served again', async () => {
  const { cluster } = inject('postgres')
  if (cluster === null) throw new Error('This test needs CITUS_URL.')
  const before = await dumpEverything(app.connection)
  const { file } = await backUp(app, files)

  const name = `world_${randomUUID().replaceAll('-', '')}`
  await createDistributedDatabase(cluster, name)
  const connection = { ...cluster.connection, database: name }
  const restored = await restoreIntoNewDatabase(file, { connection })
  expect(await dumpEverything(connection)).toEqual(before)
  expect([...restored.files.files.keys()].sort()).toEqual([...files.files.keys()].sort())

  await withClient(connection, client => distributeTables(client, () => {}))
  expect(await dumpEverything(connection)).toEqual(before)
  const again = await createTestApp({ connection, files: restored.files })
  expect((await again.as('dana').tickets.board()).active.total).toBe(
    (await app.as('dana').tickets.board()).active.total,
  )
  await again.close()
})

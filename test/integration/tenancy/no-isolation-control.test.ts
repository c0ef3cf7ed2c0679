import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CANARY, createSecretFixtures } from '../../support/examples/secret-fixtures.ts'
import type { TestApp } from '../../support/test-app.ts'
import { disableRowSecurity } from './disable-row-security.ts'
import { importWithoutTenantFilter } from './import-without-tenant-filter.ts'

// The two tests beside this one each disable one layer and find no leaks. Here both are disabled: if nothing leaked
// now, those tests could not fail.
const { createTestApp } = await importWithoutTenantFilter(() => import('../../support/test-app.ts'))

let app: TestApp
let client: pg.Client
beforeAll(async () => {
  app = await createTestApp()
  await createSecretFixtures(app)
  client = new pg.Client(app.connection)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await app.close()
})

const board = async () => (await app.fetch('/api/tickets', { as: 'ray' })).text()

test('without the filter and without row-level security another company sees everything', async () => {
  expect(await board()).not.toContain(CANARY)
  await disableRowSecurity(client)
  expect(await board()).toContain(CANARY)
})

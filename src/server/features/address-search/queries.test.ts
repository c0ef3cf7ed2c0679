import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeServices } from '#server/config/external-services.ts'
import { runInTransaction } from '#server/db/unit-of-work.ts'
import { createFakeGeocoder } from '#server/geocoding/geocoder.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { waitUntilNoIdleTransaction } from '../../../../test/support/database-dump.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'
import { listAddressesFrom } from './queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const CAMP = { latitude: 41.7301, longitude: -85.8833 }

const ticketAt = (person: 'dana' | 'ray', address: string) =>
  app.as(person).tickets.create({
    ...june,
    customerDetails: { ...june.customerDetails, address, coordinates: CAMP },
    jobs: [],
  })

const sourcesFor = async (person: Parameters<TestApp['as']>[0], q: string) =>
  (await app.as(person).addressSearch.suggest({ q })).map(({ source, address }) => `${source}: ${address}`)

test('a visitor who registers gets suggestions without an account', async () => {
  const response = await app.fetch(`/api/places?q=${encodeURIComponent('123 Main St, Elkh')}`)
  expect(response.status).toBe(200)
  const found = (await response.json()) as unknown[]
  expect(found).toHaveLength(6)
  expect(found[0]).toEqual({
    id: 'embedded 123 Main St, Elkhart, IN',
    label: '123 Main St, Elkhart, IN',
    detail: 'Elkhart County; add the ZIP code',
    address: '123 Main St, Elkhart, IN',
    coordinates: { latitude: 41.6763, longitude: -85.9621 },
    isApproximate: true,
    source: 'embedded',
  })
})

test.each(['', '  ', 'ab', ' ab '])('%j is too short for a suggestion', async q => {
  expect(await app.as('visitor').addressSearch.suggest({ q })).toEqual([])
})

test('a query that is not text, too long or cannot be stored is INVALID', async () => {
  expect((await app.fetch('/api/places')).status).toBe(400)
  for (const q of ['x'.repeat(301), 'Elk\0hart', '\ud800abc'])
    expect((await errorOf(app.as('visitor').addressSearch.suggest({ q }))).code).toBe('INVALID')
})

test('past addresses come first, and only for the desk of their company', async () => {
  await ticketAt('dana', '88 Wintergreen Way, Site 14, Bristol, IN 46507')
  const q = '88 WINTERGREEN w'
  const own = 'own: 88 Wintergreen Way, Site 14, Bristol, IN 46507'
  expect(await sourcesFor('dana', q)).toEqual([own])
  expect(await sourcesFor('walt', q)).toEqual([own])
  for (const other of ['visitor', 'rosa', 'ray', 'wyatt'] as const)
    expect(await sourcesFor(other, q)).toEqual([])
  const [found] = await app.as('dana').addressSearch.suggest({ q })
  expect(found?.coordinates).toEqual(CAMP)
})

test('one address on many tickets is one suggestion; recent ones first, at most three', async () => {
  for (const site of ['1', '2', '3', '4', '2']) {
    app.now = new Date(app.now.getTime() + 60_000)
    await ticketAt('dana', `9 Lakeshore Loop, Site ${site}`)
  }
  expect((await sourcesFor('dana', '9 lakeshore loop, s')).filter(line => line.startsWith('own'))).toEqual([
    'own: 9 Lakeshore Loop, Site 2',
    'own: 9 Lakeshore Loop, Site 4',
    'own: 9 Lakeshore Loop, Site 3',
  ])
})

test.each(['100% Main', '_00 Main', "O'Brien\\", 'Zürich', '😀😀😀'])('%j is literal text', async q => {
  await ticketAt('dana', `${q} Street`)
  expect(await sourcesFor('dana', q)).toContain(`own: ${q} Street`)
})

test('addresses near the company come first for its desk', async () => {
  const [first] = await app.as('dana').addressSearch.suggest({ q: 'Middleb' })
  expect(first?.address).toBe('Middlebury, IN 46540')
})

test('providers are called after the transaction has ended', async () => {
  const places = createFakeGeocoder([])
  const asking = await createTestApp({
    externalServices: {
      ...fakeServices,
      geocoder: {
        ...places,
        suggest: async (text, question) => {
          await waitUntilNoIdleTransaction(asking.database)
          return places.suggest(text, question)
        },
      },
    },
  })
  await asking.as('dana').addressSearch.suggest({ q: '123' })
  expect(places.queries[0]).toMatchObject({ near: { latitude: 41.7248 } })
  await asking.as('visitor').addressSearch.suggest({ q: '123' })
  expect(places.queries).toHaveLength(2)
  expect(places.queries[1]?.own).toBeUndefined()
  await asking.close()
})

test('past addresses are found by index, under row-level security', async () => {
  await sql`
    insert into ticket (company_id, ticket_id, state, first_name, last_name, email, phone, address, vin, make, model,
                        year, transition, transitioned_by, transitioned_by_name, transitioned_at, card)
    select company_id, n, state, first_name, last_name, email, phone, n || ' Elm Street', vin, make, model, year,
           transition, transitioned_by, transitioned_by_name, transitioned_at, card
    from (select * from ticket where company_id = ${app.ids.dana} limit 1) one, generate_series(700000, 720000) n
    on conflict do nothing`.execute(app.database)
  await sql`analyze ticket`.execute(app.database)
  const actor = { kind: 'owner', id: app.ids.dana, name: 'Dana', companyId: app.ids.dana } as const
  const execution = { actor, actorKey: app.ids.dana, now: app.now, timeZone: 'UTC' }
  const plan = await runInTransaction(
    { database: app.database, publish: () => {} },
    execution,
    'query',
    async work => {
      expect(await listAddressesFrom(work, '71234', 3)).toHaveLength(3)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select address from ticket where company_id = ${app.ids.dana} and address_key <> ''
        and address_key >= lower('71234') and address_key < lower('71234') || chr(1114111)`.execute(
        work.database,
      )
      return rows.map(row => Object.values(row).join()).join('\n')
    },
  )
  expect(plan).toContain('ticket_address')
  expect(plan).toMatch(/Index Cond:.*address_key >=/)
})

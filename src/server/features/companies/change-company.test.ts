import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeEach(async () => {
  await app?.close()
  app = await createTestApp()
})
afterAll(() => app.close())

const office = () => app.as('dana').companies
const row = () =>
  app.database
    .selectFrom('company')
    .selectAll()
    .where('companyId', '=', app.ids.dana)
    .executeTakeFirstOrThrow()
const card = async () =>
  (await app.as('visitor').companies.list({})).companies.find(
    ({ companyUUID }) => companyUUID === app.ids.dana,
  )
const versions = async () => {
  const { rows } = await sql<{ directory: number; company: number }>`
    select (select version from directory_version) as directory,
           (select version from company_version where company_id = ${app.ids.dana}) as company`.execute(
    app.database,
  )
  return rows[0]
}

describe('a company change is refused', () => {
  test.each([
    [{ companyName: ' ' }, { companyName: 'Required.' }],
    [{ companyPhone: '' }, { companyPhone: 'Required.' }],
    [{ laborRate: -1 }, { laborRate: 'Enter 0 or more.' }],
    [{ laborRate: 1.234 }, { laborRate: 'Use no more than 2 decimal places.' }],
    [{ mobileRange: 6000 }, { mobileRange: 'Enter 5,000 miles or less.' }],
    [{ daysOfOperation: [3, 3] }, { daysOfOperation: 'Choose from 1 to 7, at least 1 apart.' }],
    [{ timeZone: 'Mars/Olympus' }, { timeZone: 'Enter a time zone, such as America/Chicago.' }],
    [{ timeZone: '-05:00' }, { timeZone: 'Enter a time zone, such as America/Chicago.' }],
    [{ hoursOfOperation: [7, 12] }, { hoursOfOperation: 'Choose from 8 to 18, at least 1 apart.' }],
  ])('with %j: %j', async (wrong, fields) => {
    const before = [await row(), await versions()]
    expect(await errorOf(office().change(wrong as { companyName: string }))).toMatchObject({
      code: 'INVALID',
      fields,
    })
    expect([await row(), await versions()]).toEqual(before)
  })

  test('without changes, which logs nothing', async () => {
    const before = await versions()
    await office().change({ companyName: 'Bluebonnet RV', laborRate: 145, daysOfOperation: [1, 5] })
    await office().change({})
    expect(await versions()).toEqual(before)
  })
})

test('a changed company is updated completely, and no other', async () => {
  const before = await row()
  const rival = app.database.selectFrom('company').selectAll().where('companyId', '=', app.ids.ray)
  const theirs = await rival.execute()
  await office().change({
    companyName: 'Bluebonnet RV & Marine',
    companyPhone: '(574) 555-0101',
    laborRate: 150.5,
    mobileRange: 62.5,
    companyAddress: '1 Dock Street, Austin, TX 78701',
    timeZone: 'America/Chicago',
    coordinates: { latitude: 30.27, longitude: -97.74 },
    mobileBusiness: true,
    daysOfOperation: [2, 6],
    hoursOfOperation: [9, 17],
  })
  expect(await row()).toEqual({
    ...before,
    companyName: 'Bluebonnet RV & Marine',
    companyPhone: '(574) 555-0101',
    laborRate: 150_50,
    mobileRange: 62.5,
    companyAddress: '1 Dock Street, Austin, TX 78701',
    latitude: 30.27,
    longitude: -97.74,
    timeZone: 'America/Chicago',
    mobileBusiness: true,
    daysOfOperation: [2, 6],
    hoursOfOperation: [9, 17],
  })
  expect(await rival.execute()).toEqual(theirs)
})

test('null clears an optional field', async () => {
  await office().change({ companyAddress: null, laborRate: null, mobileRange: null })
  expect(await row()).toMatchObject({
    companyAddress: null,
    latitude: null,
    longitude: null,
    laborRate: null,
    mobileRange: null,
    timeZone: 'America/Indiana/Indianapolis',
  })
})

test('a company that has coordinates and no address keeps them, until it has an address or clears them', async () => {
  const elkhart = { latitude: 41.6819, longitude: -85.9767 }
  await app.database
    .updateTable('company')
    .set({ companyAddress: null, ...elkhart })
    .where('companyId', '=', app.ids.dana)
    .execute()
  for (const change of [
    { companyPhone: '(574) 555-0102' },
    { companyAddress: null },
    { companyAddress: '' },
  ]) {
    await office().change(change)
    expect(await row()).toMatchObject({ companyAddress: null, ...elkhart })
  }
  const moab = { latitude: 38.5733, longitude: -109.5498 }
  await office().change({ coordinates: moab })
  expect(await row()).toMatchObject({ companyAddress: null, ...moab, timeZone: 'America/Denver' })
  await office().change({ companyAddress: '9 Nowhere Lane' })
  expect(await row()).toMatchObject({ companyAddress: '9 Nowhere Lane', latitude: null, longitude: null })
})

test('a new address that nobody can locate has no coordinates; the same address keeps its own', async () => {
  await office().change({
    companyAddress: '2410 Cassopolis Street, Elkhart, IN 46514',
    companyPhone: '(574) 555-0102',
  })
  expect(await row()).toMatchObject({ latitude: 41.7248, longitude: -85.9766 })
  await office().change({ companyAddress: '9 Nowhere Lane' })
  expect(await row()).toMatchObject({
    companyAddress: '9 Nowhere Lane',
    latitude: null,
    longitude: null,
    timeZone: 'America/Indiana/Indianapolis',
  })
})

test('new coordinates set the time zone, whatever the browser uses', async () => {
  const moab = {
    companyAddress: '50 East Center Street, Moab, UT 84532',
    coordinates: { latitude: 38.5733, longitude: -109.5498 },
  }
  await office().change({ ...moab, timeZone: 'America/Los_Angeles' })
  expect(await row()).toMatchObject({ timeZone: 'America/Denver' })
  await office().change({ companyPhone: '(435) 555-0103' })
  expect(await row()).toMatchObject({ timeZone: 'America/Denver' })
})

test.each([
  ['8801 Research Boulevard, Austin, TX 78758', 'America/Chicago'],
  ['50 East Center Street, Moab, UT', 'America/Denver'],
])('%j without coordinates is located, and its time zone is %s', async (companyAddress, timeZone) => {
  await office().change({ companyAddress })
  expect(await row()).toMatchObject({ companyAddress, timeZone, latitude: expect.any(Number) })
})

describe('a chosen time zone', () => {
  test('stays until the coordinates change or another is chosen', async () => {
    await office().change({ timeZone: 'us/mountain' })
    expect(await row()).toMatchObject({ timeZone: 'America/Denver', latitude: 41.7248 })
    await office().change({ companyPhone: '(574) 555-0104', companyAddress: '9 Nowhere Lane' })
    expect(await row()).toMatchObject({ timeZone: 'America/Denver', latitude: null })
    await office().change({ companyAddress: '10 Nowhere Lane', timeZone: 'Pacific/Honolulu' })
    expect(await row()).toMatchObject({ timeZone: 'Pacific/Honolulu' })
    await office().change({ companyAddress: '8801 Research Boulevard, Austin, TX 78758' })
    expect(await row()).toMatchObject({ timeZone: 'America/Chicago' })
  })

  test('moves no appointment', async () => {
    const ticketId = await app.createBooking()
    const wantedAt = async () => (await app.as('dana').bookings.get({ ticketId })).wantedAt
    const before = await wantedAt()
    await office().change({ timeZone: 'America/Los_Angeles' })
    expect((await app.as('dana').companies.mine()).timeZone).toBe('America/Los_Angeles')
    expect(await wantedAt()).toEqual(before)
  })
})

describe('the public card', () => {
  test('is updated at the same moment', async () => {
    const before = await versions()
    await office().change({ companyName: 'Bluebonnet', companyAddress: null })
    expect(await card()).toMatchObject({ companyName: 'Bluebonnet', companyAddress: null })
    expect((await versions())?.directory).toBe((before?.directory ?? 0) + 1)
  })

  test('is unchanged if nothing it shows changed', async () => {
    const before = await versions()
    await office().change({ laborRate: 99 })
    expect(await versions()).toEqual({ directory: before?.directory, company: (before?.company ?? 0) + 1 })
  })

  test('is refreshed on the company’s own page when only that page changed', async () => {
    const before = await versions()
    await office().change({ hoursOfOperation: [10, 16] })
    await office().change({ mobileRange: 12 })
    expect((await versions())?.directory).toBe((before?.directory ?? 0) + 2)
    const { companies } = app.as('visitor')
    const shown = await companies.get({ companyId: app.ids.dana })
    expect(shown).toMatchObject({ hoursOfOperation: [10, 16], mobileRange: 12 })
    expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['email']))
    expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['laborRate']))
  })

  test('and the company are changed together or not at all', async () => {
    await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(
      app.database,
    )
    await sql`create trigger broken before update on directory execute function fail()`.execute(app.database)
    const before = await row()
    expect((await errorOf(office().change({ companyName: 'Half' }))).code).toBe('INTERNAL_SERVER_ERROR')
    expect(await row()).toEqual(before)
  })
})

test('an account with the company’s name gets the new one; one with its own name keeps it', async () => {
  await office().change({ companyName: 'Bluebonnet' })
  expect(await app.as('dana').me()).toMatchObject({ name: 'Dana Reyes' })
  const email = 'ann@hilltop.example'
  await app
    .as('visitor')
    .companies.register({ companyName: 'Hilltop', email, password: PASSWORD, companyPhone: '(574) 555-0101' })
  const ann = app.withCookie(await app.signIn(email))
  await ann.companies.change({ companyName: 'Hilltop RV' })
  expect(await ann.me()).toMatchObject({ name: 'Hilltop RV' })
})

test('a new labor rate does not change finalized and recorded tickets', async () => {
  const desk = app.as('dana').tickets
  const [finalized, recorded, open] = [
    await app.createTicket(),
    await app.createTicket(),
    await app.createTicket(),
  ]
  for (const ticketId of [finalized, recorded]) await desk.finalize({ ticketId })
  await desk.complete({ ticketId: recorded })
  const totals = async () => Promise.all([finalized, recorded].map(ticketId => desk.get({ ticketId })))
  const before = await totals()
  const history = await app.database.selectFrom('workHistory').selectAll().execute()
  await office().change({ laborRate: 290 })
  expect(await totals()).toEqual(before)
  expect(await app.database.selectFrom('workHistory').selectAll().execute()).toEqual(history)
  await desk.finalize({ ticketId: open })
  const rates = await app.database.selectFrom('ticket').select(['ticketId', 'laborRate']).execute()
  expect(Object.fromEntries(rates.map(({ ticketId, laborRate }) => [ticketId, laborRate]))).toEqual({
    [finalized]: 145_00,
    [recorded]: 145_00,
    [open]: 290_00,
  })
})

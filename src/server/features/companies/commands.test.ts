import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, createTrigger, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const hilltop = {
  companyName: 'Hilltop RV Repair',
  email: 'ann@hilltop.example',
  password: 'gravel-and-pine-7',
  companyPhone: '(260) 555-0110',
}
const register = (changed: object = {}) => app.as('visitor').companies.register({ ...hilltop, ...changed })

const accounts = async () =>
  (await sql<{ email: string }>`select email from auth_user order by email`.execute(app.database)).rows

/** Everything that registering writes. */
async function written(): Promise<readonly number[]> {
  const counts = [
    'auth_user',
    'auth_credential',
    'company',
    'company_version',
    'directory',
    'change_log',
  ].map(
    async table =>
      (await sql.raw<{ n: number }>(`select count(*) as n from ${table}`).execute(app.database)).rows[0]?.n ??
      -1,
  )
  return Promise.all(counts)
}

describe('a company registration is refused', () => {
  test.each([
    [{ email: 'dana@bluebonnet.example' }, { email: 'An account with this email already exists.' }],
    [{ email: ' Dana@BLUEBONNET.example' }, { email: 'An account with this email already exists.' }],
    [{ email: 'rosa@bluebonnet.example' }, { email: 'An account with this email already exists.' }],
    [{ password: 'short' }, { password: 'Must be at least 8 characters.' }],
    [{ password: 'ann@hilltop.example' }, { password: 'Don’t use your email as your password.' }],
    [{ password: 'Password123' }, { password: 'That password is too common. Choose another.' }],
    [{ companyName: ' ' }, { companyName: 'Required.' }],
    [{ companyName: 'Hill\0top' }, { companyName: 'Remove the unsupported character.' }],
    [{ hoursOfOperation: [8, 8] }, { hoursOfOperation: 'Choose from 8 to 18, at least 1 apart.' }],
  ])('with %j: %j', async (wrong, fields) => {
    const before = await written()
    expect(await errorOf(register(wrong))).toMatchObject({ code: 'INVALID', status: 400, fields })
    expect(await written()).toEqual(before)
  })

  test('with every field empty, naming every required field', async () => {
    const empty = { companyName: '', email: '', password: '', companyPhone: '' }
    const { fields } = (await errorOf(register(empty))) as { fields?: object }
    expect(Object.keys(fields ?? {}).sort()).toEqual(['companyName', 'companyPhone', 'email', 'password'])
  })
})

describe.each(['company', 'company_version', 'directory', 'change_log'])('when writing %s fails', table => {
  const broken = (statement: string) => sql.raw(statement).execute(app.database)

  test('the account is not created either, and the same email registers later', async () => {
    await broken(
      `create function fail() returns trigger language plpgsql as $$ begin raise 'the disk is full at /var/x'; end $$`,
    )
    await createTrigger(app.database, `before insert on ${table} execute function fail()`)
    const email = `${table}@hilltop.example`
    const before = await written()

    const refusal = await errorOf(register({ email }))
    expect(refusal).toMatchObject({ code: 'INTERNAL_SERVER_ERROR', status: 500 })
    expect(refusal.message).toMatch(
      /^Something failed on our side and nothing was changed\. If it stays, tell us [0-9a-f-]{36}\.$/,
    )
    expect(await written()).toEqual(before)
    expect(app.loggedErrors.splice(0).map(({ error }) => String(error))).toEqual([
      expect.stringContaining('the disk is full'),
    ])

    await broken('drop function fail() cascade')
    await register({ email })
    await expect(app.signIn(email, hilltop.password)).resolves.toContain('session_token')
  })
})

describe('a registered company', () => {
  const everything = {
    ...hilltop,
    email: 'Owner@Hilltop.example',
    companyName: 'Hilltop RV, whole',
    companyAddress: '12 Ridge Road, Angola, IN 46703',
    coordinates: { latitude: 41.6348, longitude: -84.9994 },
    laborRate: 132.5,
    mobileRange: 62.5,
    daysOfOperation: [2, 6] as [number, number],
    hoursOfOperation: [9, 17] as [number, number],
    timeZone: 'America/Indiana/Indianapolis',
  }
  let companyUUID: string
  beforeAll(async () => {
    companyUUID = (await app.as('visitor').companies.register(everything)).companyUUID
  })

  test('is stored completely, its rate in cents, and starts unverified', async () => {
    const row = await app.database
      .selectFrom('company')
      .selectAll()
      .where('companyId', '=', companyUUID)
      .executeTakeFirst()
    expect(row).toEqual({
      companyId: companyUUID,
      companyName: 'Hilltop RV, whole',
      companyPhone: '(260) 555-0110',
      companyAddress: '12 Ridge Road, Angola, IN 46703',
      latitude: 41.6348,
      longitude: -84.9994,
      email: 'owner@hilltop.example',
      laborRate: 132_50,
      mobileRange: 62.5,
      imageUrl: null,
      mobileBusiness: false,
      onTimeStatus: false,
      promisedTickets: 0,
      onTimeTickets: 0,
      ownerNameAsked: false,
      closesAt: null,
      approvalTolerance: 10,
      pendingStatus: true,
      trusted: false,
      verified: false,
      daysOfOperation: [2, 6],
      hoursOfOperation: [9, 17],
      timeZone: 'America/Indiana/Indianapolis',
      registeredAt: app.now,
      verifiedFrom: null,
      verifiedUntil: null,
      verifiedNote: null,
      suspendedAt: null,
      suspendedBecause: null,
      deletedAt: null,
    })
  })

  test('leaves one log entry, by a visitor, without contact details', async () => {
    const changes = await app.database
      .selectFrom('changeLog')
      .selectAll()
      .where('companyId', '=', companyUUID)
      .execute()
    expect(changes).toEqual([
      {
        companyId: companyUUID,
        version: 1,
        kind: 'company',
        id: companyUUID,
        verb: 'company.register',
        at: app.now,
        actor: 'public',
        actorName: 'A visitor',
        card: null,
        seq: 1,
        detail: null,
      },
    ])
  })

  test("has a login: the owner's email, however it is written", async () => {
    const owner = app.withCookie(await app.signIn('OWNER@hilltop.example', hilltop.password))
    expect(await owner.me()).toEqual({
      kind: 'owner',
      id: companyUUID,
      name: 'Hilltop RV, whole',
      companyId: companyUUID,
    })
    expect(await owner.companies.mine()).toMatchObject({
      companyUUID,
      email: 'owner@hilltop.example',
      details: { laborRate: 132.5, mobileRange: 62.5, numberOfEmployees: 0 },
    })
  })

  test('stores its password only as an Argon2id hash', async () => {
    const { rows } = await sql<{
      password: string
    }>`select password from auth_credential where user_id = ${companyUUID}`.execute(app.database)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.password).toMatch(/^\$argon2id\$/)
  })

  test('is in the public list at once, without its email, rate or hours', async () => {
    const { companies } = await app.as('visitor').companies.list({})
    expect(companies.find(company => company.companyUUID === companyUUID)).toEqual({
      companyUUID,
      companyName: 'Hilltop RV, whole',
      companyAddress: '12 Ridge Road, Angola, IN 46703',
      companyPhone: '(260) 555-0110',
      imageURL: null,
      trusted: false,
      verified: false,
      rating: null,
      coordinates: { latitude: 41.6348, longitude: -84.9994 },
    })
  })
})

test('omitted fields are empty or defaults, and an unknown time zone is UTC', async () => {
  const email = 'plain@hilltop.example'
  const { companyUUID } = await register({ email, timeZone: 'Indiana/Elkhart' })
  const row = await app.database
    .selectFrom('company')
    .selectAll()
    .where('companyId', '=', companyUUID)
    .executeTakeFirst()
  expect(row).toMatchObject({
    companyAddress: null,
    latitude: null,
    longitude: null,
    laborRate: null,
    mobileRange: null,
    daysOfOperation: [1, 5],
    hoursOfOperation: [8, 18],
    timeZone: 'UTC',
  })
})

test('the time zone is that of its address, not of the browser', async () => {
  const email = 'elsewhere@hilltop.example'
  const coordinates = { latitude: 41.6769, longitude: -85.9703 }
  const { companyUUID } = await register({ email, coordinates, timeZone: 'UTC' })
  const row = await app.database
    .selectFrom('company')
    .select('timeZone')
    .where('companyId', '=', companyUUID)
    .executeTakeFirst()
  expect(row).toEqual({ timeZone: 'America/Indiana/Indianapolis' })
})

test('an address without coordinates is located by its ZIP code, or its city and state', async () => {
  const companyAddress = '8801 Research Boulevard, Austin, TX 78758'
  const { companyUUID } = await register({ email: 'zip@hilltop.example', companyAddress, timeZone: 'UTC' })
  const row = await app.database
    .selectFrom('company')
    .select(['timeZone', 'latitude'])
    .where('companyId', '=', companyUUID)
    .executeTakeFirst()
  expect(row).toEqual({ timeZone: 'America/Chicago', latitude: expect.closeTo(30.4, 0) })
})

test('two registrations of one email at the same moment create one company', async () => {
  const email = 'twins@hilltop.example'
  const tries = await Promise.allSettled([register({ email }), register({ email }), register({ email })])
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect((await accounts()).filter(account => account.email === email)).toHaveLength(1)
  const companies = await app.database
    .selectFrom('company')
    .select('email')
    .where('email', '=', email)
    .execute()
  expect(companies).toHaveLength(1)
})

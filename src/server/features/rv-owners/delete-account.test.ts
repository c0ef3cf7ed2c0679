import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { june, PASSWORD } from '#server/seed/demo-accounts.ts'
import { createLinkFor, customerOfLink, DIGITS } from '../../../../test/support/customer-fixtures.ts'
import { dumpDatabase, waitUntilDelivered } from '../../../../test/support/database-dump.ts'
import { createRigOwner, createVisit } from '../../../../test/support/rig-owner-fixtures.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'
import { emailAfter, requestReset, signUp, signupTokenFor } from '../../../../test/support/signup.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const NOT_YOURS = { code: 'INVALID', fields: { password: 'That isn’t your password.' } }
const leave = { password: PASSWORD }

/** An account with a claimed rig and its ticket. */
async function settled() {
  const owner = await createRigOwner(app)
  const vin = sharedVin(`GONE-${owner.id.slice(0, 8)}`)
  const visit = await createVisit(app, {
    vin,
    customer: { email: owner.email, phone: `(574) 555-${DIGITS}` },
  })
  await owner.client.rigClaims.claim({ vin, code: visit.code })
  return { ...owner, ...visit }
}

const rowsOf = (id: string, email: string) => {
  const places = ['auth_session', 'auth_credential', 'auth_passkey', 'auth_two_factor'].map(
    table => sql`select '${sql.raw(table)}' as place from ${sql.table(table)} where user_id = ${id}`,
  )
  return sql<{ place: string }>`
    select 'account' as place from auth_user where id = ${id} or email = ${email}
    union all select 'link' from auth_verification where value in (${id}, ${email})
    union all select 'record' from customer where customer_uuid = ${id}
    union all select 'sign-in' from sign_in where account = ${id}
    union all select 'response' from idempotency_key where actor = ${id}
    union all select 'claim' from rig_claim where account_id = ${id} and ended_at is null
    union all ${sql.join(places, sql` union all `)}`.execute(app.database)
}

describe('deleting an account is refused', () => {
  test.each([
    ['no password', '', { password: 'Required.' }],
    ['another password', 'gravel-and-pine-7', NOT_YOURS.fields],
    ['theirs with a space too many', `${PASSWORD} `, NOT_YOURS.fields],
    ['one that no database could keep', 'nul\0nul', { password: expect.stringMatching(/\.$/) }],
    ['one that is as long as a book', 'x'.repeat(1001), { password: expect.stringMatching(/^Use at most/) }],
  ])('with %s', async (_, password, fields) => {
    await app.as('june').me()
    const before = await dumpDatabase(app.database)
    expect(await errorOf(app.as('june').rvOwners.deleteAccount({ password }))).toMatchObject({
      code: 'INVALID',
      fields,
    })
    expect(await dumpDatabase(app.database)).toBe(before)
    expect(await app.as('june').me()).toMatchObject({ kind: 'rv-owner' })
  })

  test.each([
    ['visitor', 'UNAUTHORIZED'],
    ['dana', 'FORBIDDEN'],
    ['walt', 'FORBIDDEN'],
    ['rosa', 'FORBIDDEN'],
  ] as const)('as %s, who has no such account: %s', async (person, code) => {
    await app.as(person).me()
    const before = await dumpDatabase(app.database)
    expect((await errorOf(app.as(person).rvOwners.deleteAccount(leave))).code).toBe(code)
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test('for a founder, whose email runs the platform', async () => {
    await app.as('maya').me()
    const before = await dumpDatabase(app.database)
    expect(await errorOf(app.as('maya').rvOwners.deleteAccount(leave))).toMatchObject({
      code: 'REFUSED',
      message: 'This account runs Rigwright. It can’t be deleted while its email is on the list of founders.',
    })
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test('with the previous password after a change', async () => {
    const { email } = await createRigOwner(app)
    const cookie = await app.signIn(email)
    const json = { currentPassword: PASSWORD, newPassword: 'gravel-and-pine-7' }
    const changed = await app.fetch('/api/auth/change-password', {
      method: 'POST',
      json,
      headers: { cookie },
    })
    expect(changed.status).toBe(200)
    const again = app.withCookie(await app.signIn(email, 'gravel-and-pine-7'))
    expect(await errorOf(again.rvOwners.deleteAccount(leave))).toMatchObject(NOT_YOURS)
    expect(await again.rvOwners.deleteAccount({ password: 'gravel-and-pine-7' })).toEqual({ done: true })
  })
})

describe('password guessing on an unlocked phone', () => {
  let limited: TestApp
  beforeAll(async () => {
    limited = await createTestApp({ rateLimits: true })
  })
  afterEach(() => sql`delete from rate_limit_counter`.execute(limited.database))
  afterAll(() => limited.close())

  test('has the same limited tries as changing the password, counted together', async () => {
    const cookie = await limited.signIn(june.customerDetails.email)
    const guess = () =>
      limited.fetch('/api/my/delete-account', {
        method: 'POST',
        json: { password: 'wrong-password-9' },
        headers: { cookie },
      })
    const elsewhere = () =>
      limited.fetch('/api/auth/change-password', {
        method: 'POST',
        headers: { cookie },
        json: { currentPassword: 'wrong-password-9', newPassword: 'gravel-and-pine-7' },
      })
    const statuses: number[] = []
    for (let count = 0; count < 6; count += 1)
      statuses.push((await guess()).status, (await elsewhere()).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429])
    // Even the correct one is then refused.
    const right = { method: 'POST', json: leave, headers: { cookie } }
    expect((await limited.fetch('/api/my/delete-account', right)).status).toBe(429)
  })
})

describe('a deleted account', () => {
  test('is logged in nowhere, and cannot log in, reset its password or be found', async () => {
    const { id, email, client } = await settled()
    const elsewhere = app.withCookie(await app.signIn(email))
    await requestReset(app, email)
    await client.rvOwners.deleteAccount(leave)
    for (const each of [client, elsewhere]) expect(await each.me()).toEqual({ kind: 'visitor' })
    await expect(app.signIn(email)).rejects.toThrow()
    expect((await errorOf(elsewhere.rvOwners.listTickets({}))).code).toBe('UNAUTHORIZED')
    expect((await rowsOf(id, email)).rows).toEqual([])
    const { rows } = await sql<{ names: string }>`
      select distinct actor_name as names from platform_audit where actor = ${id}`.execute(app.database)
    expect(rows).toEqual([{ names: 'Deleted account' }])
    const { rows: actions } = await sql<{ verb: string }>`
      select verb from platform_audit where actor = ${id} order by at desc, verb desc limit 2`.execute(
      app.database,
    )
    expect(actions.map(({ verb }) => verb)).toContain('account.delete')
  })

  test('is confirmed by one email, however often it is requested', async () => {
    const { email, client } = await createRigOwner(app)
    const message = await emailAfter(app, email, () => client.rvOwners.deleteAccount(leave))
    expect(message.subject).toBe('Your Rigwright account was deleted')
    expect(message.text).toContain(`${app.url}/join`)
    expect((await errorOf(client.rvOwners.deleteAccount(leave))).code).toBe('UNAUTHORIZED')
    await waitUntilDelivered(app.database)
    expect(app.sentEmails.filter(({ recipient }) => recipient === email)).toHaveLength(1)
  })

  test('by two concurrent requests is deleted by one', async () => {
    const { id, email } = await createRigOwner(app)
    const two = [app.withCookie(await app.signIn(email)), app.withCookie(await app.signIn(email))]
    const results = await Promise.allSettled(two.map(client => client.rvOwners.deleteAccount(leave)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await rowsOf(id, email)).rows).toEqual([])
    const { rows } = await sql`select entry_id from platform_audit where actor = ${id}`.execute(app.database)
    expect(rows).toHaveLength(1)
  })

  test('releases its rigs: their codes and reports stop working, and others may claim them', async () => {
    const { vin, code, client } = await settled()
    const { report } = await client.rigClaims.createReport({ vin })
    const offered = await client.rigClaims.createTransfer({ vin })
    const token = report.path.split('/').at(-1) ?? ''
    expect(await app.as('visitor').rigClaims.getReport({ token })).toMatchObject({ rig: { vin } })
    await client.rvOwners.deleteAccount(leave)
    expect((await errorOf(app.as('visitor').rigClaims.getReport({ token }))).code).toBe('NOT_FOUND')
    const next = await createRigOwner(app)
    expect((await errorOf(next.client.rigClaims.claim({ vin, code: offered.code }))).code).toBe('INVALID')
    await next.client.rigClaims.claim({ vin, code })
    // It was released: the next owner reads from their own invoice on.
    const { rows } = await sql<{ how: string | null; isWhole: boolean }>`
      select end_reason as how, opened_from is null as is_whole from rig_claim where vin = ${vin}
      order by claimed_at, ended_at nulls last`.execute(app.database)
    expect(rows).toEqual([
      { how: 'released', isWhole: true },
      { how: null, isWhole: false },
    ])
  })

  test("leaves its notes and disputes with the rig, as a former owner's", async () => {
    const { vin, code, ticketId, companyUUID, client } = await settled()
    await client.rigClaims.saveNote({
      vin,
      companyUUID,
      ticketId,
      kind: 'note',
      words: 'It leaked again in May.',
    })
    await client.rvOwners.deleteAccount(leave)
    const next = await createRigOwner(app)
    await next.client.rigClaims.claim({ vin, code })
    expect(JSON.stringify(await next.client.rigClaims.get({ vin }))).toContain('It leaked again in May.')
  })

  test('changes nothing at companies: ticket, PDF, link, review and history stay', async () => {
    const { vin, ticketId, client } = await settled()
    const desk = app.as('dana')
    const token = await createLinkFor(app, ticketId)
    const customer = await customerOfLink(app, token)
    await customer.client.reviews.create({ token, stars: 4, words: 'Good work.' })
    await customer.client.customerView.post({ token, text: 'Thank you.' })
    const readCompanyData = async () => [
      await desk.tickets.get({ ticketId }),
      await desk.messages.list({ ticketId }),
      await customer.client.customerView.get({ token }),
      await customer.client.reviews.getByLink({ token }),
      await app.as('visitor').workHistory.get({ vin }),
      (await app.fetch(`/api/tickets/${ticketId}/document.pdf`, { as: 'dana' })).status,
      (await app.fetch('/api/company/export', { as: 'dana' })).status,
    ]
    const before = await readCompanyData()
    await client.rvOwners.deleteAccount(leave)
    expect(await readCompanyData()).toEqual(before)
  })

  test('fills no forms anymore, and the rig’s next customer is recorded as usual', async () => {
    const { vin, email, client } = await settled()
    await client.rvOwners.changeDetails({ sharesContact: true })
    for (const desk of ['dana', 'ray'] as const)
      expect(await app.as(desk).rigs.get({ vin })).toMatchObject({ customer: { email } })
    await client.rvOwners.deleteAccount(leave)
    for (const desk of ['dana', 'ray'] as const)
      expect(await app.as(desk).rigs.get({ vin })).toMatchObject({ customer: null })
    await createVisit(app, { vin, at: 'ray', customer: { email: 'next@mail.example' } })
    expect(await app.as('ray').rigs.get({ vin })).toMatchObject({
      customer: { email: 'next@mail.example' },
    })
    expect(await app.as('dana').rigs.get({ vin })).toMatchObject({ customer: null })
  })

  test('can be created again: its tickets are there, its rigs are not', async () => {
    const { id, email, ticketId, client } = await settled()
    await client.rvOwners.deleteAccount(leave)
    await waitUntilDelivered(app.database)
    const back = await signUp(app, email)
    const me = await back.me()
    expect('id' in me && me.id).not.toBe(id)
    expect((await back.rvOwners.listTickets({})).tickets).toMatchObject([{ ticketId }])
    expect(await back.rigClaims.list()).toEqual([])
    await back.rvOwners.deleteAccount(leave)
    await waitUntilDelivered(app.database)
    expect(await app.as('visitor').rvOwners.preview({ token: await signupTokenFor(app, email) })).toEqual({
      email,
    })
  })
})

test('a rig that is claimed while the account is deleted is unclaimed afterwards', async () => {
  const { id, email, client } = await createRigOwner(app)
  const visits = await Promise.all(
    ['A', 'B', 'C'].map(name => createVisit(app, { vin: sharedVin(`RACE-${name}${id.slice(0, 6)}`) })),
  )
  const others = await Promise.all(visits.map(async () => app.withCookie(await app.signIn(email))))
  await Promise.allSettled([
    ...visits.map(({ vin, code }, index) => others[index]?.rigClaims.claim({ vin, code })),
    client.rvOwners.deleteAccount(leave),
  ])
  const { rows } = await sql`select claim_id from rig_claim
    where vin = any(${visits.map(({ vin }) => vin)}) and ended_at is null`.execute(app.database)
  expect(rows).toEqual([])
  expect((await rowsOf(id, email)).rows).toEqual([])
})

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { june, PASSWORD } from '#server/seed/demo-accounts.ts'
import { answering, DIGITS, linkOf } from '../../../../test/support/customer-fixtures.ts'
import { allDelivered, everyRow } from '../../../../test/support/database-dump.ts'
import { newOwner, visited } from '../../../../test/support/rig-owner-fixtures.ts'
import { joined, joinTokenFor, letterAfter } from '../../../../test/support/signup.ts'
import { openWorld, refusalOf, type World } from '../../../../test/support/test-app.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const NOT_YOURS = { code: 'INVALID', fields: { password: 'This is not your password.' } }
const leave = { password: PASSWORD }

/** Somebody with an account, a rig of their own and the ticket that it was claimed by. */
async function settled() {
  const owner = await newOwner(world)
  const vin = `GONE-${owner.id.slice(0, 8)}`.toUpperCase()
  const visit = await visited(world, { vin, customer: { email: owner.email, phone: `(574) 555-${DIGITS}` } })
  await owner.client.myRigs.claim({ vin, code: visit.code })
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
    union all select 'answer' from answer where actor = ${id}
    union all select 'claim' from rig_claim where account_id = ${id} and ended_at is null
    union all ${sql.join(places, sql` union all `)}`.execute(world.database)
}

describe('an account is not deleted', () => {
  test.each([
    ['no password', '', { password: 'Fill this in.' }],
    ['another password', 'gravel-and-pine-7', NOT_YOURS.fields],
    ['theirs with a space too many', `${PASSWORD} `, NOT_YOURS.fields],
    ['one that no database could keep', 'nul\0nul', { password: expect.stringMatching(/\.$/) }],
    ['one that is as long as a book', 'x'.repeat(1001), { password: expect.stringMatching(/^Use at most/) }],
  ])('with %s', async (_, password, fields) => {
    await world.as('june').me()
    const before = await everyRow(world.database)
    expect(await refusalOf(world.as('june').my.leave({ password }))).toMatchObject({
      code: 'INVALID',
      fields,
    })
    expect(await everyRow(world.database)).toBe(before)
    expect(await world.as('june').me()).toMatchObject({ kind: 'rv-owner' })
  })

  test.each([
    ['visitor', 'UNAUTHORIZED'],
    ['dana', 'FORBIDDEN'],
    ['walt', 'FORBIDDEN'],
    ['rosa', 'FORBIDDEN'],
  ] as const)('as %s, who has none of their own: %s', async (person, code) => {
    await world.as(person).me()
    const before = await everyRow(world.database)
    expect((await refusalOf(world.as(person).my.leave(leave))).code).toBe(code)
    expect(await everyRow(world.database)).toBe(before)
  })

  test('of a founder, whose email runs the platform', async () => {
    await world.as('maya').me()
    const before = await everyRow(world.database)
    expect(await refusalOf(world.as('maya').my.leave(leave))).toMatchObject({
      code: 'REFUSED',
      message: 'This account runs Rigwright: it stays for as long as its email is named among the founders.',
    })
    expect(await everyRow(world.database)).toBe(before)
  })

  test('after the password was changed: the one before is nobody’s', async () => {
    const { email } = await newOwner(world)
    const cookie = await world.signIn(email)
    const json = { currentPassword: PASSWORD, newPassword: 'gravel-and-pine-7' }
    const changed = await world.fetch('/api/auth/change-password', {
      ...{ method: 'POST', json, headers: { cookie } },
    })
    expect(changed.status).toBe(200)
    const again = world.withCookie(await world.signIn(email, 'gravel-and-pine-7'))
    expect(await refusalOf(again.my.leave(leave))).toMatchObject(NOT_YOURS)
    expect(await again.my.leave({ password: 'gravel-and-pine-7' })).toEqual({ done: true })
  })
})

describe('a guesser at an unlocked phone', () => {
  let limited: World
  beforeAll(async () => {
    limited = await openWorld({ rateLimits: true })
  })
  afterEach(() => sql`delete from rate_count`.execute(limited.database))
  afterAll(() => limited.close())

  test('has as many tries as where the password is changed, and they are the same', async () => {
    const cookie = await limited.signIn(june.customerDetails.email)
    const guess = () =>
      limited.fetch('/api/my/leave', {
        ...{ method: 'POST', json: { password: 'wrong-password-9' }, headers: { cookie } },
      })
    const elsewhere = () =>
      limited.fetch('/api/auth/change-password', {
        ...{ method: 'POST', headers: { cookie } },
        json: { currentPassword: 'wrong-password-9', newPassword: 'gravel-and-pine-7' },
      })
    const told: number[] = []
    for (let count = 0; count < 6; count += 1) told.push((await guess()).status, (await elsewhere()).status)
    expect(told).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429])
    // Nor does the right one come through then.
    const right = { method: 'POST', json: leave, headers: { cookie } }
    expect((await limited.fetch('/api/my/leave', right)).status).toBe(429)
  })
})

describe('a deleted account', () => {
  test('is signed in nowhere, and cannot sign in, choose a password or be found', async () => {
    const { id, email, client } = await settled()
    const elsewhere = world.withCookie(await world.signIn(email))
    await world.fetch('/api/auth/request-password-reset', { method: 'POST', json: { email } })
    await client.my.leave(leave)
    for (const each of [client, elsewhere]) expect(await each.me()).toEqual({ kind: 'visitor' })
    await expect(world.signIn(email)).rejects.toThrow()
    expect((await refusalOf(elsewhere.my.tickets({}))).code).toBe('UNAUTHORIZED')
    expect((await rowsOf(id, email)).rows).toEqual([])
    const { rows } = await sql<{ names: string }>`
      select distinct actor_name as names from deed where actor = ${id}`.execute(world.database)
    expect(rows).toEqual([{ names: 'Deleted account' }])
    const { rows: deeds } = await sql<{ verb: string }>`
      select verb from deed where actor = ${id} order by at desc, verb desc limit 2`.execute(world.database)
    expect(deeds.map(({ verb }) => verb)).toContain('account.leave')
  })

  test('is told of by letter, once, however often it is asked', async () => {
    const { email, client } = await newOwner(world)
    const letter = await letterAfter(world, email, () => client.my.leave(leave))
    expect(letter.subject).toBe('Your account at Rigwright was deleted')
    expect(letter.text).toContain(`${world.url}/join`)
    expect((await refusalOf(client.my.leave(leave))).code).toBe('UNAUTHORIZED')
    await allDelivered(world.database)
    expect(world.letters.filter(({ recipient }) => recipient === email)).toHaveLength(1)
  })

  test('by two at once is deleted by one of them', async () => {
    const { id, email } = await newOwner(world)
    const two = [world.withCookie(await world.signIn(email)), world.withCookie(await world.signIn(email))]
    const told = await Promise.allSettled(two.map(client => client.my.leave(leave)))
    expect(told.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await rowsOf(id, email)).rows).toEqual([])
    const { rows } = await sql`select deed_id from deed where actor = ${id}`.execute(world.database)
    expect(rows).toHaveLength(1)
  })

  test('lets its rigs go: their codes and reports open nothing, and somebody else may claim them', async () => {
    const { vin, code, client } = await settled()
    const { report } = await client.myRigs.share({ vin })
    const offered = await client.myRigs.offer({ vin })
    const token = report.path.split('/').at(-1) ?? ''
    expect(await world.as('visitor').myRigs.report({ token })).toMatchObject({ rig: { vin } })
    await client.my.leave(leave)
    expect((await refusalOf(world.as('visitor').myRigs.report({ token }))).code).toBe('NOT_FOUND')
    const next = await newOwner(world)
    expect((await refusalOf(next.client.myRigs.claim({ vin, code: offered.code }))).code).toBe('INVALID')
    await next.client.myRigs.claim({ vin, code })
    // It was let go: whoever comes next reads from their own paper on.
    const { rows } = await sql<{ how: string | null; isWhole: boolean }>`
      select ended_how as how, opened_from is null as is_whole from rig_claim where vin = ${vin}
      order by claimed_at, ended_at nulls last`.execute(world.database)
    expect(rows).toEqual([
      { how: 'let-go', isWhole: true },
      { how: null, isWhole: false },
    ])
  })

  test('leaves a note and a dispute with the rig, as of somebody who held it once', async () => {
    const { vin, code, ticketId, companyUUID, client } = await settled()
    await client.myRigs.note({ vin, companyUUID, ticketId, kind: 'note', words: 'It leaked again in May.' })
    await client.my.leave(leave)
    const next = await newOwner(world)
    await next.client.myRigs.claim({ vin, code })
    expect(JSON.stringify(await next.client.myRigs.get({ vin }))).toContain('It leaked again in May.')
  })

  test('takes nothing from its company: ticket, paper, link, review and history are as before', async () => {
    const { vin, ticketId, client } = await settled()
    const desk = world.as('dana')
    const token = await linkOf(world, ticketId)
    const customer = await answering(world, token)
    await customer.client.reviews.write({ token, stars: 4, words: 'Good work.' })
    await customer.client.follow.say({ token, text: 'Thank you.' })
    const kept = async () => [
      await desk.tickets.get({ ticketId }),
      await desk.messages.list({ ticketId }),
      await customer.client.follow.get({ token }),
      await customer.client.reviews.byLink({ token }),
      await world.as('visitor').workHistory.get({ vin }),
      (await world.fetch(`/api/tickets/${ticketId}/paper.pdf`, { as: 'dana' })).status,
      (await world.fetch('/api/company/export', { as: 'dana' })).status,
    ]
    const before = await kept()
    await client.my.leave(leave)
    expect(await kept()).toEqual(before)
  })

  test('is filled in nowhere any more, and the rig’s next customer is written down as any', async () => {
    const { vin, email, client } = await settled()
    await client.my.changeDetails({ sharesContact: true })
    for (const desk of ['dana', 'ray'] as const)
      expect(await world.as(desk).rigs.get({ vin })).toMatchObject({ customer: { email } })
    await client.my.leave(leave)
    for (const desk of ['dana', 'ray'] as const)
      expect(await world.as(desk).rigs.get({ vin })).toMatchObject({ customer: null })
    await visited(world, { vin, at: 'ray', customer: { email: 'next@mail.example' } })
    expect(await world.as('ray').rigs.get({ vin })).toMatchObject({
      customer: { email: 'next@mail.example' },
    })
    expect(await world.as('dana').rigs.get({ vin })).toMatchObject({ customer: null })
  })

  test('is free to be made again: its tickets are there, its rigs are not', async () => {
    const { id, email, ticketId, client } = await settled()
    await client.my.leave(leave)
    await allDelivered(world.database)
    const back = await joined(world, email)
    const me = await back.me()
    expect('id' in me && me.id).not.toBe(id)
    expect((await back.my.tickets({})).tickets).toMatchObject([{ ticketId }])
    expect(await back.myRigs.list()).toEqual([])
    await back.my.leave(leave)
    await allDelivered(world.database)
    expect(await world.as('visitor').my.look({ token: await joinTokenFor(world, email) })).toEqual({ email })
  })
})

test('a rig that is claimed while the account is deleted is held by nobody afterwards', async () => {
  const { id, email, client } = await newOwner(world)
  const visits = await Promise.all(
    ['A', 'B', 'C'].map(name => visited(world, { vin: `RACE-${name}${id.slice(0, 6)}`.toUpperCase() })),
  )
  const others = await Promise.all(visits.map(async () => world.withCookie(await world.signIn(email))))
  await Promise.allSettled([
    ...visits.map(({ vin, code }, index) => others[index]?.myRigs.claim({ vin, code })),
    client.my.leave(leave),
  ])
  const { rows } = await sql`select claim_id from rig_claim
    where vin = any(${visits.map(({ vin }) => vin)}) and ended_at is null`.execute(world.database)
  expect(rows).toEqual([])
  expect((await rowsOf(id, email)).rows).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pretendMail } from '#server/mail/transport.ts'
import { bluebonnet, june, maya, PASSWORD, rosa } from '#server/seed/demo-accounts.ts'
import { everyRow } from '../../../../test/support/database-dump.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { joined, joinTokenFor, letterAfter, newOwner } from '../../../../test/support/signup.ts'
import { openWorld, refusalOf, type World } from '../../../../test/support/test-app.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const IN_USE = 'This email already has an account.'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = new Date(START)
})

const visitor = () => world.as('visitor').my
const fresh = () => `${randomUUID()}@mail.example`
const accounts = async (email: string) =>
  (await sql<{ id: string }>`select id from auth_user where email = ${email}`.execute(world.database)).rows

describe('whoever asks for an account', () => {
  test.each([
    ['no email', '', 'Fill this in.'],
    ['what is none', 'june at mail', 'This is not an email address.'],
  ])('with %s is told so beside the field, and no letter is written', async (_, email, sentence) => {
    const before = await everyRow(world.database)
    expect(await refusalOf(visitor().join({ email }))).toMatchObject({
      code: 'INVALID',
      fields: { email: sentence },
    })
    expect(await everyRow(world.database)).toBe(before)
  })

  test('has none before the letter was answered', async () => {
    const email = fresh()
    await joinTokenFor(world, email)
    expect(await accounts(email)).toEqual([])
    await expect(world.signIn(email)).rejects.toThrow()
  })

  test('is told the same whether the email has one or not, and as much is written', async () => {
    const counts = async () =>
      (
        await sql`select (select count(*) from letter) as letters,
          (select count(*) from auth_verification) as links, (select count(*) from auth_user) as accounts`.execute(
          world.database,
        )
      ).rows
    const told: unknown[] = []
    for (const email of [fresh(), june.customerDetails.email, bluebonnet.email, rosa.email, maya.email]) {
      const before = await counts()
      const answer = await world.fetch('/api/my/join', { method: 'POST', json: { email } })
      const [was, is] = [before[0], (await counts())[0]] as Record<string, number>[]
      const added = Object.keys(is ?? {}).map(name => Number(is?.[name]) - Number(was?.[name]))
      told.push([answer.status, await answer.json(), answer.headers.getSetCookie(), added])
    }
    expect(new Set(told.map(each => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify([200, { reaches: false }, [], [1, 1, 0]])]),
    )
  })

  test.each([june.customerDetails.email, bluebonnet.email, rosa.email])(
    'as %s, who has one, is written so, with no link to make another',
    async email => {
      const letter = await letterAfter(world, email, () =>
        visitor().join({ email: ` ${email.toUpperCase()}` }),
      )
      expect(letter.subject).toBe('You already have an account at Rigwright')
      expect(letter.text).toContain(`${world.url}/login`)
      expect(letter.text).toContain(`${world.url}/reset-password`)
      expect(letter.text).not.toContain('/join/')
    },
  )

  test('hears where letters of this server go', async () => {
    const mailed = await openWorld({ mail: pretendMail(true) })
    expect(await mailed.as('visitor').my.join({ email: fresh() })).toEqual({ reaches: true })
    await mailed.close()
  })

  test('by two presses of one wish gets one letter', async () => {
    const email = fresh()
    const idempotencyKey = randomUUID()
    for (let presses = 1; presses <= 2; presses += 1)
      await world.as('visitor').my.join({ email }, { context: { idempotencyKey } })
    const { rows } = await sql`select letter_id from letter where recipient = ${email}`.execute(
      world.database,
    )
    expect(rows).toHaveLength(1)
  })

  test('leaves nothing in the database that opens anything', async () => {
    const email = fresh()
    const token = await joinTokenFor(world, email)
    const { rows } = await sql<{ text: string }>`select v::text as text from auth_verification v`.execute(
      world.database,
    )
    expect(rows.map(({ text }) => text).join()).not.toContain(token)
  })
})

describe('a link that opens nothing', () => {
  const refused = async (token: string) => {
    const before = await everyRow(world.database)
    expect(await refusalOf(visitor().look({ token }))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'This link is too old, was already used, or is not whole.',
    })
    expect(await refusalOf(visitor().confirm({ token, ...newOwner }))).toMatchObject({
      code: 'REFUSED',
      message: 'This link is too old, was already used, or is not whole. Ask for a new one.',
    })
    expect(await everyRow(world.database)).toBe(before)
  }

  test.each(['', 'x', '%00', 'A'.repeat(32), "' or true --", '🚐'])('such as %j', async token => {
    await refused(token)
  })

  test('one with any one sign changed', async () => {
    const token = await joinTokenFor(world)
    for (const place of [0, 15, 31])
      await refused(`${token.slice(0, place)}${token[place] === 'A' ? 'B' : 'A'}${token.slice(place + 1)}`)
    expect(await visitor().look({ token })).toMatchObject({ email: expect.stringContaining('@') })
  })

  test('one that is a day old', async () => {
    const token = await joinTokenFor(world)
    world.now = new Date(world.now.getTime() + DAY_MS - 1)
    expect(await visitor().look({ token })).toBeTruthy()
    world.now = new Date(world.now.getTime() + 1)
    await refused(token)
  })

  test('one that was used, and every other that was sent to that email before', async () => {
    const email = fresh()
    const [first, second] = [await joinTokenFor(world, email), await joinTokenFor(world, email)]
    await visitor().confirm({ token: second, ...newOwner })
    await refused(second)
    await refused(first)
  })

  test('one for a new password', async () => {
    const email = june.customerDetails.email
    const { text } = await letterAfter(world, email, () =>
      world.fetch('/api/auth/request-password-reset', { method: 'POST', json: { email } }),
    )
    const token = new URL(/^http\S+$/m.exec(text)?.[0] ?? '').searchParams.get('token') ?? ''
    await refused(token)
    // Nor does one for an account choose somebody's password.
    const json = { token: await joinTokenFor(world), newPassword: 'gravel-and-pine-7' }
    expect((await world.fetch('/api/auth/reset-password', { method: 'POST', json })).status).toBe(400)
  })
})

describe('the account', () => {
  test.each([
    ['firstName', { firstName: ' ' }, 'Fill this in.'],
    ['phone', { phone: 'call me' }, 'This is not a phone number.'],
    ['phone', { phone: '12' }, 'This is too short to call. A phone number has at least 7 digits.'],
    ['phone', { phone: '555 x0142' }, 'This is too short to call. A phone number has at least 7 digits.'],
    ['password', { password: 'short' }, /^Use at least/],
    ['password', { password: 'password1234' }, /./],
  ] as const)('is not made while %s is wrong: %j', async (field, wrong, sentence) => {
    const email = fresh()
    const token = await joinTokenFor(world, email)
    const refusal = await refusalOf(visitor().confirm({ token, ...newOwner, ...wrong }))
    expect(refusal).toMatchObject({ code: 'INVALID', fields: { [field]: expect.stringMatching(sentence) } })
    expect(await accounts(email)).toEqual([])
    // And the link is as good as before.
    await visitor().confirm({ token, ...newOwner })
    expect(await accounts(email)).toHaveLength(1)
  })

  test('is not made under an email that somebody has taken meanwhile', async () => {
    const email = fresh()
    const token = await joinTokenFor(world, email)
    const { owner: _, ...shop } = bluebonnet
    await world.as('visitor').companies.register({ ...shop, email, password: PASSWORD })
    const before = await everyRow(world.database)
    expect(await refusalOf(visitor().confirm({ token, ...newOwner }))).toMatchObject({
      code: 'INVALID',
      fields: { email: IN_USE },
    })
    expect(await everyRow(world.database)).toBe(before)
  })

  test('is there with the email that the letter went to, its record, and a line on the trail', async () => {
    const email = fresh()
    const owner = await joined(world, email, { sharesContact: false })
    const who = await owner.me()
    expect(who).toEqual({ kind: 'rv-owner', id: expect.any(String), name: 'Nora Vance' })
    expect(await owner.my.details()).toEqual({
      ...{ firstName: 'Nora', lastName: 'Vance', phone: '(574) 555-0277', address: null },
      ...{ email, sharesContact: false },
    })
    const deeds = await world.database.selectFrom('deed').selectAll().execute()
    expect(deeds.at(-1)).toMatchObject({
      verb: 'account.join',
      actorName: 'Nora Vance',
      actorKind: 'rv-owner',
    })
    expect(await accounts(email)).toEqual([{ id: 'id' in who ? who.id : '' }])
  })

  test('is one when its form is sent twice at once, and a repeat hears the same', async () => {
    const email = fresh()
    const token = await joinTokenFor(world, email)
    const idempotencyKey = randomUUID()
    const send = (key = idempotencyKey) =>
      visitor().confirm({ token, ...newOwner }, { context: { idempotencyKey: key } })
    expect(await Promise.all([send(), send()])).toEqual([{ email }, { email }])
    expect(await send()).toEqual({ email })
    expect((await refusalOf(send(randomUUID()))).code).toBe('REFUSED')
    expect(await accounts(email)).toHaveLength(1)
  })

  test('is theirs whoever is signed in where the link is opened', async () => {
    const email = fresh()
    const token = await joinTokenFor(world, email, world.as('dana'))
    const before = await world.database.selectFrom('change').select('version').execute()
    await world.as('dana').my.confirm({ token, ...newOwner })
    expect(await world.database.selectFrom('change').select('version').execute()).toEqual(before)
    expect(await world.withCookie(await world.signIn(email)).me()).toMatchObject({ kind: 'rv-owner' })
  })
})

describe("a founder's email", () => {
  let own: World
  const email = 'tom@rigwright.example'
  const { owner: _, ...shop } = bluebonnet
  beforeAll(async () => {
    own = await openWorld({ founders: [email] })
  })
  afterAll(() => own.close())

  test("is no company's, no employee's, and not what an employee's may become", async () => {
    const before = await everyRow(own.database)
    const office = own.as('dana').employees
    await office.list()
    const asked = [
      own.as('visitor').companies.register({ ...shop, email: ' Tom@Rigwright.example', password: PASSWORD }),
      office.register({ ...rosa, email, password: PASSWORD }),
      office.change({ id: own.ids.rosa, email }),
    ]
    for (const each of await Promise.all(asked.map(refusalOf)))
      expect(each).toMatchObject({ code: 'INVALID', fields: { email: IN_USE } })
    expect(await everyRow(own.database)).toBe(before)
  })

  test('makes a founder of whoever confirms it', async () => {
    expect(await (await joined(own, email)).me()).toMatchObject({ kind: 'founder', name: 'Nora Vance' })
  })
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFakeTransport } from '#server/mail/mail-transport.ts'
import { bluebonnet, june, maya, PASSWORD, rosa } from '#server/seed/demo-accounts.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { START } from '../../../../test/support/global-setup.ts'
import {
  emailAfter,
  newOwnerDetails,
  requestReset,
  signUp,
  signupTokenFor,
} from '../../../../test/support/signup.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const IN_USE = 'An account with this email already exists.'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.now = new Date(START)
})

const visitor = () => app.as('visitor').rvOwners
const fresh = () => `${randomUUID()}@mail.example`
const accounts = async (email: string) =>
  (await sql<{ id: string }>`select id from auth_user where email = ${email}`.execute(app.database)).rows

describe('signing up', () => {
  test.each([
    ['no email', '', 'Required.'],
    ['what is none', 'june at mail', 'Enter a valid email address.'],
  ])('with %s is refused beside the field, and no email is sent', async (_, email, sentence) => {
    const before = await dumpDatabase(app.database)
    expect(await errorOf(visitor().requestSignup({ email }))).toMatchObject({
      code: 'INVALID',
      fields: { email: sentence },
    })
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test('creates no account before the emailed link is used', async () => {
    const email = fresh()
    await signupTokenFor(app, email)
    expect(await accounts(email)).toEqual([])
    await expect(app.signIn(email)).rejects.toThrow()
  })

  test('has the same response and rows whether or not the email has an account', async () => {
    const counts = async () =>
      (
        await sql`select (select count(*) from email_outbox) as emails,
          (select count(*) from auth_verification) as links, (select count(*) from auth_user) as accounts`.execute(
          app.database,
        )
      ).rows
    const responses: unknown[] = []
    for (const email of [fresh(), june.customerDetails.email, bluebonnet.email, rosa.email, maya.email]) {
      const before = await counts()
      const answer = await app.fetch('/api/my/signup', { method: 'POST', json: { email } })
      const [was, is] = [before[0], (await counts())[0]] as Record<string, number>[]
      const added = Object.keys(is ?? {}).map(name => Number(is?.[name]) - Number(was?.[name]))
      responses.push([answer.status, await answer.json(), answer.headers.getSetCookie(), added])
    }
    expect(new Set(responses.map(each => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify([200, { canMail: false }, [], [1, 1, 0]])]),
    )
  })

  test.each([june.customerDetails.email, bluebonnet.email, rosa.email])(
    'as %s, who has an account, gets an email without a signup link',
    async email => {
      const message = await emailAfter(app, email, () =>
        visitor().requestSignup({ email: ` ${email.toUpperCase()}` }),
      )
      expect(message.subject).toBe('You already have a Rigwright account')
      expect(message.text).toContain(`${app.url}/login`)
      expect(message.text).toContain(`${app.url}/reset-password`)
      expect(message.text).not.toContain('/join/')
    },
  )

  test("says where this server's emails go", async () => {
    const mailed = await createTestApp({ mailTransport: createFakeTransport(true) })
    expect(await mailed.as('visitor').rvOwners.requestSignup({ email: fresh() })).toEqual({ canMail: true })
    await mailed.close()
  })

  test('twice with one key sends one email', async () => {
    const email = fresh()
    const idempotencyKey = randomUUID()
    for (let taps = 1; taps <= 2; taps += 1)
      await app.as('visitor').rvOwners.requestSignup({ email }, { context: { idempotencyKey } })
    const { rows } = await sql`select email_id from email_outbox where recipient = ${email}`.execute(
      app.database,
    )
    expect(rows).toHaveLength(1)
  })

  test('leaves nothing in the database that opens anything', async () => {
    const email = fresh()
    const token = await signupTokenFor(app, email)
    const { rows } = await sql<{ text: string }>`select v::text as text from auth_verification v`.execute(
      app.database,
    )
    expect(rows.map(({ text }) => text).join()).not.toContain(token)
  })
})

describe('a signup link is refused', () => {
  const refused = async (token: string) => {
    const before = await dumpDatabase(app.database)
    expect(await errorOf(visitor().preview({ token }))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'This link is expired, already used, or incomplete.',
    })
    expect(await errorOf(visitor().confirmSignup({ token, ...newOwnerDetails }))).toMatchObject({
      code: 'REFUSED',
      message: 'This link is expired, already used, or incomplete. Request a new one.',
    })
    expect(await dumpDatabase(app.database)).toBe(before)
  }

  test.each(['', 'x', '%00', 'A'.repeat(32), "' or true --", '🚐'])('such as %j', async token => {
    await refused(token)
  })

  test('with any one character changed', async () => {
    const token = await signupTokenFor(app)
    for (const place of [0, 15, 31])
      await refused(`${token.slice(0, place)}${token[place] === 'A' ? 'B' : 'A'}${token.slice(place + 1)}`)
    expect(await visitor().preview({ token })).toMatchObject({ email: expect.stringContaining('@') })
  })

  test('after a day', async () => {
    const token = await signupTokenFor(app)
    app.now = new Date(app.now.getTime() + DAY_MS - 1)
    expect(await visitor().preview({ token })).toBeTruthy()
    app.now = new Date(app.now.getTime() + 1)
    await refused(token)
  })

  test('after it was used, with all earlier ones for that email', async () => {
    const email = fresh()
    const [first, second] = [await signupTokenFor(app, email), await signupTokenFor(app, email)]
    await visitor().confirmSignup({ token: second, ...newOwnerDetails })
    await refused(second)
    await refused(first)
  })

  test('if it is for a password reset', async () => {
    const email = june.customerDetails.email
    const { text } = await emailAfter(app, email, () => requestReset(app, email))
    const token = new URL(/^http\S+$/m.exec(text)?.[0] ?? '').searchParams.get('token') ?? ''
    await refused(token)
    // And a signup link cannot reset a password.
    const json = { token: await signupTokenFor(app), newPassword: 'gravel-and-pine-7' }
    expect((await app.fetch('/api/auth/reset-password', { method: 'POST', json })).status).toBe(400)
  })
})

describe('a new account', () => {
  test.each([
    ['firstName', { firstName: ' ' }, 'Required.'],
    ['phone', { phone: 'call me' }, 'Enter a valid phone number.'],
    ['phone', { phone: '12' }, 'Enter a phone number with at least 7 digits.'],
    ['phone', { phone: '555 x0142' }, 'Enter a phone number with at least 7 digits.'],
    ['password', { password: 'short' }, /^Must be at least/],
    ['password', { password: 'password1234' }, /./],
  ] as const)('is not created while %s is wrong: %j', async (field, wrong, sentence) => {
    const email = fresh()
    const token = await signupTokenFor(app, email)
    const refusal = await errorOf(visitor().confirmSignup({ token, ...newOwnerDetails, ...wrong }))
    expect(refusal).toMatchObject({ code: 'INVALID', fields: { [field]: expect.stringMatching(sentence) } })
    expect(await accounts(email)).toEqual([])
    // And the link still works.
    await visitor().confirmSignup({ token, ...newOwnerDetails })
    expect(await accounts(email)).toHaveLength(1)
  })

  test('is not created under an email taken meanwhile', async () => {
    const email = fresh()
    const token = await signupTokenFor(app, email)
    const { owner: _, ...shop } = bluebonnet
    await app.as('visitor').companies.register({ ...shop, email, password: PASSWORD })
    const before = await dumpDatabase(app.database)
    expect(await errorOf(visitor().confirmSignup({ token, ...newOwnerDetails }))).toMatchObject({
      code: 'INVALID',
      fields: { email: IN_USE },
    })
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test('has the confirmed email, its record, and a log entry', async () => {
    const email = fresh()
    const owner = await signUp(app, email, { sharesContact: false })
    const who = await owner.me()
    expect(who).toEqual({ kind: 'rv-owner', id: expect.any(String), name: 'Nora Vance' })
    expect(await owner.rvOwners.getDetails()).toEqual({
      firstName: 'Nora',
      lastName: 'Vance',
      phone: '(574) 555-0277',
      address: null,
      email,
      sharesContact: false,
    })
    const actions = await app.database.selectFrom('platformAudit').selectAll().execute()
    expect(actions.at(-1)).toMatchObject({
      verb: 'account.create',
      actorName: 'Nora Vance',
      actorKind: 'rv-owner',
    })
    expect(await accounts(email)).toEqual([{ id: 'id' in who ? who.id : '' }])
  })

  test('is one when its form is sent twice at once, and a repeat has the same response', async () => {
    const email = fresh()
    const token = await signupTokenFor(app, email)
    const idempotencyKey = randomUUID()
    const send = (key = idempotencyKey) =>
      visitor().confirmSignup({ token, ...newOwnerDetails }, { context: { idempotencyKey: key } })
    expect(await Promise.all([send(), send()])).toEqual([{ email }, { email }])
    expect(await send()).toEqual({ email })
    expect((await errorOf(send(randomUUID()))).code).toBe('REFUSED')
    expect(await accounts(email)).toHaveLength(1)
  })

  test("belongs to the link's email, even if another user is logged in to that browser", async () => {
    const email = fresh()
    const token = await signupTokenFor(app, email, app.as('dana'))
    const countChanges = () =>
      app.database.selectFrom('changeLog').select(sql`count(*)`.as('count')).executeTakeFirstOrThrow()
    const before = await countChanges()
    await app.as('dana').rvOwners.confirmSignup({ token, ...newOwnerDetails })
    expect(await countChanges()).toEqual(before)
    expect(await app.withCookie(await app.signIn(email)).me()).toMatchObject({ kind: 'rv-owner' })
  })
})

describe("a founder's email", () => {
  let own: TestApp
  const email = 'tom@rigwright.example'
  const { owner: _, ...shop } = bluebonnet
  beforeAll(async () => {
    own = await createTestApp({ founders: [email] })
  })
  afterAll(() => own.close())

  test('cannot belong to a company or an employee', async () => {
    const before = await dumpDatabase(own.database)
    const office = own.as('dana').employees
    await office.list()
    const asked = [
      own.as('visitor').companies.register({ ...shop, email: ' Tom@Rigwright.example', password: PASSWORD }),
      office.register({ ...rosa, email, password: PASSWORD }),
      office.change({ id: own.ids.rosa, email }),
    ]
    for (const each of await Promise.all(asked.map(errorOf)))
      expect(each).toMatchObject({ code: 'INVALID', fields: { email: IN_USE } })
    expect(await dumpDatabase(own.database)).toBe(before)
  })

  test('makes a founder of the person who confirms it', async () => {
    expect(await (await signUp(own, email)).me()).toMatchObject({ kind: 'founder', name: 'Nora Vance' })
  })
})

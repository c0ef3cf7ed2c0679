import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { waitUntilDelivered } from '../../../test/support/database-dump.ts'
import { createTestApp, errorOf, type TestApp } from '../../../test/support/test-app.ts'

const HOUR_MS = 60 * 60 * 1000
const NEW = 'gravel-and-pine-7'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
// The authentication library uses the real clock.
beforeEach(() => {
  app.now = new Date()
})

const post = (path: string, json: object, headers: Record<string, string> = {}, at = app) =>
  at.fetch(`/api/auth/${path}`, { method: 'POST', json, headers })
const ask = (email: string) => post('request-password-reset', { email })
const choose = (token: string, newPassword = NEW) => post('reset-password', { token, newPassword })
const messageOf = async (answer: Response) => ((await answer.json()) as { message: string }).message
const canSignIn = (email: string, password: string) =>
  app.signIn(email, password).then(
    () => true,
    () => false,
  )

/** The link of the next email to `email`, once the mail worker has sent it. */
async function tokenFor(email: string, act: () => Promise<unknown> = () => ask(email)): Promise<string> {
  // A password change sends an email as well.
  const links = () => app.sentEmails.filter(({ subject }) => subject.startsWith('Choose a new password'))
  await waitUntilDelivered(app.database)
  const before = links().length
  await act()
  await expect.poll(() => links().length).toBe(before + 1)
  const { recipient, text } = links()[before] ?? { recipient: '', text: '' }
  expect(recipient).toBe(email)
  const link = /^http\S+$/m.exec(text)?.[0] ?? ''
  expect(link).toMatch(new RegExp(`^${app.url}/reset-password\\?token=[\\w-]{32}$`))
  return new URL(link).searchParams.get('token') ?? ''
}

describe('a password reset link', () => {
  test('sets a new password once, and ends every session', async () => {
    const email = 'sam@bluebonnet.example'
    const elsewhere = app.withCookie(await app.signIn(email))
    const token = await tokenFor(email)
    expect((await choose(token)).status).toBe(200)
    expect(await elsewhere.me()).toEqual({ kind: 'visitor' })
    expect([await canSignIn(email, PASSWORD), await canSignIn(email, NEW)]).toEqual([false, true])

    const again = await choose(token, 'another-word-entirely')
    expect([again.status, await messageOf(again)]).toEqual([400, 'Invalid token'])
    expect(await canSignIn(email, NEW)).toBe(true)
  })

  test('ends a login that is in progress with the old password', async () => {
    const email = 'sam@bluebonnet.example'
    const token = await tokenFor(email)
    const emails = app.sentEmails.length
    let isOver = false
    const thief = async () => {
      while (!isOver) await post('sign-in/email', { email, password: NEW })
    }
    const thieves = [thief(), thief(), thief()]
    expect((await choose(token, 'another-word-entirely')).status).toBe(200)
    isOver = true
    await Promise.all(thieves)
    await expect.poll(() => app.sentEmails.length).toBe(emails + 1)
    const { rows } = await sql`select id from auth_session where user_id = ${app.ids.sam}`.execute(
      app.database,
    )
    expect(rows).toEqual([])
  })

  test('stops working once another link of the account was used', async () => {
    const email = 'rosa@bluebonnet.example'
    const [first, second] = [await tokenFor(email), await tokenFor(email)]
    expect((await choose(second)).status).toBe(200)
    expect((await choose(first, 'another-word-entirely')).status).toBe(400)
  })

  test('stops working once the password was changed otherwise', async () => {
    const email = 'wyatt@lonestar.example'
    const token = await tokenFor(email)
    const cookie = await app.signIn(email)
    const json = { currentPassword: PASSWORD, newPassword: 'a-hitch-and-a-half' }
    expect((await post('change-password', json, { cookie })).status).toBe(200)
    const answer = await choose(token)
    expect([answer.status, await messageOf(answer)]).toEqual([400, 'Invalid token'])
    expect(await canSignIn(email, 'a-hitch-and-a-half')).toBe(true)
  })

  test('stops working once the email changed, and both addresses are notified', async () => {
    const [before, after] = ['wyatt@lonestar.example', 'wyatt.cole@lonestar.example']
    const token = await tokenFor(before)
    const sentBefore = app.sentEmails.length
    await app.as('ray').employees.change({ id: app.ids.wyatt, email: after })
    expect((await choose(token)).status).toBe(400)
    const notices = () =>
      app.sentEmails.slice(sentBefore).filter(({ subject }) => /email was changed/.test(subject))
    await expect.poll(() => notices().length).toBe(2)
    expect(
      notices()
        .map(({ recipient }) => recipient)
        .sort(),
    ).toEqual([after, before])
    expect(notices()[0]?.text).toContain(`changed it from ${before} to ${after}.`)
  })

  test('sends an email once it was used', async () => {
    const email = 'ray@lonestar.example'
    expect((await choose(await tokenFor(email))).status).toBe(200)
    const notices = () =>
      app.sentEmails.filter(
        ({ recipient, subject }) =>
          recipient === email && subject === 'Your password was changed at Rigwright',
      )
    await expect.poll(() => notices().length).toBe(1)
  })

  test('expires after an hour', async () => {
    app.now = new Date(Date.now() - HOUR_MS - 1000)
    const token = await tokenFor('walt@bluebonnet.example')
    const answer = await choose(token)
    expect([answer.status, await messageOf(answer)]).toEqual([400, 'Invalid token'])
    expect(await canSignIn('walt@bluebonnet.example', PASSWORD)).toBe(true)
  })

  test('stays valid after a refused password, which says why', async () => {
    const email = 'walt@bluebonnet.example'
    const token = await tokenFor(email)
    for (const [password, sentence] of [
      ['short', 'Must be at least 8 characters.'],
      ['Password123', 'That password is too common. Choose another.'],
      [email, 'Don’t use your email as your password.'],
    ] as const) {
      const answer = await choose(token, password)
      expect([answer.status, await messageOf(answer)]).toEqual([400, sentence])
    }
    expect((await choose(token)).status).toBe(200)
  })

  test('cannot be derived from the database', async () => {
    const token = await tokenFor('dana@bluebonnet.example')
    const everything = async () => {
      const { rows } = await sql<{ text: string }>`
        select v::text as text from auth_verification v union all select l::text from email_outbox l`.execute(
        app.database,
      )
      return rows.map(({ text }) => text)
    }
    expect((await everything()).length).toBeGreaterThan(1)
    // An email's text is erased a moment after its delivery.
    await expect.poll(async () => (await everything()).filter(text => text.includes(token))).toEqual([])
  })

  test("uses this server's address, whatever the request's headers say", async () => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    await tokenFor('ray@lonestar.example', () =>
      post('request-password-reset', { email: 'ray@lonestar.example' }, headers),
    )
  })
})

describe('requesting a reset link', () => {
  test('has the same response and rows whether or not the account exists, and unknown emails receive nothing', async () => {
    const counts = async () => {
      const { rows } = await sql<Record<string, number>>`
        select (select count(*) from email_outbox) as emails, (select count(*) from auth_verification) as resets,
               (select count(*) from email_outbox where next_attempt_at is not null) as waiting`.execute(
        app.database,
      )
      return rows[0] ?? {}
    }
    const responses: unknown[] = []
    const written: unknown[] = []
    for (const email of ['wyatt@lonestar.example', 'nobody@mail.example', 'NOBODY@mail.example ']) {
      const before = await counts()
      const answer = await ask(email)
      responses.push([answer.status, await answer.json()])
      const after = await counts()
      written.push([
        Number(after.emails) - Number(before.emails),
        Number(after.resets) - Number(before.resets),
      ])
    }
    expect(new Set(responses.map(one => JSON.stringify(one))).size).toBe(1)
    expect(written).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ])
    await expect.poll(async () => (await counts()).waiting).toBe(0)
    expect(app.sentEmails.map(({ recipient }) => recipient)).not.toContain('nobody@mail.example')
  })

  test.each([
    [{}, 'Required.'],
    [{ email: 7 }, 'Enter text.'],
    [{ email: 'no email' }, 'Enter a valid email address.'],
    [{ email: 'a@b.example, c@d.example' }, 'Enter a valid email address.'],
  ])('with %j is refused as not an email', async (json, sentence) => {
    const answer = await post('request-password-reset', json)
    expect([answer.status, await messageOf(answer)]).toEqual([400, sentence])
  })

  test('is refused the fourth time within an hour', async () => {
    const limited = await createTestApp({ connection: app.connection, rateLimits: true })
    const statuses: number[] = []
    for (let tries = 0; tries < 4; tries += 1)
      statuses.push(
        (await post('request-password-reset', { email: 'nobody@mail.example' }, {}, limited)).status,
      )
    expect(statuses).toEqual([200, 200, 200, 429])
    await limited.close()
  })

  test('from another site is refused', async () => {
    const headers = { origin: 'https://evil.example' }
    expect((await post('request-password-reset', { email: 'ray@lonestar.example' }, headers)).status).toBe(
      403,
    )
  })
})

test('a server that sends no email says so, to the person who asks and to the owner', async () => {
  const asked = await ask('dana@bluebonnet.example')
  expect(await asked.json()).toMatchObject({
    canMail: false,
    message: 'Email isn’t set up on this server. Ask your administrator for your link.',
  })
  expect(await app.as('dana').employees.sendReset({ id: app.ids.rosa })).toEqual({
    done: true,
    email: 'no-mail',
  })
})

describe('an owner sends an employee a reset link', () => {
  test('to the employee’s email, in the owner’s name, with a log entry', async () => {
    const email = 'rosa@bluebonnet.example'
    const token = await tokenFor(email, () => app.as('dana').employees.sendReset({ id: app.ids.rosa }))
    expect(app.sentEmails.at(-1)?.text).toMatch(/^Dana Reyes asked us to reset the Rigwright password for/)
    expect((await choose(token, 'another-word-entirely')).status).toBe(200)
    expect(await canSignIn(email, 'another-word-entirely')).toBe(true)
    const change = await app.database
      .selectFrom('changeLog')
      .select(['kind', 'id', 'verb'])
      .orderBy('version', 'desc')
      .where('companyId', '=', app.ids.dana)
      .executeTakeFirst()
    expect(change).toEqual({ kind: 'employee', id: app.ids.rosa, verb: 'employee.send-reset' })
  })

  test("but not to another company's, nor to an inactive employee", async () => {
    const before = await sql`select count(*) as n from email_outbox`.execute(app.database)
    const send = (id: string) => errorOf(app.as('dana').employees.sendReset({ id }))
    expect(await send(app.ids.wyatt)).toMatchObject({ code: 'NOT_FOUND' })
    await app.as('dana').employees.deactivate({ id: app.ids.sam })
    expect(await send(app.ids.sam)).toMatchObject({
      code: 'REFUSED',
      message: 'Sam Ortiz is inactive. Reactivate them first.',
    })
    expect((await sql`select count(*) as n from email_outbox`.execute(app.database)).rows).toEqual(
      before.rows,
    )
  })
})

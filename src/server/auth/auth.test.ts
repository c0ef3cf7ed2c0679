import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const signIn = (email: string, password: string, at: TestApp = app, headers: Record<string, string> = {}) =>
  at.fetch('/api/auth/sign-in/email', { method: 'POST', json: { email, password }, headers })
const sessions = async () => (await sql`select id from auth_session`.execute(app.database)).rows.length

describe('login is refused', () => {
  test.each([
    ['dana@bluebonnet.example', 'wrong-password-9'],
    ['nobody@bluebonnet.example', PASSWORD],
    ['dana@bluebonnet.example', PASSWORD.toUpperCase()],
    ['dana@bluebonnet.example', ''],
  ])('as %s with %j, with the same message for both mistakes', async (email, password) => {
    const before = await sessions()
    const answer = await signIn(email, password)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ message: 'Invalid email or password' })
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await sessions()).toBe(before)
  })

  test("to the library's sign-up: accounts are created with a company or an employee", async () => {
    const accounts = await sql`select id from auth_user`.execute(app.database)
    const json = { email: 'new@mail.example', password: PASSWORD, name: 'New' }
    const answer = await app.fetch('/api/auth/sign-up/email', { method: 'POST', json })
    expect(answer.status).toBe(404)
    expect((await sql`select id from auth_user`.execute(app.database)).rows).toEqual(accounts.rows)
  })

  test('with a tampered cookie', async () => {
    const cookie = await app.signIn('dana@bluebonnet.example')
    expect(await app.withCookie(cookie).me()).toMatchObject({ kind: 'owner' })
    for (const broken of [cookie.slice(0, -3), cookie.replace('=', '=x'), 'rigwright.session_token=abc'])
      expect(await app.withCookie(broken).me()).toEqual({ kind: 'visitor' })
  })
})

test.each(['r&d@shop.example', 'june@bücher.example'])('%s logs in, as browsers take emails', async typed => {
  const email = typed.replace('bücher', 'xn--bcher-kva')
  const rename = (to: string) =>
    sql`update auth_user set email = ${to} where id = ${app.ids.walt}`.execute(app.database)
  await rename(email)
  const answer = await signIn(typed.toUpperCase(), PASSWORD)
  expect(answer.status).toBe(200)
  const cookie = (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
  expect(await app.withCookie(cookie).me()).toMatchObject({ name: 'Walt Kim' })
  expect((await signIn(typed, 'wrong-password-9')).status).toBe(401)
  await rename('walt@bluebonnet.example')
})

describe('a logged-in user', () => {
  test.each(['update-user', 'change-email', 'delete-user', 'update-session', 'link-social'])(
    'cannot change the name in the activity log through %s',
    async path => {
      const json = {
        name: 'Dana Reyes',
        image: 'https://evil.example/x.png',
        newEmail: 'x@mail.example',
        password: PASSWORD,
      }
      const answer = await app.fetch(`/api/auth/${path}`, { as: 'rosa', method: 'POST', json })
      expect(answer.status).toBe(404)
      const { rows } = await sql`select name, email, image from auth_user where id = ${app.ids.rosa}`.execute(
        app.database,
      )
      expect(rows).toEqual([{ name: 'Rosa Díaz', email: 'rosa@bluebonnet.example', image: null }])
    },
  )

  test('is a visitor after logging out, even with the same cookie', async () => {
    const cookie = await app.signIn('sam@bluebonnet.example')
    const answer = await app.fetch('/api/auth/sign-out', { method: 'POST', json: {}, headers: { cookie } })
    expect(answer.status).toBe(200)
    expect(await app.withCookie(cookie).me()).toEqual({ kind: 'visitor' })
  })

  test('logging in over an existing session ends that session', async () => {
    const before = await app.signIn('sam@bluebonnet.example')
    const answer = await signIn('walt@bluebonnet.example', PASSWORD, app, { cookie: before })
    const cookie = answer.headers.getSetCookie().find(cookie => cookie.includes('session_token')) ?? ''
    expect(await app.withCookie(before).me()).toEqual({ kind: 'visitor' })
    expect(await app.withCookie(cookie.split(';')[0] ?? '').me()).toMatchObject({ name: 'Walt Kim' })
  })

  test('stays logged in when another login is refused', async () => {
    const before = await app.signIn('sam@bluebonnet.example')
    const answer = await signIn('walt@bluebonnet.example', 'wrong-password-9', app, { cookie: before })
    expect(answer.status).toBe(401)
    expect(await app.withCookie(before).me()).toMatchObject({ name: 'Sam Ortiz' })
  })

  test('may be logged in twice, and one logout keeps the other', async () => {
    const [phone, tablet] = [
      await app.signIn('sam@bluebonnet.example'),
      await app.signIn('sam@bluebonnet.example'),
    ]
    await app.fetch('/api/auth/sign-out', { method: 'POST', json: {}, headers: { cookie: phone } })
    expect(await app.withCookie(tablet).me()).toMatchObject({ name: 'Sam Ortiz' })
  })
})

describe("changing one's own password", () => {
  const email = 'wyatt@lonestar.example'
  const change = (cookie: string, currentPassword: string, newPassword: string) =>
    app.fetch('/api/auth/change-password', {
      method: 'POST',
      json: { currentPassword, newPassword },
      headers: { cookie },
    })

  test.each([
    ['not the password', 'gravel-and-pine-7', 'Invalid password'],
    [PASSWORD, 'short', 'Must be at least 8 characters.'],
    [PASSWORD, 'Password123', 'That password is too common. Choose another.'],
    [PASSWORD, email, 'Don’t use your email as your password.'],
  ])('from %j to %j is refused: %s', async (current, next, message) => {
    const answer = await change(await app.signIn(email), current, next)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ message })
    await expect(app.signIn(email)).resolves.toContain('session_token')
  })

  test('keeps that session and ends all others', async () => {
    const [here, elsewhere] = [await app.signIn(email), await app.signIn(email)]
    const answer = await change(here, PASSWORD, 'gravel-and-pine-7')
    expect(answer.status).toBe(200)
    const fresh = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect(await app.withCookie(fresh).me()).toMatchObject({ kind: 'employee' })
    expect(await app.withCookie(elsewhere).me()).toEqual({ kind: 'visitor' })
    await expect(app.signIn(email)).rejects.toThrow(/401/)
    // A new token here as well: a copy of the previous one stops working.
    expect(fresh).not.toBe(here)
    expect(await app.withCookie(here).me()).toEqual({ kind: 'visitor' })
  })

  test('sends an email', async () => {
    const owner = 'ray@lonestar.example'
    const answer = await change(await app.signIn(owner), PASSWORD, 'gravel-and-pine-7')
    expect(answer.status).toBe(200)
    const mine = () => app.sentEmails.filter(({ recipient }) => recipient === owner)
    await expect.poll(() => mine().length).toBe(1)
    expect(mine()[0]).toMatchObject({ subject: 'Your password was changed at Rigwright' })
    expect(mine()[0]?.text).toContain(`${app.url}/reset-password`)
  })

  test('requires a session', async () => {
    expect((await change('', PASSWORD, 'gravel-and-pine-7')).status).toBe(401)
  })
})

describe('the session cookie', () => {
  test('is not readable by scripts or other sites', async () => {
    const [cookie = ''] = (await signIn('dana@bluebonnet.example', PASSWORD)).headers.getSetCookie()
    expect(cookie).toMatch(/^rigwright\.session_token=/)
    expect(cookie).toMatch(/; HttpOnly/i)
    expect(cookie).toMatch(/; SameSite=Lax/i)
    expect(cookie).toMatch(/; Path=\//i)
    expect(cookie).not.toMatch(/; Secure/i)
  })

  test('is all that a page gets; a script that is not a browser gets a token', async () => {
    const ask = (headers: Record<string, string>) => signIn('dana@bluebonnet.example', PASSWORD, app, headers)
    for (const headers of [{ origin: app.url }, { 'sec-fetch-site': 'same-origin' }]) {
      const answer = await ask(headers)
      expect(answer.status).toBe(200)
      expect([...answer.headers.keys()]).not.toContain('set-auth-token')
      expect(await answer.json()).not.toHaveProperty('token')
    }
    const answer = await ask({})
    const { token } = (await answer.json()) as { token: string }
    expect(token).toBe(answer.headers.get('set-auth-token'))
    const me = await app.fetch('/api/me', { headers: { authorization: `Bearer ${token}` } })
    expect(await me.json()).toMatchObject({ name: 'Dana Reyes' })
  })

  test('a script ends its session, and changes its password, by its token alone', async () => {
    const signInAsSam = async (password: string) =>
      ((await (await signIn('sam@bluebonnet.example', password)).json()) as { token: string }).token
    const post = (path: string, token: string, json: object) =>
      app.fetch(`/api/auth${path}`, { method: 'POST', json, headers: { authorization: `Bearer ${token}` } })
    const isLoggedIn = async (token: string) =>
      'id' in
      ((await (
        await app.fetch('/api/me', { headers: { authorization: `Bearer ${token}` } })
      ).json()) as object)

    const newPassword = 'a-canoe-of-cinnamon'
    const passwords = { currentPassword: PASSWORD, newPassword }
    const changed = await post('/change-password', await signInAsSam(PASSWORD), passwords)
    expect(changed.status).toBe(200)
    const token = await signInAsSam(newPassword)
    expect(await isLoggedIn(token)).toBe(true)
    expect((await post('/sign-out', token, {})).status).toBe(200)
    expect(await isLoggedIn(token)).toBe(false)
  })

  test('cannot be derived from the database or a response', async () => {
    const answer = await signIn('dana@bluebonnet.example', PASSWORD)
    const { token: signed } = (await answer.json()) as { token: string }
    const [token = ''] = signed.split('.')
    const { rows } = await sql`select id from auth_session where token = ${token}`.execute(app.database)
    expect(rows).toHaveLength(1)
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { cookie: `rigwright.session_token=${token}` },
    ] as Record<string, string>[])
      expect(await (await app.fetch('/api/me', { headers })).json()).not.toHaveProperty('id')
  })

  test('is Secure over https, and so is its deletion', async () => {
    const { connection } = app
    const secure = await createTestApp({ connection, baseUrl: 'https://rigwright.example' })
    const answer = await signIn('dana@bluebonnet.example', PASSWORD, secure, {
      origin: 'https://rigwright.example',
    })
    const cookies = answer.headers.getSetCookie()
    expect(cookies.map(cookie => cookie.split('=')[0]).sort()).toEqual([
      '__Host-rigwright.device',
      '__Host-rigwright.session_token',
    ])
    for (const cookie of cookies) {
      for (const flag of [/; HttpOnly/i, /; SameSite=Lax/i, /; Secure/i, /; Path=\/(;|$)/])
        expect(cookie).toMatch(flag)
      expect(cookie).not.toMatch(/; Domain=/i)
    }
    const cookie = cookies.find(cookie => cookie.includes('session_token')) ?? ''
    expect(answer.headers.get('strict-transport-security')).toMatch(/max-age=/)
    expect(await secure.withCookie(cookie.split(';')[0] ?? '').me()).toMatchObject({ kind: 'owner' })
    await secure.close()
  })
})

test('the eleventh login attempt for an email within 15 minutes is refused', async () => {
  const { connection } = app
  const limited = await createTestApp({ connection, rateLimits: true })
  const statuses: number[] = []
  for (let tries = 0; tries < 11; tries += 1)
    statuses.push((await signIn('dana@bluebonnet.example', 'wrong-password-9', limited)).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
  // A client's claims about its address are ignored.
  const forged = { 'x-rigwright-address': '10.1.1.1', 'x-forwarded-for': '10.1.1.1' }
  expect((await signIn('dana@bluebonnet.example', PASSWORD, limited, forged)).status).toBe(429)
  await limited.close()
})

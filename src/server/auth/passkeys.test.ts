import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { createAuthenticator } from '../../../test/support/test-authenticator.ts'
import { totpCode } from '../../../test/support/totp.ts'

const HOUR_MS = 60 * 60 * 1000
const dana = 'dana@bluebonnet.example'
const sam = 'sam@bluebonnet.example'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Ask = { cookie?: string; at?: TestApp; origin?: string }
const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .filter(cookie => !cookie?.endsWith('='))
    .join('; ')

async function options(ceremony: 'register' | 'authenticate', { cookie = '', at = app }: Ask) {
  const answer = await at.fetch(`/api/auth/passkey/generate-${ceremony}-options`, { headers: { cookie } })
  expect(answer.status).toBe(200)
  const asked = (await answer.json()) as { challenge: string; userVerification?: string; rp?: { id: string } }
  return { ...asked, held: [cookie, cookiesOf(answer)].filter(one => one !== '').join('; ') }
}
const verify = (
  ceremony: 'registration' | 'authentication',
  json: object,
  { cookie = '', at = app, origin }: Ask,
) =>
  at.fetch(`/api/auth/passkey/verify-${ceremony}`, {
    method: 'POST',
    json,
    headers: { cookie, origin: origin ?? at.url },
  })
const remove = (id: string, cookie: string) =>
  app.fetch('/api/auth/passkey/delete-passkey', { method: 'POST', json: { id }, headers: { cookie } })

async function add(cookie: string, name = 'My phone', device = createAuthenticator(app.url)) {
  const { challenge, held } = await options('register', { cookie })
  const response = device.register({ challenge })
  const answer = await verify('registration', { response, name }, { cookie: held })
  expect([answer.status, await answer.json()]).toEqual([200, { status: true }])
  return device
}
const count = async (table: 'auth_passkey' | 'auth_session'): Promise<number> =>
  (await sql.raw(`select id from ${table}`).execute(app.database)).rows.length

describe('a passkey', () => {
  test('is added with a name, and logs in without password and code', async () => {
    const cookie = await app.signIn(dana)
    const device = await add(cookie)
    expect((await app.withCookie(cookie).account.get()).passkeys).toEqual([
      { id: expect.any(String), name: 'My phone', addedAt: expect.any(Date) },
    ])
    const { challenge, held, userVerification } = await options('authenticate', {})
    expect(userVerification).toBe('required')
    const answer = await verify(
      'authentication',
      { response: device.signIn({ challenge }) },
      { cookie: held },
    )
    expect([answer.status, await answer.json()]).toEqual([200, { status: true }])
    expect(await app.withCookie(cookiesOf(answer)).me()).toMatchObject({ kind: 'owner' })
  })

  test('is two factors at once: an account with two-factor needs no code', async () => {
    const cookie = await app.signIn(sam)
    const device = await add(cookie)
    const enabled = await app.fetch('/api/auth/two-factor/enable', {
      method: 'POST',
      json: { password: PASSWORD },
      headers: { cookie },
    })
    const { totpURI } = (await enabled.json()) as { totpURI: string }
    const code = totpCode(new URL(totpURI).searchParams.get('secret') ?? '')
    await app.fetch('/api/auth/two-factor/verify-totp', {
      method: 'POST',
      json: { code },
      headers: { cookie },
    })
    const { challenge, held } = await options('authenticate', {})
    const answer = await verify(
      'authentication',
      { response: device.signIn({ challenge }) },
      { cookie: held },
    )
    expect(await app.withCookie(cookiesOf(answer)).me()).toMatchObject({ name: 'Sam Ortiz' })
  })

  test('is requested for the public host name', async () => {
    const cookie = await app.signIn(dana)
    expect((await options('register', { cookie })).rp).toEqual({ name: 'Rigwright', id: '127.0.0.1' })
    const baseUrl = 'https://rigwright.example'
    const services = await createTestApp({ connection: app.connection, baseUrl })
    const signedIn = await services.signIn(dana)
    expect((await options('register', { cookie: signedIn, at: services })).rp?.id).toBe('rigwright.example')
    await services.close()
  })
})

describe('a passkey is refused', () => {
  test('without user verification, also when adding one', async () => {
    const cookie = await app.signIn(dana)
    const device = await add(cookie)
    const before = [await count('auth_passkey'), await count('auth_session')]
    const asked = await options('authenticate', {})
    const response = device.signIn({ challenge: asked.challenge, isUserVerified: false })
    const answer = await verify('authentication', { response }, { cookie: asked.held })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      401,
      'PASSKEY_NOT_OPENED',
    ])
    const { challenge, held } = await options('register', { cookie })
    const other = createAuthenticator(app.url).register({ challenge, isUserVerified: false })
    expect((await verify('registration', { response: other }, { cookie: held })).status).toBe(401)
    expect([await count('auth_passkey'), await count('auth_session')]).toEqual(before)
  })

  test('with a repeated response, or one to another challenge', async () => {
    const device = await add(await app.signIn(dana))
    const [first, second] = [await options('authenticate', {}), await options('authenticate', {})]
    const response = device.signIn({ challenge: first.challenge })
    expect((await verify('authentication', { response }, { cookie: second.held })).status).toBe(400)
    expect((await verify('authentication', { response }, { cookie: first.held })).status).toBe(200)
    expect((await verify('authentication', { response }, { cookie: first.held })).status).toBe(400)
  })

  test('of another site, or one that was never added', async () => {
    const cookie = await app.signIn(dana)
    const { challenge, held } = await options('register', { cookie })
    const foreign = createAuthenticator('https://evil.example').register({ challenge })
    expect((await verify('registration', { response: foreign }, { cookie: held })).ok).toBe(false)
    const asked = await options('authenticate', {})
    const unknown = createAuthenticator(app.url).signIn({ challenge: asked.challenge })
    expect((await verify('authentication', { response: unknown }, { cookie: asked.held })).status).toBe(401)
  })

  test.each([{}, { response: {} }, { response: { id: 7 } }, { response: 'x' }])(
    'sent as %j, which is not a passkey',
    async json => {
      const cookie = await app.signIn(dana)
      const [asked, registering] = [await options('authenticate', {}), await options('register', { cookie })]
      const answers = [
        await verify('authentication', json, { cookie: asked.held }),
        await verify('registration', json, { cookie: registering.held }),
      ]
      for (const { status } of answers) expect([400, 401]).toContain(status)
    },
  )

  test('of an inactive account', async () => {
    const device = await add(await app.signIn('walt@bluebonnet.example'))
    await app.as('dana').employees.deactivate({ id: app.ids.walt })
    const { challenge, held } = await options('authenticate', {})
    const answer = await verify(
      'authentication',
      { response: device.signIn({ challenge }) },
      { cookie: held },
    )
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, 'INACTIVE'])
  })
})

describe('with a session older than four hours', () => {
  test('passkeys can be neither added nor removed until the next login', async () => {
    const cookie = await app.signIn('rosa@bluebonnet.example')
    await add(cookie)
    const [passkey] = (await app.withCookie(cookie).account.get()).passkeys
    const sessions = await app.withCookie(cookie).account.sessions()
    const began = new Date(Date.now() - 4 * HOUR_MS - 1000)
    await sql`update auth_session set created_at = ${began}
      where id = ${sessions.find(({ isCurrent }) => isCurrent)?.id ?? ''}`.execute(app.database)
    const before = await count('auth_passkey')
    const asked = await app.fetch('/api/auth/passkey/generate-register-options', { headers: { cookie } })
    for (const answer of [asked, await remove(passkey?.id ?? '', cookie)])
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        403,
        'SESSION_NOT_FRESH',
      ])
    expect(await count('auth_passkey')).toBe(before)

    // The cookie's value is what a script sends as its token.
    const authorization = `Bearer ${decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1))}`
    const byToken = await app.fetch('/api/auth/passkey/delete-passkey', {
      method: 'POST',
      json: { id: passkey?.id },
      headers: { authorization },
    })
    expect([byToken.status, ((await byToken.json()) as { code: string }).code]).toEqual([
      403,
      'SESSION_NOT_FRESH',
    ])
    expect(await count('auth_passkey')).toBe(before)
  })
})

describe('removing a passkey', () => {
  test('deletes it, and it no longer logs in', async () => {
    const cookie = await app.signIn('rosa@bluebonnet.example')
    const device = await add(cookie, 'Old phone')
    const names = async () => (await app.withCookie(cookie).account.get()).passkeys
    const old = (await names()).find(({ name }) => name === 'Old phone')
    expect((await remove(old?.id ?? '', cookie)).status).toBe(200)
    expect((await names()).map(({ name }) => name)).not.toContain('Old phone')
    const { challenge, held } = await options('authenticate', {})
    const answer = await verify(
      'authentication',
      { response: device.signIn({ challenge }) },
      { cookie: held },
    )
    expect(answer.status).toBe(401)
  })

  test('is only for its owner', async () => {
    const cookie = await app.signIn('rosa@bluebonnet.example')
    await add(cookie, 'Her phone')
    const names = async () => (await app.withCookie(cookie).account.get()).passkeys
    const [passkey, ...others] = await names()
    expect((await remove(passkey?.id ?? '', '')).status).toBe(401)
    const answer = await remove(passkey?.id ?? '', await app.signIn('wyatt@lonestar.example'))
    expect(answer.status).toBe(404)
    expect(await names()).toHaveLength(1 + others.length)
  })

  test('sends an email, and so does adding one', async () => {
    const email = 'ray@lonestar.example'
    const cookie = await app.signIn(email)
    await add(cookie)
    const [passkey] = (await app.withCookie(cookie).account.get()).passkeys
    await remove(passkey?.id ?? '', cookie)
    const subjects = () =>
      app.sentEmails.filter(({ recipient }) => recipient === email).map(({ subject }) => subject)
    await expect
      .poll(() => subjects().sort())
      .toEqual(['A passkey was added at Rigwright', 'A passkey was removed at Rigwright'])
  })
})

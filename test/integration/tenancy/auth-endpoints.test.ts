import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthOptions, createAuth } from '#server/auth/auth.ts'
import { AUTH_ENDPOINTS } from '#server/http/app.ts'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { createSecretFixtures, type SecretFixtures } from './secret-fixtures.ts'
import { createUnauthorizedActors, type UnauthorizedActor } from './unauthorized-actors.ts'

let app: TestApp
let shop: SecretFixtures
let outsiders: UnauthorizedActor[]
beforeAll(async () => {
  app = await createTestApp()
  shop = await createSecretFixtures(app)
  outsiders = await createUnauthorizedActors(app)
})
afterAll(() => app.close())

const DANA = 'dana@bluebonnet.example'
const NEW = 'gravel-and-pine-7'

const GUESS = 'a-wrong-guess-9'
const REFUSED = [400, 401, 403, 404, 405]

/** What an outsider sends to get at Dana's account, and what they are told. */
const ATTACKS: Readonly<Record<string, { readonly json: object; readonly statuses: readonly number[] }>> = {
  '/sign-in/email': { json: { email: DANA, password: 'a-wrong-guess-9' }, statuses: [401] },
  '/sign-out': { json: { email: DANA }, statuses: [200] },
  '/get-session': { json: { email: DANA }, statuses: [200, 404, 405] },
  '/request-password-reset': { json: { email: DANA }, statuses: [200] },
  '/reset-password': { json: { token: 'guessed', newPassword: NEW, email: DANA }, statuses: [400] },
  '/change-password': {
    json: { currentPassword: PASSWORD.toUpperCase(), newPassword: NEW, email: DANA, userId: DANA },
    statuses: [400, 401],
  },
  '/two-factor/enable': { json: { password: GUESS, email: DANA }, statuses: REFUSED },
  '/two-factor/disable': { json: { password: GUESS, email: DANA }, statuses: REFUSED },
  '/two-factor/generate-backup-codes': { json: { password: GUESS, email: DANA }, statuses: REFUSED },
  '/two-factor/verify-totp': { json: { code: '000000', email: DANA }, statuses: REFUSED },
  '/two-factor/verify-backup-code': { json: { code: 'aaaaa-aaaaa', email: DANA }, statuses: REFUSED },
  '/passkey/generate-register-options': { json: { email: DANA }, statuses: REFUSED },
  '/passkey/generate-authenticate-options': { json: { email: DANA }, statuses: REFUSED },
  '/passkey/verify-registration': { json: { response: {}, email: DANA }, statuses: REFUSED },
  '/passkey/verify-authentication': { json: { response: {}, email: DANA }, statuses: REFUSED },
  '/passkey/delete-passkey': { json: { id: 'guessed', email: DANA }, statuses: REFUSED },
}

test('every open endpoint of the authentication library is tested here', () => {
  expect(
    Object.keys(ATTACKS)
      .map(path => `/api/auth${path}`)
      .sort(),
  ).toEqual([...AUTH_ENDPOINTS].sort())
})

test('every other endpoint of the library is closed', async () => {
  // Nothing is asked of this one: it is here for the list of the library's addresses.
  const passwords = { hash: async () => '', verify: async () => false }
  const options = { database: app.database, secret: 'of this test', rateLimits: false, passwords }
  const auth = createAuth(options as unknown as AuthOptions)
  const paths = Object.values(auth.api)
    .map(({ path }) => `/api/auth${path}`)
    .filter(path => !AUTH_ENDPOINTS.includes(path))
  expect(paths.length).toBeGreaterThan(10)
  const before = await app.signIn(DANA)
  for (const path of new Set(paths)) {
    const filled = path.replace(/:\w+/g, 'x')
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? { json: {} } : {}
      const answer = await app.fetch(filled, { method, headers: { cookie: before }, ...body })
      expect([method, filled, answer.status]).toEqual([method, filled, 404])
    }
  }
  expect(await app.withCookie(before).me()).toMatchObject({ name: 'Dana Reyes' })
})

describe.each(Object.entries(ATTACKS))('%s', (path, { json, statuses }) => {
  test("gives outsiders nothing of Dana's, and leaves her logged in with her password", async () => {
    const cookie = await app.signIn(DANA)
    for (const who of outsiders) {
      // A copy: signing out must not end the session that the next door is tried with.
      const answer = await app.fetch(`/api/auth${path}`, {
        method: 'POST',
        json,
        headers: { cookie: path === '/sign-out' ? '' : who.cookie },
      })
      const text = `${JSON.stringify([...answer.headers])} ${await answer.text()}`
      expect(statuses, `${answer.status} ${who.name}: ${text}`).toContain(answer.status)
      expect(shop.findSecrets(text.replaceAll(DANA, '')), who.name).toEqual([])
    }
    expect(await app.withCookie(cookie).me()).toMatchObject({ name: 'Dana Reyes' })
    await expect(app.signIn(DANA)).resolves.toContain('session_token')
  })
})

test('a session is visible only to its own user', async () => {
  for (const { name, cookie } of outsiders) {
    const answer = await app.fetch('/api/auth/get-session', { headers: { cookie } })
    expect(answer.status, name).toBe(200)
    expect(shop.findSecrets(await answer.text()), name).toEqual([])
  }
})

test('a reset request has the same response with and without an account', async () => {
  const ask = async (email: string) => {
    const answer = await app.fetch('/api/auth/request-password-reset', { method: 'POST', json: { email } })
    return [answer.status, await answer.text()]
  }
  expect(await ask(DANA)).toEqual(await ask('nobody@mail.example'))
})

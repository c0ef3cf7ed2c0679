import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AUTH_ENDPOINTS } from '#contract/auth-endpoints.ts'
import { type AuthOptions, createAuth } from '#server/auth/auth.ts'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { createSecretFixtures, type SecretFixtures } from '../../support/examples/secret-fixtures.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
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

/** What an outsider sends to reach Dana's account, and the expected response. */
const ATTACKS: Readonly<Record<string, { readonly json: object; readonly statuses: readonly number[] }>> = {
  '/sign-in/email': { json: { email: DANA, password: 'a-wrong-guess-9' }, statuses: [401] },
  '/sign-out': { json: {}, statuses: [200] },
  '/request-password-reset': { json: { email: DANA }, statuses: [200] },
  '/reset-password': { json: { token: 'guessed', newPassword: NEW }, statuses: [400] },
  '/change-password': {
    json: { currentPassword: PASSWORD.toUpperCase(), newPassword: NEW },
    statuses: [400, 401],
  },
  '/two-factor/enable': { json: { password: GUESS }, statuses: REFUSED },
  '/two-factor/disable': { json: { password: GUESS }, statuses: REFUSED },
  '/two-factor/generate-backup-codes': { json: { password: GUESS }, statuses: REFUSED },
  '/two-factor/verify-totp': { json: { code: '000000' }, statuses: REFUSED },
  '/two-factor/verify-backup-code': { json: { code: 'aaaaa-aaaaa' }, statuses: REFUSED },
  '/passkey/generate-register-options': { json: { email: DANA }, statuses: REFUSED },
  '/passkey/generate-authenticate-options': { json: { email: DANA }, statuses: REFUSED },
  '/passkey/verify-registration': { json: { response: { id: 'guessed' } }, statuses: REFUSED },
  '/passkey/verify-authentication': { json: { response: { id: 'guessed' } }, statuses: REFUSED },
  '/passkey/delete-passkey': { json: { id: '6f6f0f4e-5b1e-4c64-9a0c-0a2d9a1b2c3d' }, statuses: REFUSED },
}

test('every open endpoint of the authentication library is tested here', () => {
  expect(Object.keys(ATTACKS).sort()).toEqual(Object.keys(AUTH_ENDPOINTS).sort())
})

test('every other endpoint of the library is closed', async () => {
  // Never called: this instance only lists the library's endpoints.
  const passwords = { hash: async () => '', verify: async () => false }
  const options = { database: app.database, secret: 'of this test', rateLimits: false, passwords }
  const auth = createAuth(options as unknown as AuthOptions)
  const paths = Object.values(auth.api)
    .filter(({ path }) => !(path in AUTH_ENDPOINTS))
    .map(({ path }) => `/api/auth${path}`)
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
      // A copy: logging out must not end the session used for the next endpoint.
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

test.each(Object.entries(ATTACKS))('%s takes no field that names another account', async (path, { json }) => {
  if (AUTH_ENDPOINTS[path]?.method === 'GET') return
  const named = { ...json, userId: DANA }
  const answer = await app.fetch(`/api/auth${path}`, { as: 'visitor', method: 'POST', json: named })
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { fields: { userId: expect.any(String) } },
  ])
})

test('a reset request has the same response with and without an account', async () => {
  const ask = async (email: string) => {
    const answer = await app.fetch('/api/auth/request-password-reset', { method: 'POST', json: { email } })
    return [answer.status, await answer.text()]
  }
  expect(await ask(DANA)).toEqual(await ask('nobody@mail.example'))
})

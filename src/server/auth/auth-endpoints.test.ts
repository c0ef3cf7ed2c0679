import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { createAuth } from './auth.ts'
import { argon2 } from './password-hashing.ts'

let app: TestApp
let paths: string[]
beforeAll(async () => {
  app = await createTestApp()
  const { api } = createAuth({
    database: app.database,
    secret: 'a secret that only the tests know',
    baseUrl: undefined,
    passwords: argon2,
    mailContext: { url: () => app.url, canDeliver: true, contactEmail: null, wake: () => {} },
    now: () => app.now,
    log: { error: () => {} },
    metrics: { countSignIn: () => {} },
    onSessionEnd: () => {},
  })
  const addresses = Object.values(api as Record<string, { path?: string }>).map(({ path }) => path)
  paths = [...new Set(addresses.filter(path => path !== undefined))].sort()
})
afterAll(() => app.close())

const OPEN = [
  '/change-password',
  '/passkey/delete-passkey',
  '/passkey/generate-authenticate-options',
  '/passkey/generate-register-options',
  '/passkey/verify-authentication',
  '/passkey/verify-registration',
  '/request-password-reset',
  '/reset-password',
  '/sign-in/email',
  '/sign-out',
  '/two-factor/disable',
  '/two-factor/enable',
  '/two-factor/generate-backup-codes',
  '/two-factor/verify-backup-code',
  '/two-factor/verify-totp',
]

/** Whether the endpoint exists, even if it refuses. */
async function isOpen(path: string): Promise<boolean> {
  const answers = await Promise.all(
    (['GET', 'POST'] as const).map(method =>
      app.fetch(`/api/auth${path}`, { as: 'dana', method, ...(method === 'POST' ? { json: {} } : {}) }),
    ),
  )
  return answers.some(({ status }) => status !== 404)
}

describe('of the authentication library’s endpoints', () => {
  test('exactly these are open', async () => {
    expect(paths.length).toBeGreaterThan(OPEN.length + 10)
    const open: string[] = []
    // Logging out comes last: it ends the session that the other requests use.
    for (const path of [...paths.filter(path => path !== '/sign-out'), '/sign-out'])
      if (await isOpen(path.replace(/:\w+/g, 'x'))) open.push(path)
    expect(open.sort()).toEqual(OPEN)
  })

  test.each([
    '/get-session',
    '/sign-up/email',
    '/list-sessions',
    '/revoke-session',
    '/revoke-sessions',
    '/revoke-other-sessions',
    '/update-user',
    '/change-email',
    '/delete-user',
    '/two-factor/send-otp',
    '/two-factor/get-totp-uri',
    '/passkey/list-user-passkeys',
    '/passkey/update-passkey',
    '/two-factor/view-backup-codes',
  ])('%s is closed', async path => {
    expect(await isOpen(path)).toBe(false)
  })
})

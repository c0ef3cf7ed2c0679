import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isImportedHash } from '#server/auth/imported-password.ts'
import { argon2, type PasswordHasher } from '#server/auth/password-hashing.ts'
import { bluebonnet, maya, PASSWORD } from '#server/seed/demo-accounts.ts'
import { waitUntilNoIdleTransaction } from '../../../../test/support/database-dump.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'

const email = 'walt@bluebonnet.example'

/** Counts Argon2id calls. */
const tried = { hashed: 0, verified: 0 }
const passwords: PasswordHasher = {
  hash: password => {
    tried.hashed += 1
    return argon2.hash(password)
  },
  verify: (hashed, password) => {
    tried.verified += 1
    return argon2.verify(hashed, password)
  },
}

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ passwords })
})
afterAll(() => app.close())

const post = (path: string, json: unknown, headers: Record<string, string> = {}, at = app) =>
  at.fetch(`/api/auth${path}`, { method: 'POST', json, headers })

describe('no request redirects a browser to another site', () => {
  const ELSEWHERE = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    '/%2F/evil.example',
    '/%5Cevil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/dashboard?x=//evil.example',
  ]
  const NAMES = ['callbackURL', 'redirectTo', 'errorCallbackURL', 'newUserCallbackURL']

  test.each(ELSEWHERE)('not with %j after logging in', async elsewhere => {
    for (const name of NAMES) {
      const search = `?${new URLSearchParams({ [name]: elsewhere })}`
      for (const [status, answer] of [
        [400, await post('/sign-in/email', { email, password: PASSWORD, [name]: elsewhere })],
        [200, await post(`/sign-in/email${search}`, { email, password: PASSWORD })],
        [400, await post('/request-password-reset', { email, [name]: elsewhere })],
        [400, await post('/sign-out', { [name]: elsewhere })],
        [200, await post(`/sign-out${search}`, {})],
      ] as const) {
        expect([answer.status, answer.headers.get('location')]).toEqual([status, null])
        expect(await answer.text()).not.toMatch(/evil|javascript/)
      }
    }
    for (const { text } of app.sentEmails) expect(text).not.toMatch(/evil|javascript/)
  })

  test.each([
    '/reset-password/token?callbackURL=https://evil.example',
    '/verify-email?token=x&callbackURL=//evil.example',
    '/error?error=x',
  ])('the library’s own redirect %s is closed', async path => {
    const answer = await app.fetch(`/api/auth${path}`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([404, null])
  })

  test('nor does a forged host name', async () => {
    await post('/request-password-reset', { email }, { 'x-forwarded-host': 'evil.example' })
    await expect.poll(() => app.sentEmails.length).toBeGreaterThan(0)
    for (const { text } of app.sentEmails) expect(text).not.toContain('evil.example')
  })
})

describe('an error of the authentication library', () => {
  const REFUSED: readonly [string, number, string, () => Promise<Response>][] = [
    [
      'a wrong password',
      401,
      'INVALID_EMAIL_OR_PASSWORD',
      () => post('/sign-in/email', { email, password: 'wrong-password-9' }),
    ],
    ['no email', 400, 'INVALID', () => post('/sign-in/email', { email: 'walt', password: PASSWORD })],
    ['no password', 400, 'INVALID', () => post('/sign-in/email', { email })],
    ['a number', 400, 'INVALID', () => post('/sign-in/email', 7)],
    ['no body', 400, 'INVALID', () => app.fetch('/api/auth/sign-in/email', { method: 'POST' })],
    [
      'no JSON',
      400,
      'INVALID',
      () =>
        app.fetch('/api/auth/sign-in/email', {
          method: 'POST',
          body: '{',
          headers: { 'content-type': 'application/json' },
        }),
    ],
    [
      'a form',
      415,
      'INVALID',
      () =>
        app.fetch('/api/auth/sign-in/email', {
          method: 'POST',
          body: new URLSearchParams({ email, password: PASSWORD }),
        }),
    ],
    [
      'a link that never was',
      400,
      'INVALID_TOKEN',
      () => post('/reset-password', { token: 'x', newPassword: 'gravel-and-pine-7' }),
    ],
    [
      'a poor password',
      400,
      'INVALID',
      () => post('/reset-password', { token: 'x', newPassword: 'password' }),
    ],
    [
      'nobody',
      401,
      'UNAUTHORIZED',
      () => post('/change-password', { currentPassword: PASSWORD, newPassword: 'gravel-and-pine-7' }),
    ],
    ['the other method', 405, 'METHOD_NOT_ALLOWED', () => app.fetch('/api/auth/sign-in/email')],
    [
      'an endpoint that is closed',
      404,
      'NOT_FOUND',
      () => post('/sign-up/email', { email, password: PASSWORD, name: 'x' }),
    ],
  ]

  test.each(REFUSED)('%s: %d %s, in our format and without a log entry', async (_, status, code, ask) => {
    app.loggedErrors.splice(0)
    const answer = await ask()
    const body = (await answer.json()) as object
    expect([answer.status, body]).toEqual([
      status,
      expect.objectContaining({
        code,
        message: expect.any(String),
        requestId: answer.headers.get('x-request-id'),
      }),
    ])
    for (const name of Object.keys(body)) expect(['code', 'message', 'requestId', 'fields']).toContain(name)
    expect(app.loggedErrors).toEqual([])
  })

  test('that is unexpected is logged, under the id in the response', async () => {
    await sql`alter table auth_credential rename to auth_gone`.execute(app.database)
    app.loggedErrors.splice(0)
    const answer = await post('/sign-in/email', { email, password: PASSWORD })
    await sql`alter table auth_gone rename to auth_credential`.execute(app.database)
    const id = answer.headers.get('x-request-id')
    expect([answer.status, await answer.json()]).toEqual([
      500,
      {
        code: 'INTERNAL_SERVER_ERROR',
        requestId: id,
        message: `Something failed on our side and nothing was changed. If it stays, tell us ${id}.`,
      },
    ])
    expect(app.loggedErrors.map(({ message }) => message)).toContain(
      `Request ${id} (POST /api/auth/sign-in/email) failed.`,
    )
  })
})

describe('whether an email has an account cannot be found out by timing', () => {
  const work = async (ask: () => Promise<Response>) => {
    const before = { ...tried }
    const answer = await ask()
    const { requestId: _, ...body } = (await answer.json()) as Record<string, unknown>
    const rounds = tried.hashed + tried.verified - before.hashed - before.verified
    return { status: answer.status, body, rounds }
  }

  test('of a login: one round of Argon2id and the same message', async () => {
    const json = { password: 'wrong-password-9' }
    const known = await work(() => post('/sign-in/email', { ...json, email }))
    const unknown = await work(() => post('/sign-in/email', { ...json, email: 'nobody@mail.example' }))
    expect(known).toMatchObject({ status: 401, rounds: 1 })
    expect(unknown).toEqual(known)
  })

  describe('of a refused login, whatever is stored for the email', () => {
    const time = { now: 0 }
    const spend = async (ms: number) => {
      time.now += ms
    }
    // Twice as long as on the machine where they were measured.
    const COSTS = { argon2: 19, imported: 74 }
    const costs = { ...COSTS }
    let watched: TestApp
    beforeAll(async () => {
      watched = await createTestApp({
        connection: app.connection,
        clock: { now: () => time.now, sleep: spend },
        passwords: {
          hash: async password => {
            await spend(costs.argon2)
            return argon2.hash(password)
          },
          verify: async (hashed, password) => {
            await spend(isImportedHash(hashed) ? costs.imported : costs.argon2)
            return argon2.verify(hashed, password)
          },
        },
      })
      const store = (account: string, hash: string | null) =>
        sql`update auth_credential set password = ${hash} where user_id = ${account}`.execute(app.database)
      await store(app.ids.rosa, 'firebase-scrypt:v1:8:14:Bw==:AAAA:AAAA:AAAA')
      await store(app.ids.sam, null)
    })
    afterAll(() => watched.close())

    const timeOf = async (who: string) => {
      const startedAt = time.now
      const answer = await post('/sign-in/email', { email: who, password: 'wrong-password-9' }, {}, watched)
      expect(answer.status).toBe(401)
      return time.now - startedAt
    }

    test.each([
      ['no account', 'nobody@mail.example'],
      ['a company with an Argon2id hash', 'dana@bluebonnet.example'],
      ['an employee with an Argon2id hash', email],
      ['an employee with an imported hash', 'rosa@bluebonnet.example'],
      ['an employee without a password', 'sam@bluebonnet.example'],
      ['an RV owner', 'june.park@mail.example'],
      ['a founder', maya.email],
    ])('%s: it is sent 250 ms after it began', async (_, who) => {
      expect(await timeOf(who)).toBe(250)
    })

    test('an imported hash on a slow server: it is sent at the next multiple', async () => {
      costs.imported = 251
      expect(await timeOf('rosa@bluebonnet.example')).toBe(500)
      costs.imported = COSTS.imported
    })

    test('a right password is not delayed', async () => {
      const startedAt = time.now
      const answer = await post('/sign-in/email', { email, password: PASSWORD }, {}, watched)
      expect([answer.status, time.now - startedAt]).toEqual([200, COSTS.argon2])
    })

    test('a wrong code after the password is delayed as well', async () => {
      const startedAt = time.now
      const answer = await post('/two-factor/verify-totp', { code: '123456' }, {}, watched)
      expect([answer.status, time.now - startedAt]).toEqual([401, 250])
    })
  })

  test('of a reset request: the same rows and the same message', async () => {
    const rows = async () => {
      const { rows } = await sql<{ emails: number; resets: number }>`
        select (select count(*) from email_outbox) as emails, (select count(*) from auth_verification) as resets
      `.execute(app.database)
      return { emails: Number(rows[0]?.emails), resets: Number(rows[0]?.resets) }
    }
    const asked = async (who: string) => {
      const before = await rows()
      const result = await work(() => post('/request-password-reset', { email: who }))
      const after = await rows()
      return { ...result, emails: after.emails - before.emails, resets: after.resets - before.resets }
    }
    const known = await asked(email)
    expect(known).toMatchObject({ status: 200, rounds: 0, emails: 1, resets: 1 })
    expect(await asked('nobody@mail.example')).toEqual(known)
  })
})

describe('the password hash of a new account', () => {
  const person = () => ({
    firstName: 'Fay',
    lastName: 'Moss',
    email: `${crypto.randomUUID()}@bluebonnet.example`,
    phone: '(574) 555-0188',
    licenseNumber: 'IN-1',
  })
  const { owner: _, ...company } = bluebonnet

  test.each([
    [
      'a company',
      (at: TestApp, password: string) =>
        at.as('visitor').companies.register({ ...company, email: person().email, password }),
    ],
    [
      'an employee',
      (at: TestApp, password: string) => at.as('dana').employees.register({ ...person(), password }),
    ],
  ])('is computed before %s takes a database connection', async (_, register) => {
    let hashed = 0
    const watched = await createTestApp({
      passwords: {
        ...argon2,
        hash: async password => {
          hashed++
          await waitUntilNoIdleTransaction(app.database)
          return argon2.hash(password)
        },
      },
      connection: app.connection,
    })
    await watched.as('dana').me()
    await register(watched, 'gravel-and-pine-7')
    expect(hashed).toBe(1)
    // A password that is not allowed is refused before hashing.
    await expect(register(watched, 'password')).rejects.toMatchObject({ code: 'INVALID' })
    expect(hashed).toBe(1)
    await watched.close()
  })
})

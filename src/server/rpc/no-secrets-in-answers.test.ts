import { inspect } from 'node:util'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createJsonLogger, createTextLogger } from '#server/lib/logger.ts'
import { bluebonnet, june, PASSWORD } from '#server/seed/demo-accounts.ts'
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts'

// Whatever fails: no client sees why, and no secret reaches the log.

const SECRETS = {
  password: 'Quillfish-Lantern-41',
  other: 'Marmot-Gable-77',
  token: 'reset-token-Zq81',
  bearer: 'bearer-token-Xk55',
  cookie: 'cookie-value-Jv29',
}
const email = 'walt@bluebonnet.example'

let app: TestApp
let cookie: string
let logged = ''
const write = (text: string) => {
  logged += text
}
beforeAll(async () => {
  const [json, sentences] = [createJsonLogger({ write }), createTextLogger(write)]
  const console = ['log', 'info', 'warn', 'error', 'debug'] as const
  for (const name of console)
    vi.spyOn(globalThis.console, name).mockImplementation((...args) =>
      write(args.map(one => inspect(one)).join(' ')),
    )
  vi.spyOn(process.stderr, 'write').mockImplementation(text => {
    write(String(text))
    return true
  })
  app = await createTestApp({
    rateLimits: true,
    log: {
      ...json,
      error: (...args) => {
        json.error(...args)
        sentences.error(...args)
      },
    },
  })
  cookie = await app.signIn(email)
})
afterAll(() => {
  vi.restoreAllMocks()
  return app.close()
})
afterEach(() => {
  logged = ''
})

const asWalt = (more: Record<string, string> = {}) => ({
  cookie: `${cookie}; other=${SECRETS.cookie}`,
  ...more,
})
const post = (path: string, json: unknown, headers: Record<string, string> = {}) =>
  app.fetch(path, { method: 'POST', json, headers })

const { owner: _, ...company } = bluebonnet
/** Requests that contain secrets, as sent. */
const ASKED: Readonly<Record<string, () => Promise<Response>>> = {
  'signing in': () => post('/api/auth/sign-in/email', { email, password: SECRETS.password }),
  'signing in rightly': () => post('/api/auth/sign-in/email', { email, password: PASSWORD }),
  'signing in as nobody': () =>
    post('/api/auth/sign-in/email', { email: SECRETS.other, password: SECRETS.password }),
  'a new password': () =>
    post(
      '/api/auth/change-password',
      { currentPassword: SECRETS.password, newPassword: SECRETS.other },
      asWalt(),
    ),
  'a link': () => post('/api/auth/reset-password', { token: SECRETS.token, newPassword: SECRETS.other }),
  'asking for a link': () => post('/api/auth/request-password-reset', { email }),
  'a new company': () =>
    post('/api/companies', { ...company, email: 'new@mail.example', password: SECRETS.password }),
  'a company that is there': () =>
    post('/rpc/companies/register', { json: { ...company, password: SECRETS.password } }),
  'half a body': () =>
    app.fetch('/api/companies', {
      method: 'POST',
      body: `{"password":"${SECRETS.password}"`,
      headers: { 'content-type': 'application/json' },
    }),
  'a forged session': () =>
    app.fetch('/api/tickets', { headers: { cookie: `rigwright.session_token=${SECRETS.cookie}.x` } }),
  'a forged token': () =>
    app.fetch('/api/tickets', { headers: { authorization: `Bearer ${SECRETS.bearer}` } }),
  'a list': () => app.fetch('/api/tickets', { headers: asWalt() }),
  'the public list': () => app.fetch('/api/companies'),
  'a ticket': () => post('/api/tickets', { ...june, jobs: [] }, asWalt()),
  'an image': () =>
    app.fetch('/api/company/image', { method: 'PUT', body: SECRETS.password, headers: asWalt() }),
  'an export': () => app.fetch('/api/company/export', { headers: asWalt() }),
  health: () => app.fetch('/api/health'),
}

const EXPIRED = [
  'auth_user',
  'auth_session',
  'auth_credential',
  'auth_verification',
  'directory',
  'rig',
  'email_outbox',
  'rate_limit_counter',
  'company',
  'company_version',
]
/** What is broken on purpose, and how it is repaired. */
const BROKEN: readonly [string, string, string][] = [
  ['nothing', 'select', 'select'],
  ...EXPIRED.map((name): [string, string, string] => [
    `the table ${name}`,
    `alter table ${name} rename to gone_${name}`,
    `alter table gone_${name} rename to ${name}`,
  ]),
  [
    'a row that does not fit',
    `alter table auth_user add constraint nothing_fits check (name = '') not valid`,
    'alter table auth_user drop constraint nothing_fits',
  ],
  [
    'a session that does not fit',
    `alter table auth_session add constraint nothing_fits check (token = '') not valid`,
    'alter table auth_session drop constraint nothing_fits',
  ],
  [
    'a function that fails',
    'alter function account_membership(uuid) rename to account_sitting',
    'alter function account_sitting(uuid) rename to account_membership',
  ],
]
/** A stack trace, a file, a query or a database name. */
const INSIDE =
  /\bat \S+ \(|node_modules|\.[cm]?[tj]s:\d|\/(src|dist)\/|select |insert |update |relation|constraint|column|auth_|rate_limit_counter|company_version|gone_|kysely|postgres/i

describe.each(BROKEN)('with %s broken', (_, breakSql, repairSql) => {
  test('no response reveals internals, and no log what was sent', async () => {
    await sql.raw(breakSql).execute(app.database)
    try {
      for (const [name, ask] of Object.entries(ASKED)) {
        const answer = await ask()
        const text = await answer.text()
        if (!answer.ok) expect(text, name).not.toMatch(INSIDE)
        for (const secret of Object.values(SECRETS)) expect(text, name).not.toContain(secret)
        if (answer.status >= 500) expect(logged, name).toContain(answer.headers.get('x-request-id'))
      }
      const [token = ''] = cookie.replace(/^[^=]+=/, '').split('.')
      // PostgreSQL's detail of a row that does not fit contains the row.
      expect(logged).not.toMatch(/Failing row|Key \(/)
      for (const secret of [...Object.values(SECRETS), token, PASSWORD, '$argon2id'])
        expect(logged).not.toContain(secret)
    } finally {
      await sql.raw(repairSql).execute(app.database)
      await sql`delete from rate_limit_counter`.execute(app.database)
    }
  })
})

test('the errors above were logged', async () => {
  await sql`alter table auth_user rename to gone_auth_user`.execute(app.database)
  await ASKED['signing in']?.()
  await sql`alter table gone_auth_user rename to auth_user`.execute(app.database)
  expect(logged).toMatch(/auth_user/)
})

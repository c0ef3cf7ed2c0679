import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { totpCode } from '../../../test/support/totp.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const EMAILS = {
  dana: 'dana@bluebonnet.example',
  rosa: 'rosa@bluebonnet.example',
  sam: 'sam@bluebonnet.example',
  walt: 'walt@bluebonnet.example',
  ray: 'ray@lonestar.example',
  wyatt: 'wyatt@lonestar.example',
}

const post = (path: string, cookie: string, json: object) =>
  app.fetch(`/api/auth/${path}`, { method: 'POST', json, headers: { cookie } })
const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .filter(cookie => !cookie?.endsWith('='))
    .join('; ')
const errorOf = async (answer: Response) => {
  const { code } = (await answer.json()) as { code?: string }
  return [answer.status, code]
}
const sessionsOf = async (email: string): Promise<number> =>
  (
    await sql`select s.id from auth_session s join auth_user u on u.id = s.user_id
      where u.email = ${email}`.execute(app.database)
  ).rows.length

/** The key and recovery codes of an unconfirmed setup. */
async function begin(cookie: string, password = PASSWORD) {
  const answer = await post('two-factor/enable', cookie, { password })
  expect(answer.status).toBe(200)
  const { totpURI, backupCodes } = (await answer.json()) as { totpURI: string; backupCodes: string[] }
  return { key: new URL(totpURI).searchParams.get('secret') ?? '', uri: totpURI, codes: backupCodes }
}

/** Turns it on with the current code; that code cannot be used again. */
async function turnOn(email: string) {
  const cookie = await app.signIn(email)
  const { key, codes } = await begin(cookie)
  const answer = await post('two-factor/verify-totp', cookie, { code: totpCode(key) })
  expect(answer.status).toBe(200)
  return { key, codes, cookie: cookiesOf(answer), before: cookie }
}

const password = (email: string) => post('sign-in/email', '', { email, password: PASSWORD })
/** The browser's cookie between password and code. */
const challenge = async (email: string): Promise<string> => cookiesOf(await password(email))

describe('two-factor authentication', () => {
  test('cannot be set up without the password or a session', async () => {
    const cookie = await app.signIn(EMAILS.dana)
    expect(await errorOf(await post('two-factor/enable', cookie, { password: 'wrong' }))).toEqual([
      400,
      'INVALID_PASSWORD',
    ])
    expect((await post('two-factor/enable', '', { password: PASSWORD })).status).toBe(401)
  })

  test('takes effect only after a correct code', async () => {
    const cookie = await app.signIn(EMAILS.dana)
    const { uri, codes } = await begin(cookie)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Rigwright:dana%40bluebonnet\.example\?secret=[A-Z2-7]{32,}&/)
    expect(codes).toHaveLength(10)
    expect(await errorOf(await post('two-factor/verify-totp', cookie, { code: '12' }))).toEqual([
      401,
      'INVALID_CODE',
    ])
    expect(await app.withCookie(cookie).account.get()).toMatchObject({ hasTwoFactor: false })
    expect(await app.withCookie(await app.signIn(EMAILS.dana)).me()).toMatchObject({ kind: 'owner' })
  })

  test('requires the code, and there is no session before it', async () => {
    const email = EMAILS.rosa
    const { key, cookie, before } = await turnOn(email)
    expect(await app.withCookie(cookie).account.get()).toMatchObject({
      hasTwoFactor: true,
      recoveryCodes: 10,
    })
    // Turning it on gave this browser a new token.
    expect(await app.withCookie(before).me()).toEqual({ kind: 'visitor' })
    const count = await sessionsOf(email)

    const asked = await password(email)
    expect(await asked.json()).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] })
    expect(asked.headers.get('set-auth-token')).toBeNull()
    expect(await sessionsOf(email)).toBe(count)
    const held = cookiesOf(asked)
    expect(held).not.toContain('session_token')
    expect(await app.withCookie(held).me()).toEqual({ kind: 'visitor' })

    const answer = await post('two-factor/verify-totp', held, { code: totpCode(key, 1) })
    const token = answer.headers.get('set-auth-token')
    expect([answer.status, await answer.json()]).toEqual([200, { status: true, token }])
    expect(await app.withCookie(cookiesOf(answer)).me()).toMatchObject({ name: 'Rosa Díaz' })
    // No browser is exempt next time.
    expect(cookiesOf(answer)).not.toContain('trust_device')
  })

  test('accepts a code once, even from someone else with the password', async () => {
    const email = EMAILS.sam
    const { key } = await turnOn(email)
    const code = totpCode(key, 1)
    const [first, second] = [await challenge(email), await challenge(email)]
    expect((await post('two-factor/verify-totp', first, { code })).status).toBe(200)
    expect(await errorOf(await post('two-factor/verify-totp', second, { code }))).toEqual([
      401,
      'INVALID_CODE',
    ])
    // And the password does not count as the second factor.
    const next = await post('two-factor/verify-totp', first, { code: totpCode(key, 1) })
    expect(next.status).toBe(401)
  })

  test('accepts the same code once in concurrent requests', async () => {
    const email = EMAILS.walt
    const { key } = await turnOn(email)
    const held = await Promise.all([1, 2, 3, 4].map(() => challenge(email)))
    const code = totpCode(key, 1)
    const answers = await Promise.all(held.map(cookie => post('two-factor/verify-totp', cookie, { code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  })

  test('blocks codes for a while after ten wrong ones in all', async () => {
    const email = EMAILS.ray
    const { key, codes } = await turnOn(email)
    const statuses: number[] = []
    for (const round of [0, 1]) {
      const cookie = await challenge(email)
      for (let wrong = 0; wrong < 5; wrong += 1) {
        const code = `x${round}${wrong}`
        const answer = await post('two-factor/verify-totp', cookie, { code })
        statuses.push(answer.status)
      }
    }
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 401))
    const cookie = await challenge(email)
    expect(await errorOf(await post('two-factor/verify-totp', cookie, { code: totpCode(key, 1) }))).toEqual([
      429,
      'ACCOUNT_TEMPORARILY_LOCKED',
    ])
    expect((await post('two-factor/verify-backup-code', cookie, { code: codes[0] })).status).toBe(429)
  })

  test('allows five tries per password entry', async () => {
    const email = EMAILS.wyatt
    const { key } = await turnOn(email)
    const cookie = await challenge(email)
    for (let wrong = 0; wrong < 5; wrong += 1)
      expect((await post('two-factor/verify-totp', cookie, { code: `y${wrong}` })).status).toBe(401)
    const answer = await post('two-factor/verify-totp', cookie, { code: 'y5' })
    expect(await errorOf(answer)).toEqual([400, 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE'])
    const again = await post('two-factor/verify-totp', await challenge(email), { code: totpCode(key, 1) })
    expect(again.status).toBe(200)
  })

  test('cannot be used for guessing by a logged-in user', async () => {
    const cookie = await app.signIn(EMAILS.dana)
    const { key, codes } = await begin(cookie)
    const answer = await post('two-factor/verify-backup-code', cookie, { code: codes[0] })
    expect(await errorOf(answer)).toEqual([400, 'INVALID'])
    const on = cookiesOf(await post('two-factor/verify-totp', cookie, { code: totpCode(key) }))
    expect(await errorOf(await post('two-factor/verify-totp', on, { code: totpCode(key) }))).toEqual([
      400,
      'INVALID',
    ])
    await off(on)
  })
})

const off = async (cookie: string) =>
  expect((await post('two-factor/disable', cookie, { password: PASSWORD })).status).toBe(200)

test('the owner sees in the log that the password was entered, a code refused, and who logged in', async () => {
  const events = async () =>
    (
      await sql<{ event: string; account: string }>`
        select event, account from sign_in where account = ${app.ids.dana} order by at, sign_in_id`.execute(
        app.database,
      )
    ).rows.map(({ event }) => event)
  const { cookie, key } = await turnOn(EMAILS.dana)
  const before = (await events()).length
  // Each entry is newer than the one before.
  app.now = new Date(app.now.getTime() + 1000)
  const held = await challenge(EMAILS.dana)
  app.now = new Date(app.now.getTime() + 1000)
  await post('two-factor/verify-totp', held, { code: 'z' })
  app.now = new Date(app.now.getTime() + 1000)
  await post('two-factor/verify-totp', held, { code: totpCode(key, 1) })
  const newEvents = (await events()).slice(before)
  await off(cookie)
  expect(newEvents).toEqual(['password-given', 'code-refused', 'signed-in'])
})

test('wrong codes do not count as wrong passwords', async () => {
  const limited = await createTestApp({ connection: app.connection, rateLimits: true })
  const json = { email: EMAILS.wyatt, password: PASSWORD }
  for (let tries = 0; tries < 12; tries += 1) {
    const given = await limited.fetch('/api/auth/sign-in/email', { method: 'POST', json })
    expect(given.status).toBe(200)
    const headers = { cookie: cookiesOf(given) }
    await limited.fetch('/api/auth/two-factor/verify-totp', { method: 'POST', json: { code: 'x' }, headers })
  }
  await limited.close()
})

describe('recovery codes', () => {
  const email = EMAILS.dana

  test('work once each, in any notation', async () => {
    const { cookie, codes } = await turnOn(email)
    const [code = ''] = codes
    expect(code).toMatch(/^[2-9a-z]{5}-[2-9a-z]{5}$/)
    const typed = ` ${code.toUpperCase().replace('-', ' ')}`
    const answer = await post('two-factor/verify-backup-code', await challenge(email), { code: typed })
    const token = answer.headers.get('set-auth-token')
    expect([answer.status, await answer.json()]).toEqual([200, { status: true, token }])
    expect(await app.withCookie(cookiesOf(answer)).me()).toMatchObject({ kind: 'owner' })
    expect(await app.withCookie(cookie).account.get()).toMatchObject({ recoveryCodes: 9 })

    const again = await post('two-factor/verify-backup-code', await challenge(email), { code })
    expect(await errorOf(again)).toEqual([401, 'INVALID_BACKUP_CODE'])
    const other = await post('two-factor/verify-backup-code', await challenge(email), { code: codes[1] })
    expect(other.status).toBe(200)
    // Both are reported, to the account and to the owner.
    const emails = await sql`select from email_outbox
      where recipient = ${email} and subject = 'A recovery code was used at Rigwright'`.execute(app.database)
    expect(emails.rows).toHaveLength(2)
    const { signIns } = await app.withCookie(cookie).audit.listSignIns({})
    expect(signIns.filter(({ event }) => event === 'recovery-code-used')).toHaveLength(2)
    await off(cookie)
  })

  test('and codes of an app let in a browser that sends them twice at once', async () => {
    const { key, codes, cookie } = await turnOn(email)
    for (const [path, code] of [
      ['two-factor/verify-totp', totpCode(key, 1)],
      ['two-factor/verify-backup-code', codes[0]],
    ] as const) {
      const held = await challenge(email)
      const count = await sessionsOf(email)
      const answers = await Promise.all([1, 2, 3].map(() => post(path, held, { code })))
      expect([path, answers.map(({ status }) => status).filter(status => status === 200)]).toEqual([
        path,
        [200],
      ])
      expect(await sessionsOf(email)).toBe(count + 1)
    }
    await off(cookie)
  })

  test('work once in concurrent requests', async () => {
    const { codes, cookie } = await turnOn(email)
    const held = await Promise.all([1, 2, 3, 4].map(() => challenge(email)))
    const answers = await Promise.all(
      held.map(cookie => post('two-factor/verify-backup-code', cookie, { code: codes[0] })),
    )
    expect(answers.map(({ status }) => status).filter(status => status === 200)).toEqual([200])
    await off(cookie)
  })

  test("are stored only as Argon2id hashes with the account's salt, and the key encrypted", async () => {
    const { cookie, key, codes } = await turnOn(email)
    const { rows } = await sql<{ backupCodes: string; secret: string }>`
      select backup_codes, secret from auth_two_factor where user_id = ${app.ids.dana}`.execute(app.database)
    const { backupCodes = '', secret = '' } = rows[0] ?? {}
    const hashes = JSON.parse(backupCodes) as string[]
    expect(hashes).toHaveLength(10)
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    for (const code of codes) expect(backupCodes).not.toContain(code)
    // None of the hashes works as a code: a stolen database opens nothing.
    const stolen = await post('two-factor/verify-backup-code', await challenge(email), { code: hashes[0] })
    expect(stolen.status).toBe(401)
    const raw = Buffer.from(key).toString()
    expect(secret).not.toContain(raw)
    expect(secret.length).toBeGreaterThan(64)
    await off(cookie)
  })

  test('are replaced with the password, and earlier ones stop working', async () => {
    const { cookie, codes } = await turnOn(email)
    const make = (typed: string) => post('two-factor/generate-backup-codes', cookie, { password: typed })
    expect(await errorOf(await make('wrong'))).toEqual([400, 'INVALID_PASSWORD'])
    const { backupCodes } = (await (await make(PASSWORD)).json()) as { backupCodes: string[] }
    expect(backupCodes).toHaveLength(10)
    const before = await post('two-factor/verify-backup-code', await challenge(email), { code: codes[0] })
    expect(before.status).toBe(401)
    const now = await post('two-factor/verify-backup-code', await challenge(email), { code: backupCodes[0] })
    expect(now.status).toBe(200)
    await off(cookie)
  })
})

describe('turning off two-factor', () => {
  const email = EMAILS.dana

  test('requires the password, and the next login needs no code', async () => {
    const { cookie } = await turnOn(email)
    expect(await errorOf(await post('two-factor/disable', cookie, { password: 'wrong' }))).toEqual([
      400,
      'INVALID_PASSWORD',
    ])
    await off(cookie)
    expect(await (await password(email)).json()).not.toHaveProperty('twoFactorRedirect')
    const { rows } = await sql`select id from auth_two_factor where user_id = ${app.ids.dana}`.execute(
      app.database,
    )
    expect(rows).toEqual([])
  })

  test('sends an email, and so do turning it on and new recovery codes', async () => {
    const before = app.sentEmails.length
    const { cookie } = await turnOn(email)
    await post('two-factor/generate-backup-codes', cookie, { password: PASSWORD })
    await off(cookie)
    await expect.poll(() => app.sentEmails.length).toBeGreaterThanOrEqual(before + 3)
    const mine = app.sentEmails.slice(before).filter(({ recipient }) => recipient === email)
    expect(mine.map(({ subject }) => subject).sort()).toEqual([
      'New recovery codes were created at Rigwright',
      'Two-factor authentication was turned off at Rigwright',
      'Two-factor authentication was turned on at Rigwright',
    ])
    expect(mine[0]?.text).toContain(`${app.url}/reset-password`)
    const signInEvents = (await app.as('dana').audit.listSignIns({})).signIns.map(({ event }) => event)
    for (const event of ['two-factor-on', 'recovery-codes', 'two-factor-off'])
      expect(signInEvents).toContain(event)
  })

  test('sends no email when refused', async () => {
    const cookie = await app.signIn(email)
    const count = async () =>
      (await sql`select email_id from email_outbox where recipient = ${email}`.execute(app.database)).rows
        .length
    const before = await count()
    await post('two-factor/disable', cookie, { password: 'wrong' })
    await post('change-password', cookie, { currentPassword: 'wrong', newPassword: 'gravel-and-pine-7' })
    expect(await count()).toBe(before)
  })
})

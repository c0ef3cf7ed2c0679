import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { verifyImportedPassword } from './imported-password.ts'
import { argon2 } from './password-hashing.ts'

// The example that github.com/firebase/scrypt publishes.
const SIGNER_KEY = 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=='
const SALT = '42xEC+ixf3L2lw=='
const HASH = 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=='
const PASSWORD = 'user1password'
const importedWith = ({ rounds = '8', memCost = '14', key = SIGNER_KEY, salt = SALT, hash = HASH } = {}) =>
  `firebase-scrypt:v1:${rounds}:${memCost}:Bw==:${key}:${salt}:${hash}`
const IMPORTED = importedWith()

describe('an imported hash', () => {
  test.each([
    ['its password', IMPORTED, PASSWORD, true],
    ['a password that differs in a letter', IMPORTED, 'user1passwore', false],
    ['an empty password', IMPORTED, '', false],
    ['other rounds', importedWith({ rounds: '7' }), PASSWORD, false],
    ['the lowest cost', importedWith({ memCost: '1', rounds: '1' }), PASSWORD, false],
    ['another salt', importedWith({ salt: 'AAAA' }), PASSWORD, false],
    ['half of the hash', importedWith({ hash: HASH.slice(0, 40) }), PASSWORD, false],
  ])('with %s', async (_, hashed, password, isRight) => {
    expect(await verifyImportedPassword(hashed, password)).toBe(isRight)
  })

  test.each([
    ['memory of terabytes', importedWith({ memCost: '40' })],
    ['one more than the service allows', importedWith({ memCost: '15' })],
    ['rounds without end', importedWith({ rounds: '1000000000' })],
    ['no rounds', importedWith({ rounds: '0' })],
    ['a cost that is no number', importedWith({ memCost: '1e1' })],
    ['a negative cost', importedWith({ memCost: '-1' })],
    ['no hash', importedWith({ hash: '' })],
    ['no key', importedWith({ key: '' })],
    ['a field too many', `${IMPORTED}:x`],
    ['a field too few', IMPORTED.slice(0, IMPORTED.lastIndexOf(':'))],
    ['nothing', 'firebase-scrypt:v1:'],
  ])('with %s is refused without computing it', async (_, hashed) => {
    expect(await verifyImportedPassword(hashed, PASSWORD)).toBeNull()
    expect(await argon2.verify(hashed, PASSWORD)).toBe(false)
  })
})

describe('an imported account', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  const bring = (account: string, hash = IMPORTED) =>
    sql`update auth_credential set password = ${hash} where user_id = ${account}`.execute(app.database)
  const storedHash = async (account: string) => {
    const { rows } = await sql<{ password: string }>`
      select password from auth_credential where user_id = ${account}`.execute(app.database)
    return rows[0]?.password ?? ''
  }
  const login = (email: string, password: string) =>
    app.fetch('/api/auth/sign-in/email', { method: 'POST', json: { email, password } })

  test('logs in with its password, once and again, and its hash is Argon2id afterwards', async () => {
    const email = 'walt@bluebonnet.example'
    await bring(app.ids.walt)
    const first = await app.signIn(email, PASSWORD)
    const replaced = await storedHash(app.ids.walt)
    expect(replaced).toMatch(/^\$argon2id\$/)
    const again = await app.signIn(email, PASSWORD)
    expect(await storedHash(app.ids.walt)).toBe(replaced)
    for (const cookie of [first, again])
      expect(await app.withCookie(cookie).me()).toMatchObject({ name: 'Walt Kim' })
  })

  test.each([
    ['another password', IMPORTED, 'wrong-password-9'],
    ['a hash of absurd cost', importedWith({ memCost: '40' }), PASSWORD],
    ['a hash cut short', IMPORTED.slice(0, 60), PASSWORD],
  ])('is refused with %s like any other, and its hash stays', async (_, hash, password) => {
    await bring(app.ids.rosa, hash)
    const answer = await login('rosa@bluebonnet.example', password)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ message: 'Invalid email or password' })
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await storedHash(app.ids.rosa)).toBe(hash)
  })

  test('logs in on several devices at once', async () => {
    await bring(app.ids.sam)
    const cookies = await Promise.all(
      Array.from({ length: 4 }, () => app.signIn('sam@bluebonnet.example', PASSWORD)),
    )
    for (const cookie of cookies)
      expect(await app.withCookie(cookie).me()).toMatchObject({ name: 'Sam Ortiz' })
    expect(await argon2.verify(await storedHash(app.ids.sam), PASSWORD)).toBe(true)
  })

  test('confirms its password elsewhere too, if it is still the imported one', async () => {
    const cookie = await app.signIn('wyatt@lonestar.example')
    const post = (path: string, json: object) =>
      app.fetch(`/api/auth/${path}`, { method: 'POST', json, headers: { cookie } })
    await bring(app.ids.wyatt)
    expect((await post('two-factor/enable', { password: PASSWORD })).status).toBe(200)
    const change = { currentPassword: PASSWORD, newPassword: 'gravel-and-pine-7' }
    expect((await post('change-password', change)).status).toBe(200)
    expect(await storedHash(app.ids.wyatt)).toMatch(/^\$argon2id\$/)
    const owner = app.withCookie(await app.signIn('june.park@mail.example'))
    await bring(app.ids.june)
    expect(await owner.rvOwners.deleteAccount({ password: PASSWORD })).toEqual({ done: true })
  })
})

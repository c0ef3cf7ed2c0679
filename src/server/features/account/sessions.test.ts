import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

const sam = 'sam@bluebonnet.example'
const dana = 'dana@bluebonnet.example'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function signInFrom(userAgent: string, email = sam): Promise<string> {
  const answer = await app.fetch('/api/auth/sign-in/email', {
    method: 'POST',
    json: { email, password: PASSWORD },
    headers: { 'user-agent': userAgent },
  })
  return (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
}
const idOf = async (cookie: string): Promise<string> =>
  (await app.withCookie(cookie).account.sessions()).find(({ isCurrent }) => isCurrent)?.id ?? ''
const isIn = async (cookie: string): Promise<boolean> =>
  (await app.withCookie(cookie).me()).kind !== 'visitor'

/** Backdates a session's start and last use, with the matching expiry. */
async function age(sessionId: string, { began, used }: { began: number; used: number }): Promise<void> {
  const [signedInAt, usedAt] = [new Date(Date.now() - began), new Date(Date.now() - used)]
  const end = new Date(Math.min(signedInAt.getTime() + 30 * DAY_MS, usedAt.getTime() + 7 * DAY_MS))
  await sql`update auth_session set created_at = ${signedInAt}, updated_at = ${usedAt}, expires_at = ${end}
    where id = ${sessionId}`.execute(app.database)
}
const rowOf = async (sessionId: string) =>
  (
    await sql<{ createdAt: Date; updatedAt: Date; expiresAt: Date }>`
      select created_at, updated_at, expires_at from auth_session where id = ${sessionId}`.execute(
      app.database,
    )
  ).rows[0]

describe("the list of one's sessions", () => {
  test('has device, address and times, and no token', async () => {
    const [here, there] = [await signInFrom(IPHONE), await signInFrom('node')]
    const sessions = await app.withCookie(here).account.sessions()
    expect(sessions.find(({ isCurrent }) => isCurrent)).toEqual({
      id: expect.any(String),
      device: 'Safari on iPhone',
      address: '127.0.0.1',
      isCurrent: true,
      signedInAt: expect.any(Date),
      lastUsedAt: expect.any(Date),
    })
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    expect(sessions.map(({ id }) => id)).toContain(await idOf(there))
    const answer = await app.fetch('/api/account/sessions', { headers: { cookie: here } })
    const text = await answer.text()
    const { rows } = await sql<{ token: string }>`select token from auth_session`.execute(app.database)
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.filter(({ token }) => text.includes(token))).toEqual([])
  })

  test("has only one's own", async () => {
    await signInFrom(IPHONE, dana)
    const shown = await app.as('sam').account.sessions()
    const { rows } = await sql<{ id: string }>`
      select id from auth_session where user_id = ${app.ids.sam}`.execute(app.database)
    expect(shown.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort())
  })

  test('leaves out expired ones', async () => {
    const over = await idOf(await signInFrom(IPHONE))
    await age(over, { began: 8 * DAY_MS, used: 7 * DAY_MS + HOUR_MS })
    expect((await app.as('sam').account.sessions()).map(({ id }) => id)).not.toContain(over)
  })
})

describe('a listed session', () => {
  test('can be ended by its owner, at the very next request', async () => {
    const [here, lost] = [await signInFrom('node'), await signInFrom(IPHONE)]
    const sessionId = await idOf(lost)
    await app.withCookie(here).account.endSession({ sessionId })
    expect([await isIn(here), await isIn(lost)]).toEqual([true, false])
    expect(await rowOf(sessionId)).toBeUndefined()
  })

  test.each(['dana', 'wyatt'] as const)('is NOT_FOUND for %s, and stays', async person => {
    const cookie = await signInFrom(IPHONE)
    const sessionId = await idOf(cookie)
    expect(await errorOf(app.as(person).account.endSession({ sessionId }))).toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await isIn(cookie)).toBe(true)
  })

  test('that has ended, or never existed, is NOT_FOUND', async () => {
    expect(await errorOf(app.as('sam').account.endSession({ sessionId: randomUUID() }))).toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('closes its live stream at once, an owner’s and an employee’s', async () => {
    for (const email of [sam, dana]) {
      const [here, lost] = [await signInFrom('node', email), await signInFrom(IPHONE, email)]
      const stream = await app.fetch('/api/live', { headers: { cookie: lost } })
      const reader = stream.body?.getReader()
      await reader?.read()
      let hasEnded = false
      const reading = (async () => {
        while (!(await reader?.read())?.done);
        hasEnded = true
      })()
      await app.withCookie(here).account.endSession({ sessionId: await idOf(lost) })
      // The heartbeat, every 15 seconds, would end it as well: this is sooner.
      await vi.waitFor(() => expect(hasEnded).toBe(true), { timeout: 10_000 })
      await reading
    }
  })
})

test('all other sessions are ended at once, and this one stays', async () => {
  const here = await signInFrom('node')
  const others = [await signInFrom(IPHONE), await signInFrom('node')]
  const dana = app.as('dana')
  await dana.me()
  await app.withCookie(here).account.endOtherSessions()
  expect(await Promise.all([here, ...others].map(isIn))).toEqual([true, false, false])
  expect(await app.withCookie(here).account.sessions()).toHaveLength(1)
  expect(await dana.me()).toMatchObject({ kind: 'owner' })
})

describe('a session', () => {
  test('has a new token and id at every login', async () => {
    const cookies = [await signInFrom('node'), await signInFrom('node')]
    expect(new Set(cookies).size).toBe(2)
    expect(new Set(await Promise.all(cookies.map(idOf))).size).toBe(2)
  })

  test('unused for 7 days has ended, for every endpoint', async () => {
    const cookie = await signInFrom('node')
    await age(await idOf(cookie), { began: 8 * DAY_MS, used: 7 * DAY_MS + HOUR_MS })
    const change = await app.fetch('/api/auth/change-password', {
      method: 'POST',
      headers: { cookie },
      json: { currentPassword: PASSWORD, newPassword: 'gravel-and-pine-7' },
    })
    expect(change.status).toBe(401)
    expect(await isIn(cookie)).toBe(false)
  })

  test('used on the sixth day lasts seven more, and the list says when', async () => {
    const cookie = await signInFrom('node')
    const sessionId = await idOf(cookie)
    await age(sessionId, { began: 10 * DAY_MS, used: 6 * DAY_MS })
    expect(await isIn(cookie)).toBe(true)
    const { updatedAt, expiresAt } = (await rowOf(sessionId)) ?? {}
    expect(Date.now() - (updatedAt?.getTime() ?? 0)).toBeLessThan(HOUR_MS)
    expect((expiresAt?.getTime() ?? 0) - (updatedAt?.getTime() ?? 0)).toBe(7 * DAY_MS)
  })

  test('ends after 30 days, even if used', async () => {
    const cookie = await signInFrom('node')
    const sessionId = await idOf(cookie)
    await age(sessionId, { began: 29 * DAY_MS, used: HOUR_MS })
    expect(await isIn(cookie)).toBe(true)
    const { createdAt, expiresAt } = (await rowOf(sessionId)) ?? {}
    expect((expiresAt?.getTime() ?? 0) - (createdAt?.getTime() ?? 0)).toBe(30 * DAY_MS)
    await age(sessionId, { began: 30 * DAY_MS + HOUR_MS, used: HOUR_MS })
    expect(await isIn(cookie)).toBe(false)
  })

  test('has a cookie that expires with it', async () => {
    const answer = await app.fetch('/api/auth/sign-in/email', {
      method: 'POST',
      json: { email: sam, password: PASSWORD },
    })
    expect(answer.headers.getSetCookie()[0]).toMatch(/; Max-Age=2592000;/)
  })

  test('is deleted from the database on logout', async () => {
    const cookie = await signInFrom('node')
    const sessionId = await idOf(cookie)
    await app.fetch('/api/auth/sign-out', { method: 'POST', json: {}, headers: { cookie } })
    expect(await rowOf(sessionId)).toBeUndefined()
  })
})

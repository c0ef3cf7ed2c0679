import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { june, walt } from '#server/seed/demo-accounts.ts'
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts'

// A session is cached for a minute, and each transaction confirms it: whatever was taken away counts at once.

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const { vin } = june.customerRV

/** The session of a new login, as a cookie and as a bearer token, both cached. */
async function signedIn(): Promise<Record<'cookie' | 'bearer', Record<string, string>>> {
  const cookie = await app.signIn(walt.email)
  const token = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1))
  const headers = { cookie: { cookie }, bearer: { authorization: `Bearer ${token}` } }
  for (const sent of Object.values(headers)) expect((await board(sent)).status).toBe(200)
  return headers
}
const endSessionsAt = (at: Date, micros: number) =>
  sql`update auth_session set expires_at = ${at}::timestamptz + ${micros} * interval '1 microsecond'
    where user_id = ${app.ids.walt}`.execute(app.database)
const board = (headers: Record<string, string>) => app.fetch('/api/board', { headers })
const make = (headers: Record<string, string>) =>
  app.fetch('/api/tickets', { method: 'POST', json: { ...june, jobs: [] }, headers })

const PATHS = [
  '/api/board',
  `/api/work-history/${vin}`,
  '/api/me',
  '/api/vin/1C4RJFAG5FC625797',
  '/api/companies',
]

test.each(PATHS)('after logging out the very next request to %s is a visitor’s', async path => {
  const { cookie } = await signedIn()
  const actorOf = async () => {
    await app.fetch(path, { headers: cookie })
    return app.requests.at(-1)?.actor
  }
  expect(await actorOf()).toBe(app.ids.walt)
  await app.fetch('/api/auth/sign-out', { method: 'POST', headers: { ...cookie, origin: app.url } })
  expect(await actorOf()).toBe('visitor')
})

describe.each(['cookie', 'bearer'] as const)('by %s', kind => {
  test('a deactivated employee creates no ticket and sees no board', async () => {
    const { [kind]: headers } = await signedIn()
    await app.as('dana').employees.deactivate({ id: app.ids.walt })
    expect([(await board(headers)).status, (await make(headers)).status]).toEqual([401, 401])
    await app.as('dana').employees.reactivate({ id: app.ids.walt })
  })

  test('an employee with a new role has it at the very next ticket', async () => {
    const { [kind]: headers } = await signedIn()
    const change = (isServiceWriter: boolean) =>
      app.database
        .updateTable('employee')
        .set({ isServiceWriter })
        .where('employeeId', '=', app.ids.walt)
        .execute()
    expect((await make(headers)).status).toBe(201)
    await change(false)
    expect([(await make(headers)).status, (await board(headers)).status]).toEqual([403, 403])
    await change(true)
    expect([(await board(headers)).status, (await make(headers)).status]).toEqual([200, 201])
  })

  test('an expired session is refused before the body is examined', async () => {
    const { [kind]: headers } = await signedIn()
    await endSessionsAt(new Date(Date.now() - 1), 0)
    const invalid = await app.fetch('/api/tickets', { method: 'POST', json: {}, headers })
    expect(invalid.status).toBe(401)
  })

  // As the database's clock writes it, which has microseconds.
  test.each([0, 1, 999])('a session that ends %i µs after this very millisecond has ended', async micros => {
    const { [kind]: cached } = await signedIn()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    onTestFinished(() => void vi.useRealTimers())
    const now = new Date()
    await endSessionsAt(now, micros)
    const create = () => app.fetch('/api/tickets', { method: 'POST', json: {}, headers: cached })
    expect((await create()).status).toBe(401)
    // Neither does the lookup behind the cache find it, nor the library, which would extend it.
    await sql`update auth_session set updated_at = ${new Date(now.getTime() - 3_600_000)}`.execute(
      app.database,
    )
    expect([(await create()).status, (await board(cached)).status]).toEqual([401, 401])
    await endSessionsAt(new Date(now.getTime() + 1), 0)
    expect((await board(cached)).status).toBe(200)
  })
})

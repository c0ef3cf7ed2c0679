import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { june, PASSWORD } from '#server/seed/demo-accounts.ts'
import { createLinkedTicket } from '../../../test/support/customer-fixtures.ts'
import { START } from '../../../test/support/global-setup.ts'
import { hasPostgresLog, postgresLogOf } from '../../../test/support/postgres-log.ts'
import { createTestApp, errorOf, type TestApp } from '../../../test/support/test-app.ts'
import { timedKey } from '../../../test/support/timed-key.ts'
import { deleteExpiredKeys } from './idempotency.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const withKey = (idempotencyKey: string) => ({ context: { idempotencyKey } })
const create = (person: 'dana' | 'walt' | 'ray', key: string, problem = 'Awning') =>
  app.as(person).tickets.create({ ...june, jobs: [{ problem }] }, withKey(key))
const tickets = () => app.database.selectFrom('ticket').select('ticketId').orderBy('ticketId').execute()
const answers = () => app.database.selectFrom('idempotencyKey').selectAll().execute()

const message = 'Idempotency-Key was used with a different request.'
const USED = {
  code: 'REFUSED',
  status: 409,
  obstacles: [{ code: 'idempotency-key.reused', message }],
}

describe('the same idempotency key', () => {
  test('with another body, or for another command, is REFUSED and does nothing', async () => {
    const key = randomUUID()
    const { ticketId } = await create('dana', key)
    const before = await tickets()
    expect(await errorOf(create('dana', key, 'Another'))).toMatchObject(USED)
    const finalize = app.as('dana').tickets.finalize({ ticketId }, withKey(key))
    expect(await errorOf(finalize)).toMatchObject(USED)
    expect(await tickets()).toEqual(before)
    expect(await app.as('dana').tickets.get({ ticketId })).toMatchObject({ state: 'active' })
  })

  test.each(['', 'abc', '1', `${randomUUID()}x`])('that is not a UUID (%j) is INVALID', async key => {
    const before = await tickets()
    const asked = await app.fetch('/api/tickets', {
      as: 'dana',
      method: 'POST',
      json: { ...june, jobs: [] },
      headers: { 'Idempotency-Key': key },
    })
    expect(asked.status).toBe(400)
    expect(await asked.json()).toMatchObject({
      code: 'INVALID',
      fields: { 'Idempotency-Key': 'Enter a UUID.' },
    })
    expect(await tickets()).toEqual(before)
  })

  test('and body has the same response, once, with one log entry', async () => {
    const key = randomUUID()
    const before = await tickets()
    const first = await create('dana', key)
    expect(await create('dana', key)).toEqual(first)
    expect(await tickets()).toHaveLength(before.length + 1)
    const changes = app.database
      .selectFrom('changeLog')
      .select('verb')
      .where('id', '=', String(first.ticketId))
    expect(await changes.execute()).toHaveLength(1)
  })

  test('sent eight times at the same moment creates one ticket with one response', async () => {
    const key = randomUUID()
    const before = await tickets()
    const same = await Promise.all(Array.from({ length: 8 }, () => create('walt', key)))
    expect(new Set(same.map(({ ticketId }) => ticketId)).size).toBe(1)
    expect(await tickets()).toHaveLength(before.length + 1)
  })

  test.runIf(hasPostgresLog())(
    'sent hundreds of times adds nothing to PostgreSQL’s log, where a real error names no value',
    async () => {
      const key = randomUUID()
      const dismiss = () => app.as('walt').bay.dismissDevices({ technicianId: app.ids.rosa }, withKey(key))
      await dismiss()
      const before = await postgresLogOf(app)
      for (let round = 0; round < 30; round += 1) await Promise.all(Array.from({ length: 10 }, dismiss))
      expect(await postgresLogOf(app)).toEqual(before)
      const takeEmail = sql`update auth_user set email = (select max(email) from auth_user)`
      await expect(takeEmail.execute(app.database)).rejects.toThrow(/duplicate key/)
      const added = (await postgresLogOf(app)).slice(before.length)
      expect(added).toEqual([
        expect.stringMatching(/duplicate key value violates unique constraint "auth_user_email_key"$/),
      ])
    },
  )

  test('of another user, in the company or not, is another key', async () => {
    const key = randomUUID()
    const all = [await create('dana', key), await create('walt', key), await create('ray', key)]
    const created = await app.database
      .selectFrom('ticket')
      .select('transitionedByName')
      .where(
        'ticketId',
        'in',
        all.map(({ ticketId }) => ticketId),
      )
      .execute()
    expect(created.map(({ transitionedByName }) => transitionedByName).sort()).toEqual([
      'Dana Reyes',
      'Ray Tillman',
      'Walt Kim',
    ])
  })

  test('works over REST as over RPC', async () => {
    const key = randomUUID()
    const first = await create('dana', key)
    const json = { ...june, jobs: [{ problem: 'Awning' }] }
    const again = await app.fetch('/api/tickets', {
      as: 'dana',
      method: 'POST',
      json,
      headers: { 'Idempotency-Key': key },
    })
    expect(await again.json()).toEqual(first)
  })
})

describe('the stored response is for who may still ask', () => {
  test('not for a technician who lost the ticket', async () => {
    const key = randomUUID()
    const ticketId = await app.createTicket('rosa')
    const clockIn = () => app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 }, withKey(key))
    const first = await clockIn()
    expect(await clockIn()).toEqual(first)
    await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.sam })
    expect((await errorOf(clockIn())).code).toBe('NOT_FOUND')
    await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.rosa })
    expect(await clockIn()).toEqual(first)
    expect((await app.as('rosa').clocks.mine()).running).toBeNull()
  })

  test('not for a customer whose link has ended', async () => {
    const { ticketId, token, client } = await createLinkedTicket(app)
    const key = randomUUID()
    const post = () => client.customerView.post({ token, text: 'Is it dry?' }, withKey(key))
    const first = await post()
    expect(await post()).toEqual(first)
    await app.as('dana').customerLinks.revoke({ ticketId })
    expect((await errorOf(post())).code).toBe('REFUSED')
    expect((await app.as('dana').messages.list({ ticketId })).messages).toHaveLength(1)
  })
})

test('a refused command stores no response: the same key succeeds once nothing blocks it', async () => {
  const key = randomUUID()
  const ticketId = await app.createTicket()
  await app.as('dana').tickets.finalize({ ticketId })
  const reopenLater = () => app.as('walt').tickets.finalize({ ticketId }, withKey(key))
  expect((await errorOf(reopenLater())).code).toBe('REFUSED')
  await app.as('dana').tickets.reopen({ ticketId })
  expect(await reopenLater()).toEqual({ ticketId, state: 'completed' })
  expect(await reopenLater()).toEqual({ ticketId, state: 'completed' })
})

test("a visitor's registration repeated with its key is one company, and logging in works", async () => {
  const key = randomUUID()
  const hilltop = {
    companyName: 'Hilltop',
    email: 'ann@hilltop.example',
    password: PASSWORD,
    companyPhone: '5550188',
  }
  const register = () => app.as('visitor').companies.register(hilltop, withKey(key))
  const first = await register()
  expect(await register()).toEqual(first)
  const again = await Promise.all([register(), register()])
  expect(again).toEqual([first, first])
  expect(await app.withCookie(await app.signIn(hilltop.email)).me()).toMatchObject({
    id: first.companyUUID,
  })
})

test('without a key the same command twice runs twice', async () => {
  const before = await tickets()
  await app.createTicket()
  await app.createTicket()
  expect(await tickets()).toHaveLength(before.length + 2)
})

test('no stored row contains a password or the request', async () => {
  await app.as('visitor').companies.register(
    {
      companyName: 'Quarry',
      email: 'q@quarry.example',
      password: 'gravel-and-pine-7',
      companyPhone: '5550188',
    },
    withKey(randomUUID()),
  )
  const text = JSON.stringify(await answers())
  expect(text).toContain('companies.register')
  expect(text).not.toMatch(/gravel|quarry/i)
})

const DAY_MS = 24 * 60 * 60 * 1000

const isStored = async (key: string) => (await answers()).some(answer => answer.key === key)

test.each([
  ['seven days', randomUUID(), 7],
  ['90 days under a key with its time', timedKey(new Date(START)), 90],
])('responses are kept for exactly %s', async (_, key, days) => {
  await create('dana', key)
  await deleteExpiredKeys(app.database, new Date(app.now.getTime() + days * DAY_MS))
  expect(await isStored(key)).toBe(true)
  await deleteExpiredKeys(app.database, new Date(app.now.getTime() + days * DAY_MS + 1))
  expect(await isStored(key)).toBe(false)
})

test('a key of a clock that is ahead is kept until it would be refused', async () => {
  const key = timedKey(new Date(app.now.getTime() + 30 * DAY_MS))
  await create('dana', key)
  await deleteExpiredKeys(app.database, new Date(app.now.getTime() + 120 * DAY_MS))
  expect(await isStored(key)).toBe(true)
  await deleteExpiredKeys(app.database, new Date(app.now.getTime() + 120 * DAY_MS + 1))
  expect(await isStored(key)).toBe(false)
})

test('a key of a clock that is years ahead is not kept for years', async () => {
  const key = timedKey(new Date(app.now.getTime() + 3000 * DAY_MS))
  await create('dana', key)
  await deleteExpiredKeys(app.database, new Date(app.now.getTime() + 180 * DAY_MS + 1))
  expect(await isStored(key)).toBe(false)
})

describe('a key whose own time is more than 90 days ago', () => {
  const TOO_OLD = { code: 'REFUSED', obstacles: [{ code: 'tap.too-old' }] }
  const keyOfAge = (ms: number) => timedKey(new Date(app.now.getTime() - ms))

  test('is refused, to the millisecond, and nothing is done', async () => {
    const before = await tickets()
    expect(await errorOf(create('dana', keyOfAge(90 * DAY_MS + 1)))).toMatchObject(TOO_OLD)
    expect(await tickets()).toEqual(before)
    await create('dana', keyOfAge(90 * DAY_MS))
    expect(await tickets()).toHaveLength(before.length + 1)
  })

  test('is refused even if its response is still stored', async () => {
    const key = keyOfAge(90 * DAY_MS)
    await create('dana', key)
    const { now } = app
    app.now = new Date(now.getTime() + 1)
    try {
      expect(await errorOf(create('dana', key))).toMatchObject(TOO_OLD)
    } finally {
      app.now = now
    }
  })

  test('is refused before a password is hashed or an upload is read', async () => {
    const headers = { 'Idempotency-Key': keyOfAge(91 * DAY_MS) }
    const ticketId = await app.createTicket()
    const form = new FormData()
    form.set('photos', new Blob(['no image']), 'photo.jpg')
    for (const [method, path, body] of [
      ['POST', `/api/tickets/${ticketId}/jobs/1/photos`, form],
      ['PUT', '/api/company/image', form],
      ['POST', `/api/companies/${app.ids.dana}/bookings`, form],
    ] as const) {
      const answer = await app.fetch(path, { as: 'dana', method, headers, body })
      expect(answer.status).toBe(409)
      expect(await answer.json()).toMatchObject(TOO_OLD)
    }
    const employee = { firstName: 'Jo', lastName: 'Moss', phone: '5550188', licenseNumber: 'IN-1' }
    const account = {
      email: 'jo@moss.example',
      password: 'short',
      roles: { isServiceWriter: false, isTechnician: true },
    }
    const register = app
      .as('dana')
      .employees.register({ ...employee, ...account }, withKey(headers['Idempotency-Key']))
    expect(await errorOf(register)).toMatchObject(TOO_OLD)
  })
})

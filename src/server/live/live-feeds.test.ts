import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { runInTransaction } from '#server/db/unit-of-work.ts'
import { june, PASSWORD } from '#server/seed/demo-accounts.ts'
import { createTestApp, errorOf, type PersonName, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  // Everyone logs in before anything is timed.
  for (const person of ['dana', 'walt', 'rosa', 'sam', 'ray', 'wyatt'] as const) await app.as(person).me()
})
afterAll(() => app.close())

type Change = { kind: string; id: string; card: Record<string, unknown> | null }
type ReceivedEvent = { event: string; id: number | null; data: Change | null }

type TestListener = {
  /** Everything received since `ready`, in order. */
  readonly events: ReceivedEvent[]
  /** The version it started at. */
  readonly from: number
  readonly hasEnded: () => boolean
  readonly close: () => void
}

const open: TestListener[] = []
afterEach(() => {
  for (const listener of open.splice(0)) listener.close()
})

function parse(block: string): ReceivedEvent {
  const fields = block.split('\n')
  const field = (name: string) => fields.find(line => line.startsWith(`${name}: `))?.slice(name.length + 2)
  const [event = 'message', id, data] = ['event', 'id', 'data'].map(field)
  return {
    event,
    id: id === undefined ? null : Number(id),
    data: data === undefined ? null : JSON.parse(data),
  }
}

type StreamRequest = {
  as?: PersonName
  after?: number
  cookie?: string
  from?: TestApp
  by?: 'header' | 'query'
}

async function listen(
  path: string,
  { as, after, cookie, from: at = app, by = 'header' }: StreamRequest = {},
): Promise<TestListener> {
  const stop = new AbortController()
  const answer = await at.fetch(by === 'query' ? `${path}?after=${after}` : path, {
    ...(as === undefined ? {} : { as }),
    signal: stop.signal,
    headers: {
      ...(cookie === undefined ? {} : { cookie }),
      ...(after === undefined || by === 'query' ? {} : { 'Last-Event-ID': String(after) }),
    },
  })
  if (answer.status !== 200 || answer.body === null) throw new Error(`${path}: ${answer.status}`)
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const all: ReceivedEvent[] = []
  let hasEnded = false
  const reading = async (body: AsyncIterable<Uint8Array>) => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      all.push(...blocks.map(parse).filter(({ event }) => event !== 'heartbeat'))
    }
  }
  reading(answer.body as AsyncIterable<Uint8Array>)
    .catch(() => {})
    .finally(() => {
      hasEnded = true
    })
  await until(() => all.length > 0)
  const ready = all.shift()
  expect(ready).toMatchObject({ event: 'ready', id: expect.any(Number), data: {} })
  const listener = { events: all, from: ready?.id ?? 0, hasEnded: () => hasEnded, close: () => stop.abort() }
  open.push(listener)
  return listener
}

const until = (isSo: () => boolean, timeout = 10_000): Promise<void> =>
  vi.waitFor(() => expect(isSo()).toBe(true), { timeout, interval: 5 })

/** The listener's current version. */
const versionSeenBy = ({ events, from }: TestListener): number =>
  events.findLast(({ id }) => id !== null)?.id ?? from
const shown = ({ events }: TestListener): Change[] =>
  events.flatMap(({ data }) => (data === null ? [] : [data]))

const versionOf = async (company = app.ids.dana): Promise<number> =>
  (
    await app.database
      .selectFrom('companyVersion')
      .select('version')
      .where('companyId', '=', company)
      .executeTakeFirstOrThrow()
  ).version
/** Waits until the listener has received all changes so far. */
const waitForVersion = async (listener: TestListener, company?: string): Promise<void> => {
  const version = await versionOf(company)
  await until(() => versionSeenBy(listener) >= version)
}

const create = (person: 'dana' | 'walt' | 'ray' = 'dana') =>
  app.as(person).tickets.create({ ...june, jobs: [] })

/** Versions without a notification. */
const assertNoEvents = (company: string, count: number) =>
  sql`
    with raised as (
      update company_version set version = version + ${count} where company_id = ${company} returning version
    )
    insert into change_log (company_id, version, kind, id, verb, at, actor, actor_name, card)
    select ${company}, raised.version - ${count} + n, 'company', ${company}, 'test', now(), 'x', 'x', null
    from raised, generate_series(1, ${count}::int) as n`.execute(app.database)

describe('no one can follow a company', () => {
  test('without belonging to it', async () => {
    expect((await app.fetch('/api/live')).status).toBe(401)
    expect(
      (await app.fetch('/api/live', { headers: { cookie: 'rigwright.session_token=forged' } })).status,
    ).toBe(401)
  })

  test('after their deletion: their stream ends at once', async () => {
    const jo = { firstName: 'Jo', lastName: 'Moss', email: 'jo@bluebonnet.example', password: PASSWORD }
    const roles = { isServiceWriter: true, isTechnician: false }
    const { id } = await app
      .as('dana')
      .employees.register({ ...jo, roles, phone: '5550188', licenseNumber: '1' })
    const listener = await listen('/api/live', { cookie: await app.signIn(jo.email) })
    await create()
    await waitForVersion(listener)
    expect(shown(listener)).toHaveLength(1)
    await app.as('dana').employees.delete({ id })
    await until(listener.hasEnded, 2000)
  })
})

describe("a stream ends at once with its session's", () => {
  const post = (path: string, json: object, cookie = '') =>
    app.fetch(`/api/auth/${path}`, { method: 'POST', json, headers: { cookie, origin: app.url } })

  const newPassword = 'gravel-and-pine-7'
  const email = 'kim@bluebonnet.example'

  beforeAll(async () => {
    const kim = { firstName: 'Kim', lastName: 'Moss', phone: '5550188', licenseNumber: '1' }
    const roles = { isServiceWriter: true, isTechnician: false }
    await app.as('dana').employees.register({ ...kim, email, password: PASSWORD, roles })
  })

  const ENDS: Readonly<Record<string, (cookie: string) => Promise<unknown>>> = {
    'sign-out': cookie => post('sign-out', {}, cookie),
    'password reset': async () => {
      // The library uses the real clock.
      app.now = new Date()
      await post('request-password-reset', { email })
      const sent = () => app.sentEmails.find(({ subject }) => subject.startsWith('Choose a new password'))
      const token = () => /reset-password\?token=([\w-]+)/.exec(sent()?.text ?? '')?.[1]
      await expect.poll(token).toBeDefined()
      await post('reset-password', { token: token(), newPassword: PASSWORD })
    },
    'password change elsewhere': async () =>
      post('change-password', { currentPassword: PASSWORD, newPassword }, await app.signIn(email)),
  }

  test.each(Object.entries(ENDS))('%s', async (_, end) => {
    const cookie = await app.signIn(email)
    const listener = await listen('/api/live', { cookie })
    const other = await listen('/api/live', { as: 'walt' })
    await end(cookie)
    await until(listener.hasEnded, 2000)
    expect(other.hasEnded()).toBe(false)
  })
})

describe('changes in my company', () => {
  test('arrive within a second, as cards', async () => {
    const listener = await listen('/api/live', { as: 'walt' })
    const { ticketId } = await create()
    await until(() => listener.events.length > 0, 1000)
    expect(listener.events).toEqual([
      {
        event: 'message',
        id: listener.from + 1,
        data: {
          kind: 'ticket',
          id: String(ticketId),
          card: expect.objectContaining({ ticketId, state: 'active', lastName: 'Park' }),
        },
      },
    ])
  })

  test('arrive at everyone with access, on every server', async () => {
    const second = await createTestApp({ connection: app.connection })
    const listeners = [
      ...(await Promise.all(Array.from({ length: 20 }, () => listen('/api/live', { as: 'dana' })))),
      await listen('/api/live', { as: 'walt', from: second }),
    ]
    const { ticketId } = await create()
    await until(() => listeners.every(({ events }) => events.length === 1), 2000)
    for (const { events } of listeners) expect(events[0]?.data).toMatchObject({ id: String(ticketId) })
    for (const listener of listeners) listener.close()
    await second.close()
  })

  test.each(['header', 'query'] as const)(
    'resume by %s with exactly what was missed, in order, and continue',
    async by => {
      const first = await listen('/api/live', { as: 'dana' })
      const { ticketId } = await create()
      await waitForVersion(first)
      const after = versionSeenBy(first)
      first.close()
      await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.sam })
      await app.as('walt').tickets.finalize({ ticketId })
      await create('walt')

      const again = await listen('/api/live', { as: 'dana', after, by })
      expect(again.from).toBe(after)
      await waitForVersion(again)
      await create()
      await waitForVersion(again)
      expect(again.events.map(({ id }) => id)).toEqual([after + 1, after + 2, after + 3, after + 4])
      expect(shown(again).map(({ card }) => card?.state)).toEqual(['active', 'completed', 'active', 'active'])
    },
  )

  test('are never split within a version: only its last row has the id', async () => {
    const listener = await listen('/api/live', { as: 'dana' })
    const actor = {
      kind: 'owner',
      id: app.ids.dana,
      name: 'Dana Reyes',
      companyId: app.ids.dana,
    } as const
    const execution = { actor, actorKey: actor.id, now: app.now, timeZone: 'UTC' }
    const publish = (feed: string) => void sql`select pg_notify('rigwright', ${feed})`.execute(app.database)
    await runInTransaction({ database: app.database, publish }, execution, 'command', async work => {
      for (const id of ['100001', '100002', '100003'])
        work.recordChange({ kind: 'ticket', id, verb: 'ticket.test', card: null })
    })
    await until(() => listener.events.length === 3, 2000)
    expect(listener.events.map(({ id }) => id)).toEqual([null, null, listener.from + 1])
    const resumed = await listen('/api/live', { as: 'dana', after: listener.from })
    await until(() => resumed.events.length === 3)
    expect(
      shown(resumed)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['100001', '100002', '100003'])
  })

  test('arrive once for each thing and version, in its final state, and resume the same', async () => {
    const first = await app.createTicket('rosa')
    const listener = await listen('/api/live', { as: 'dana' })
    await app.as('rosa').tickets.clockIn({ ticketId: first, jobNumber: 1 })
    // Assigns, and stops the clock of the previous technician.
    await app.as('walt').tickets.assign({ ticketId: first, employeeId: app.ids.sam })
    await waitForVersion(listener)
    const resumed = await listen('/api/live', { as: 'dana', after: listener.from })
    await waitForVersion(resumed)
    for (const { events } of [listener, resumed])
      expect(events).toMatchObject([
        { id: listener.from + 1, data: { id: String(first), card: { technician: 'Rosa Díaz' } } },
        { id: listener.from + 2, data: { id: String(first), card: { technician: 'Sam Ortiz' } } },
      ])
    const rows = await app.database
      .selectFrom('changeLog')
      .select('verb')
      .where('companyId', '=', app.ids.dana)
      .where('version', '=', listener.from + 2)
      .orderBy('seq')
      .execute()
    expect(rows.map(({ verb }) => verb)).toEqual(['ticket.assign', 'ticket.clock-out'])
  })

  test('are neither missed nor repeated while sixteen commands run and listeners come and go', async () => {
    const start = await versionOf()
    const working = Promise.all(
      Array.from({ length: 16 }, (_, index) => create(index % 2 === 0 ? 'dana' : 'walt')),
    )
    const listeners: TestListener[] = []
    for (let index = 0; index < 8; index += 1)
      listeners.push(await listen('/api/live', { as: 'dana', after: start }))
    await working
    const whole = Array.from({ length: 16 }, (_, index) => start + 1 + index)
    for (const listener of listeners) {
      await waitForVersion(listener)
      expect(listener.events.map(({ id }) => id)).toEqual(whole)
    }
  })
})

describe('a technician', () => {
  test('sees their own tickets, learns when one is reassigned, and of others gets only the version', async () => {
    const [rosa, sam] = [await listen('/api/live', { as: 'rosa' }), await listen('/api/live', { as: 'sam' })]
    const { ticketId } = await create()
    const desk = app.as('dana').tickets
    await desk.assign({ ticketId, employeeId: app.ids.rosa })
    await desk.askApproval({ ticketId }).catch(() => {})
    await desk.finalize({ ticketId })
    await desk.reopen({ ticketId })
    await desk.assign({ ticketId, employeeId: app.ids.sam })
    await desk.addPart({ ticketId, quantity: 1, description: 'Motor' })
    await desk.release({ ticketId })
    await desk.addPart({ ticketId, quantity: 1, description: 'Seal' })
    for (const listener of [rosa, sam]) await waitForVersion(listener)
    const states = (listener: TestListener) =>
      shown(listener).map(({ id, card }) => [id, card?.state ?? null])
    const id = String(ticketId)
    expect(states(rosa)).toEqual([
      [id, 'active'],
      [id, 'completed'],
      [id, 'active'],
      [id, null],
    ])
    expect(states(sam)).toEqual([
      [id, 'active'],
      [id, 'active'],
      [id, null],
    ])
    expect(versionSeenBy(rosa)).toBe(versionSeenBy(sam))
  })

  test('learns on resuming of a ticket reassigned meanwhile', async () => {
    const ticketId = await app.createTicket('rosa')
    const other = await app.createTicket('rosa')
    const before = await listen('/api/live', { as: 'rosa' })
    const after = before.from
    before.close()
    const desk = app.as('dana').tickets
    await desk.release({ ticketId })
    await desk.assign({ ticketId: other, employeeId: app.ids.sam })
    await create()
    const again = await listen('/api/live', { as: 'rosa', after })
    await waitForVersion(again)
    expect(shown(again)).toEqual([
      { kind: 'ticket', id: String(ticketId), card: null },
      { kind: 'ticket', id: String(other), card: null },
    ])
  })

  test('sees the tickets that they help with, as long as they do', async () => {
    const sam = await listen('/api/live', { as: 'sam' })
    const ticketId = await app.createTicket('rosa')
    const desk = app.as('dana').tickets
    const helper = { ticketId, employeeId: app.ids.sam }
    await desk.addHelper(helper)
    await desk.release({ ticketId })
    await desk.removeHelper(helper)
    await desk.addPart({ ticketId, quantity: 1 })
    await waitForVersion(sam)
    expect(shown(sam).map(({ card }) => card && [card.technician, card.helpers])).toEqual([
      ['Rosa Díaz', [{ id: app.ids.sam, name: 'Sam Ortiz' }]],
      [null, [{ id: app.ids.sam, name: 'Sam Ortiz' }]],
      null,
    ])
  })

  test('learns on resuming of a ticket that they no longer help with, and later of one that they still do', async () => {
    const [ended, going] = [await app.createTicket('rosa'), await app.createTicket('rosa')]
    const desk = app.as('dana').tickets
    const employeeId = app.ids.sam
    for (const ticketId of [ended, going]) await desk.addHelper({ ticketId, employeeId })
    const before = await listen('/api/live', { as: 'sam' })
    const after = before.from
    before.close()
    await desk.removeHelper({ ticketId: ended, employeeId })
    const again = await listen('/api/live', { as: 'sam', after })
    await desk.removeHelper({ ticketId: going, employeeId })
    await waitForVersion(again)
    expect(shown(again)).toEqual([
      { kind: 'ticket', id: String(ended), card: null },
      { kind: 'ticket', id: String(going), card: null },
    ])
  })

  test('learns of later reassignments after being away too long', async () => {
    const before = await listen('/api/live', { as: 'rosa' })
    const after = before.from
    before.close()
    const ticketId = await app.createTicket('rosa')
    const gone = await app.createTicket('rosa')
    const desk = app.as('dana').tickets
    await desk.release({ ticketId: gone })
    await assertNoEvents(app.ids.dana, 1000)
    const again = await listen('/api/live', { as: 'rosa', after })
    await desk.addPart({ ticketId: gone, quantity: 1 })
    await desk.release({ ticketId })
    await waitForVersion(again)
    expect(shown(again).filter(({ kind }) => kind !== 'company')).toEqual([
      { kind: 'reset', id: '', card: null },
      { kind: 'ticket', id: String(ticketId), card: null },
    ])
  })

  test('with a new role has its rights at the next request, and the stream reconnects with them', async () => {
    const max = {
      firstName: 'Max',
      lastName: 'Moss',
      phone: '5550188',
      licenseNumber: '1',
      password: PASSWORD,
    }
    const email = 'max@bluebonnet.example'
    const { id } = await app.as('dana').employees.register({
      ...max,
      email,
      roles: { isServiceWriter: false, isTechnician: true },
    })
    const cookie = await app.signIn(email)
    const { ticketId } = await create()
    expect((await errorOf(app.withCookie(cookie).tickets.get({ ticketId }))).code).toBe('NOT_FOUND')
    const listener = await listen('/api/live', { cookie })

    const actor = { kind: 'owner', id: app.ids.dana, name: 'Dana', companyId: app.ids.dana } as const
    const occasion = { actor, actorKey: actor.id, now: app.now, timeZone: 'UTC' }
    const publish = (feed: string) => void sql`select pg_notify('rigwright', ${feed})`.execute(app.database)
    await runInTransaction({ database: app.database, publish }, occasion, 'command', async work => {
      await work.update('employee').set({ isServiceWriter: true }).where('employeeId', '=', id).execute()
      work.recordChange({ kind: 'employee', id, verb: 'employee.test', card: null })
    })
    await until(listener.hasEnded, 2000)
    expect(await app.withCookie(cookie).tickets.get({ ticketId })).toMatchObject({ ticketId })
    const again = await listen('/api/live', { cookie, after: versionSeenBy(listener) })
    await app.as('dana').tickets.addPart({ ticketId, quantity: 1 })
    await waitForVersion(again)
    expect(shown(again)).toMatchObject([{ kind: 'ticket', card: { ticketId } }])
  })

  test.each(['rosa', 'flagless'])('sees no employees, unlike the desk (%s)', async who => {
    const fay = {
      firstName: 'Fay',
      lastName: 'Moss',
      phone: '5550188',
      licenseNumber: '1',
      password: PASSWORD,
    }
    const email = `fay.${who}@bluebonnet.example`
    await app.as('dana').employees.register({ ...fay, email })
    const listener = await listen(
      '/api/live',
      who === 'rosa' ? { as: 'rosa' } : { cookie: await app.signIn(email) },
    )
    const walt = await listen('/api/live', { as: 'walt' })
    await app.as('dana').employees.register({ ...fay, email: `second.${email}` })
    await create()
    await waitForVersion(listener)
    await waitForVersion(walt)
    expect(shown(listener)).toEqual([])
    expect(shown(walt)).toMatchObject([{ kind: 'employee', card: null }, { kind: 'ticket' }])
  })
})

describe('another company', () => {
  test('receives nothing, not even versions', async () => {
    const [ray, wyatt] = [
      await listen('/api/live', { as: 'ray' }),
      await listen('/api/live', { as: 'wyatt' }),
    ]
    const dana = await listen('/api/live', { as: 'dana' })
    await create()
    await waitForVersion(dana)
    await create('ray')
    for (const listener of [ray, wyatt]) await waitForVersion(listener, app.ids.ray)
    expect(ray.events.map(({ id }) => id)).toEqual([ray.from + 1])
    expect(shown(ray)).toMatchObject([{ kind: 'ticket' }])
    expect(shown(wyatt)).toEqual([])
  })
})

describe('a lost notification loses nothing', () => {
  test('a change without notification is found by polling', async () => {
    const listener = await listen('/api/live', { as: 'dana' })
    await assertNoEvents(app.ids.dana, 2)
    await until(() => versionSeenBy(listener) === listener.from + 2, 8000)
    expect(listener.events).toHaveLength(2)
  })

  test('a broken LISTEN connection is reopened, and the cause is logged', async () => {
    const listener = await listen('/api/live', { as: 'dana' })
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'rigwright live' and datname = current_database()`.execute(app.database)
    await create()
    await waitForVersion(listener)
    expect(app.loggedErrors.splice(0).map(({ message }) => message)).toContain(
      'The LISTEN connection failed; reconnecting.',
    )
    await create()
    await until(() => versionSeenBy(listener) === listener.from + 2, 1000)
  })
})

test('a server alone on its database publishes nothing, and its own pages still get everything', async () => {
  const lone = await createTestApp({ isSingleProcess: true })
  const listener = await listen('/api/live', { as: 'dana', from: lone })
  await lone.as('dana').tickets.create({ ...june, jobs: [] })
  // Before the next poll.
  await until(() => versionSeenBy(listener) === listener.from + 1, 1000)
  const { rows } = await sql`select from pg_stat_activity
    where application_name = 'rigwright live' and datname = current_database()`.execute(lone.database)
  expect(rows).toEqual([])
  await lone.close()
})

describe('a client that was away too long', () => {
  test('gets a thousand missed versions; with one more, it gets a reset', async () => {
    const version = await versionOf(app.ids.ray)
    await assertNoEvents(app.ids.ray, 1000)
    const close = await listen('/api/live', { as: 'ray', after: version })
    await until(() => close.events.length === 1000)
    expect(versionSeenBy(close)).toBe(version + 1000)
    await assertNoEvents(app.ids.ray, 1)
    await until(() => versionSeenBy(close) === version + 1001, 8000)

    const far = await listen('/api/live', { as: 'ray', after: version })
    await until(() => far.events.length > 0)
    expect(far.from).toBe(version + 1001)
    expect(far.events).toEqual([{ event: 'message', id: null, data: { kind: 'reset', id: '', card: null } }])
  })

  test('with an unknown future version refetches everything', async () => {
    const ahead = await listen('/api/live', { as: 'dana', after: 999_999 })
    await until(() => ahead.events.length > 0)
    expect(ahead.events).toMatchObject([{ data: { kind: 'reset' } }])
    expect(ahead.from).toBe(await versionOf())
  })

  test.each(['-1', 'abc', '1e9', ''])('with %j, which is not a version, starts now', async after => {
    const answer = await app.fetch('/api/live', { as: 'dana', headers: { 'Last-Event-ID': after } })
    const reader = answer.body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    expect(new TextDecoder().decode(value).replace(/retry: \d+/, 'retry: some')).toBe(
      `event: ready\nid: ${await versionOf()}\nretry: some\ndata: {}\n\n`,
    )
    await reader?.cancel()
  })
})

describe('the public directory', () => {
  const register = (companyName: string) =>
    app.as('visitor').companies.register({
      companyName,
      email: `${companyName}@mail.example`,
      password: PASSWORD,
      companyPhone: '(260) 555-0110',
    })

  test('announces a new company within a second, with public data only', async () => {
    const listener = await listen('/api/live/directory')
    const { companyUUID } = await register('Hilltop')
    await until(() => listener.events.length > 0, 1000)
    expect(listener.events).toEqual([
      {
        event: 'message',
        id: listener.from + 1,
        data: {
          kind: 'directory',
          id: companyUUID,
          card: {
            companyUUID,
            companyName: 'Hilltop',
            companyAddress: null,
            companyPhone: '(260) 555-0110',
            imageURL: null,
            trusted: false,
            verified: false,
          },
        },
      },
    ])
  })

  test('resumes with exactly what was missed, and continues', async () => {
    const first = await listen('/api/live/directory')
    first.close()
    const missed = [await register('Quarry'), await register('Orchard')]
    const again = await listen('/api/live/directory', { after: first.from })
    await until(() => again.events.length === 2)
    const next = await register('Meadow')
    await until(() => again.events.length === 3, 1000)
    expect(shown(again).map(({ id }) => id)).toEqual([...missed, next].map(({ companyUUID }) => companyUUID))
  })
})

test('each stream has its own random reconnect delay', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => app.fetch('/api/live/directory')))
  const waits: number[] = []
  for (const { body } of answers) {
    const reader = body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    waits.push(Number(/^retry: (\d+)$/m.exec(new TextDecoder().decode(value))?.[1]))
    await reader?.cancel()
  }
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1000)
  expect(Math.max(...waits)).toBeLessThanOrEqual(5000)
  expect(new Set(waits).size).toBeGreaterThan(1)
})

describe('a stopping server', () => {
  test('ends every stream at once, without waiting', async () => {
    const doomed = await createTestApp({ connection: app.connection })
    const listeners = [
      await listen('/api/live', { as: 'dana', from: doomed }),
      await listen('/api/live', { as: 'rosa', from: doomed }),
      await listen('/api/live/directory', { from: doomed }),
    ]
    const began = performance.now()
    await doomed.close()
    expect(performance.now() - began).toBeLessThan(2500)
    await until(() => listeners.every(({ hasEnded }) => hasEnded()))
    expect(doomed.loggedErrors).toEqual([])
  })
})

test('a client that disconnects while its stream is opened breaks nothing', async () => {
  const broken: unknown[] = []
  const onBroken = (error: unknown) => void broken.push(error)
  process.on('unhandledRejection', onBroken)
  const slow = await createTestApp({ connection: app.connection })
  const stop = new AbortController()
  const [intervals, cleared] = [vi.spyOn(globalThis, 'setInterval'), vi.spyOn(globalThis, 'clearInterval')]
  await app.database.transaction().execute(async transaction => {
    // While this lock is held, no directory stream can read its version.
    await sql`lock table directory_version in access exclusive mode`.execute(transaction)
    const asking = slow.fetch('/api/live/directory', { signal: stop.signal })
    const reading = asking.then(answer => answer.text())
    await sleep(200)
    stop.abort()
    await expect(reading).rejects.toThrow(/abort/)
    await sleep(200)
  })
  // Long enough for the stream to be opened now: the heartbeat of one left half open would never end.
  await sleep(500)
  const ended = cleared.mock.calls.map(([timer]) => timer)
  expect(intervals.mock.results.map(({ value }) => value).filter(timer => !ended.includes(timer))).toEqual([])
  for (const spy of [intervals, cleared]) spy.mockRestore()
  process.off('unhandledRejection', onBroken)
  expect(broken).toEqual([])
  await slow.close()
})

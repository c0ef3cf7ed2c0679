import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { asOnePiece } from '#server/db/unit-of-work.ts'
import { june, PASSWORD } from '#server/seed/demo-accounts.ts'
import { openWorld, type Person, refusalOf, type World } from '../../../test/support/test-app.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  // Everyone signs in before anything is timed.
  for (const person of ['dana', 'walt', 'rosa', 'sam', 'ray', 'wyatt'] as const) await world.as(person).me()
})
afterAll(() => world.close())

type Change = { kind: string; id: string; card: Record<string, unknown> | null }
type Told = { event: string; id: number | null; data: Change | null }

type Listener = {
  /** Everything told since `ready`, in order. */
  readonly told: Told[]
  /** The version it began at. */
  readonly from: number
  readonly hasEnded: () => boolean
  readonly close: () => void
}

const open: Listener[] = []
afterEach(() => {
  for (const listener of open.splice(0)) listener.close()
})

function parse(block: string): Told {
  const fields = block.split('\n')
  const field = (name: string) => fields.find(line => line.startsWith(`${name}: `))?.slice(name.length + 2)
  const [event = 'message', id, data] = ['event', 'id', 'data'].map(field)
  return {
    event,
    id: id === undefined ? null : Number(id),
    data: data === undefined ? null : JSON.parse(data),
  }
}

type Asking = { as?: Person; after?: number; cookie?: string; from?: World; by?: 'header' | 'query' }

async function listen(
  path: string,
  { as, after, cookie, from: at = world, by = 'header' }: Asking = {},
): Promise<Listener> {
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
  const all: Told[] = []
  let hasEnded = false
  const reading = async (body: AsyncIterable<Uint8Array>) => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      all.push(...blocks.map(parse).filter(({ event }) => event !== 'here'))
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
  const listener = { told: all, from: ready?.id ?? 0, hasEnded: () => hasEnded, close: () => stop.abort() }
  open.push(listener)
  return listener
}

const until = (isSo: () => boolean, timeout = 5000): Promise<void> =>
  vi.waitFor(() => expect(isSo()).toBe(true), { timeout, interval: 5 })

/** The last version that the listener has been moved to. */
const standsAt = ({ told, from }: Listener): number => told.findLast(({ id }) => id !== null)?.id ?? from
const shown = ({ told }: Listener): Change[] => told.flatMap(({ data }) => (data === null ? [] : [data]))

const versionOf = async (company = world.ids.dana): Promise<number> =>
  (
    await world.database
      .selectFrom('companyVersion')
      .select('version')
      .where('companyId', '=', company)
      .executeTakeFirstOrThrow()
  ).version
/** Everything that has happened until now has reached this listener. */
const caughtUp = async (listener: Listener, company?: string): Promise<void> => {
  const version = await versionOf(company)
  await until(() => standsAt(listener) >= version)
}

const create = (person: 'dana' | 'walt' | 'ray' = 'dana') =>
  world.as(person).tickets.create({ ...june, jobs: [] })

/** Versions that nobody was notified of. */
const inSilence = (company: string, count: number) =>
  sql`
    with raised as (
      update company_version set version = version + ${count} where company_id = ${company} returning version
    )
    insert into change (company_id, version, kind, id, verb, at, actor, actor_name, card)
    select ${company}, raised.version - ${count} + n, 'company', ${company}, 'test', now(), 'x', 'x', null
    from raised, generate_series(1, ${count}::int) as n`.execute(world.database)

describe('nobody follows a company', () => {
  test('without being in it', async () => {
    expect((await world.fetch('/api/live')).status).toBe(401)
    expect(
      (await world.fetch('/api/live', { headers: { cookie: 'rigwright.session_token=forged' } })).status,
    ).toBe(401)
  })

  test('once they were deleted from it: their stream ends at once', async () => {
    const jo = { firstName: 'Jo', lastName: 'Moss', email: 'jo@bluebonnet.example', password: PASSWORD }
    const roles = { isServiceWriter: true, isTechnician: false }
    const { id } = await world
      .as('dana')
      .employees.register({ ...jo, roles, phone: '5550188', licenseNumber: '1' })
    const listener = await listen('/api/live', { cookie: await world.signIn(jo.email) })
    await create()
    await caughtUp(listener)
    expect(shown(listener)).toHaveLength(1)
    await world.as('dana').employees.delete({ id })
    await until(listener.hasEnded, 2000)
  })
})

describe('what changes in my company', () => {
  test('arrives within a second, as its card', async () => {
    const listener = await listen('/api/live', { as: 'walt' })
    const { ticketId } = await create()
    await until(() => listener.told.length > 0, 1000)
    expect(listener.told).toEqual([
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

  test('arrives at everyone who looks, over every server of the house', async () => {
    const second = await openWorld({ connection: world.connection })
    const listeners = [
      ...(await Promise.all(Array.from({ length: 20 }, () => listen('/api/live', { as: 'dana' })))),
      await listen('/api/live', { as: 'walt', from: second }),
    ]
    const { ticketId } = await create()
    await until(() => listeners.every(({ told }) => told.length === 1), 2000)
    for (const { told } of listeners) expect(told[0]?.data).toMatchObject({ id: String(ticketId) })
    for (const listener of listeners) listener.close()
    await second.close()
  })

  test.each(['header', 'query'] as const)(
    'resumes by %s with exactly what was missed, in order, and goes on',
    async by => {
      const first = await listen('/api/live', { as: 'dana' })
      const { ticketId } = await create()
      await caughtUp(first)
      const after = standsAt(first)
      first.close()
      await world.as('dana').tickets.assign({ ticketId, employeeId: world.ids.sam })
      await world.as('walt').tickets.finalize({ ticketId })
      await create('walt')

      const again = await listen('/api/live', { as: 'dana', after, by })
      expect(again.from).toBe(after)
      await caughtUp(again)
      await create()
      await caughtUp(again)
      expect(again.told.map(({ id }) => id)).toEqual([after + 1, after + 2, after + 3, after + 4])
      expect(shown(again).map(({ card }) => card?.state)).toEqual(['active', 'completed', 'active', 'active'])
    },
  )

  test('is never split inside a version: only its last row carries the id', async () => {
    const listener = await listen('/api/live', { as: 'dana' })
    const actor = {
      kind: 'owner',
      id: world.ids.dana,
      name: 'Dana Reyes',
      companyId: world.ids.dana,
    } as const
    const occasion = { actor, actorKey: actor.id, now: world.now, timeZone: 'UTC' }
    const wake = (feed: string) => void sql`select pg_notify('rigwright', ${feed})`.execute(world.database)
    await asOnePiece({ database: world.database, wake }, occasion, 'command', async work => {
      for (const id of ['100001', '100002', '100003'])
        work.touch({ kind: 'ticket', id, verb: 'ticket.test', card: null })
    })
    await until(() => listener.told.length === 3, 2000)
    expect(listener.told.map(({ id }) => id)).toEqual([null, null, listener.from + 1])
    const resumed = await listen('/api/live', { as: 'dana', after: listener.from })
    await until(() => resumed.told.length === 3)
    expect(
      shown(resumed)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['100001', '100002', '100003'])
  })

  test('arrives once for each thing and version, as it was in the end, and resumes the same', async () => {
    const first = await world.ticket('rosa')
    const listener = await listen('/api/live', { as: 'dana' })
    await world.as('rosa').tickets.clockIn({ ticketId: first, jobNumber: 1 })
    // Assigns, and stops the clock of the one who was on it.
    await world.as('walt').tickets.assign({ ticketId: first, employeeId: world.ids.sam })
    await caughtUp(listener)
    const resumed = await listen('/api/live', { as: 'dana', after: listener.from })
    await caughtUp(resumed)
    for (const { told } of [listener, resumed])
      expect(told).toMatchObject([
        { id: listener.from + 1, data: { id: String(first), card: { technician: 'Rosa Díaz' } } },
        { id: listener.from + 2, data: { id: String(first), card: { technician: 'Sam Ortiz' } } },
      ])
    const rows = await world.database
      .selectFrom('change')
      .select('verb')
      .where('companyId', '=', world.ids.dana)
      .where('version', '=', listener.from + 2)
      .orderBy('seq')
      .execute()
    expect(rows.map(({ verb }) => verb)).toEqual(['ticket.assign', 'ticket.clock-out'])
  })

  test('is missed by nobody and told nobody twice, while sixteen commands run and listeners come and go', async () => {
    const start = await versionOf()
    const working = Promise.all(
      Array.from({ length: 16 }, (_, index) => create(index % 2 === 0 ? 'dana' : 'walt')),
    )
    const listeners: Listener[] = []
    for (let index = 0; index < 8; index += 1)
      listeners.push(await listen('/api/live', { as: 'dana', after: start }))
    await working
    const whole = Array.from({ length: 16 }, (_, index) => start + 1 + index)
    for (const listener of listeners) {
      await caughtUp(listener)
      expect(listener.told.map(({ id }) => id)).toEqual(whole)
    }
  })
})

describe('a technician', () => {
  test('sees their own tickets, hears when one leaves them, and of the others only that time went on', async () => {
    const [rosa, sam] = [await listen('/api/live', { as: 'rosa' }), await listen('/api/live', { as: 'sam' })]
    const { ticketId } = await create()
    const desk = world.as('dana').tickets
    await desk.assign({ ticketId, employeeId: world.ids.rosa })
    await desk.askApproval({ ticketId }).catch(() => {})
    await desk.finalize({ ticketId })
    await desk.reopen({ ticketId })
    await desk.assign({ ticketId, employeeId: world.ids.sam })
    await desk.addPart({ ticketId, quantity: 1, description: 'Motor' })
    await desk.release({ ticketId })
    await desk.addPart({ ticketId, quantity: 1, description: 'Seal' })
    for (const listener of [rosa, sam]) await caughtUp(listener)
    const states = (listener: Listener) => shown(listener).map(({ id, card }) => [id, card?.state ?? null])
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
    expect(standsAt(rosa)).toBe(standsAt(sam))
  })

  test('who was away when their ticket left them hears of it on resuming', async () => {
    const ticketId = await world.ticket('rosa')
    const other = await world.ticket('rosa')
    const before = await listen('/api/live', { as: 'rosa' })
    const after = before.from
    before.close()
    const desk = world.as('dana').tickets
    await desk.release({ ticketId })
    await desk.assign({ ticketId: other, employeeId: world.ids.sam })
    await create()
    const again = await listen('/api/live', { as: 'rosa', after })
    await caughtUp(again)
    expect(shown(again)).toEqual([
      { kind: 'ticket', id: String(ticketId), card: null },
      { kind: 'ticket', id: String(other), card: null },
    ])
  })

  test('who was away too long hears from then on when a ticket leaves them that came meanwhile', async () => {
    const before = await listen('/api/live', { as: 'rosa' })
    const after = before.from
    before.close()
    const ticketId = await world.ticket('rosa')
    const gone = await world.ticket('rosa')
    const desk = world.as('dana').tickets
    await desk.release({ ticketId: gone })
    await inSilence(world.ids.dana, 1000)
    const again = await listen('/api/live', { as: 'rosa', after })
    await desk.addPart({ ticketId: gone, quantity: 1 })
    await desk.release({ ticketId })
    await caughtUp(again)
    expect(shown(again).filter(({ kind }) => kind !== 'company')).toEqual([
      { kind: 'reset', id: '', card: null },
      { kind: 'ticket', id: String(ticketId), card: null },
    ])
  })

  test('whose role changes has the new rights at the next request, and the stream begins anew with them', async () => {
    const max = {
      firstName: 'Max',
      lastName: 'Moss',
      phone: '5550188',
      licenseNumber: '1',
      password: PASSWORD,
    }
    const email = 'max@bluebonnet.example'
    const { id } = await world.as('dana').employees.register({
      ...{ ...max, email, roles: { isServiceWriter: false, isTechnician: true } },
    })
    const cookie = await world.signIn(email)
    const { ticketId } = await create()
    expect((await refusalOf(world.withCookie(cookie).tickets.get({ ticketId }))).code).toBe('NOT_FOUND')
    const listener = await listen('/api/live', { cookie })

    const actor = { kind: 'owner', id: world.ids.dana, name: 'Dana', companyId: world.ids.dana } as const
    const occasion = { actor, actorKey: actor.id, now: world.now, timeZone: 'UTC' }
    const wake = (feed: string) => void sql`select pg_notify('rigwright', ${feed})`.execute(world.database)
    await asOnePiece({ database: world.database, wake }, occasion, 'command', async work => {
      await work.update('employee').set({ isServiceWriter: true }).where('employeeId', '=', id).execute()
      work.touch({ kind: 'employee', id, verb: 'employee.test', card: null })
    })
    await until(listener.hasEnded, 2000)
    expect(await world.withCookie(cookie).tickets.get({ ticketId })).toMatchObject({ ticketId })
    const again = await listen('/api/live', { cookie, after: standsAt(listener) })
    await world.as('dana').tickets.addPart({ ticketId, quantity: 1 })
    await caughtUp(again)
    expect(shown(again)).toMatchObject([{ kind: 'ticket', card: { ticketId } }])
  })

  test.each(['rosa', 'flagless'])('and nobody but the desk hears of employees (%s)', async who => {
    const fay = {
      firstName: 'Fay',
      lastName: 'Moss',
      phone: '5550188',
      licenseNumber: '1',
      password: PASSWORD,
    }
    const email = `fay.${who}@bluebonnet.example`
    await world.as('dana').employees.register({ ...fay, email })
    const listener = await listen(
      '/api/live',
      who === 'rosa' ? { as: 'rosa' } : { cookie: await world.signIn(email) },
    )
    const walt = await listen('/api/live', { as: 'walt' })
    await world.as('dana').employees.register({ ...fay, email: `second.${email}` })
    await create()
    await caughtUp(listener)
    await caughtUp(walt)
    expect(shown(listener)).toEqual([])
    expect(shown(walt)).toMatchObject([{ kind: 'employee', card: null }, { kind: 'ticket' }])
  })
})

describe('the rival', () => {
  test('hears nothing, not even that time went on', async () => {
    const [ray, wyatt] = [
      await listen('/api/live', { as: 'ray' }),
      await listen('/api/live', { as: 'wyatt' }),
    ]
    const dana = await listen('/api/live', { as: 'dana' })
    await create()
    await caughtUp(dana)
    await create('ray')
    for (const listener of [ray, wyatt]) await caughtUp(listener, world.ids.ray)
    expect(ray.told.map(({ id }) => id)).toEqual([ray.from + 1])
    expect(shown(ray)).toMatchObject([{ kind: 'ticket' }])
    expect(shown(wyatt)).toEqual([])
  })
})

describe('a lost notification loses nothing', () => {
  test('what nobody announced is found at the next look', async () => {
    const listener = await listen('/api/live', { as: 'dana' })
    await inSilence(world.ids.dana, 2)
    await until(() => standsAt(listener) === listener.from + 2, 8000)
    expect(listener.told).toHaveLength(2)
  })

  test('a listening connection that broke is opened again, and the reason stands in the log', async () => {
    const listener = await listen('/api/live', { as: 'dana' })
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'rigwright live' and datname = current_database()`.execute(world.database)
    await create()
    await caughtUp(listener)
    expect(world.faults.splice(0).map(({ sentence }) => sentence)).toContain(
      'The listening connection broke; it is opened again.',
    )
    await create()
    await until(() => standsAt(listener) === listener.from + 2, 1000)
  })
})

test('a server alone with its database rings for nobody, and its own pages hear of everything as ever', async () => {
  const lone = await openWorld({ isAlone: true })
  const listener = await listen('/api/live', { as: 'dana', from: lone })
  await lone.as('dana').tickets.create({ ...june, jobs: [] })
  // Sooner than the next look.
  await until(() => standsAt(listener) === listener.from + 1, 1000)
  const { rows } = await sql`select from pg_stat_activity
    where application_name = 'rigwright live' and datname = current_database()`.execute(lone.database)
  expect(rows).toEqual([])
  await lone.close()
})

describe('whoever was away too long', () => {
  test('a thousand versions behind gets them all; one more, and is told to look at everything again', async () => {
    const version = await versionOf(world.ids.ray)
    await inSilence(world.ids.ray, 1000)
    const close = await listen('/api/live', { as: 'ray', after: version })
    await until(() => close.told.length === 1000)
    expect(standsAt(close)).toBe(version + 1000)
    await inSilence(world.ids.ray, 1)
    await until(() => standsAt(close) === version + 1001, 8000)

    const far = await listen('/api/live', { as: 'ray', after: version })
    await until(() => far.told.length > 0)
    expect(far.from).toBe(version + 1001)
    expect(far.told).toEqual([{ event: 'message', id: null, data: { kind: 'reset', id: '', card: null } }])
  })

  test('or comes from a future that never was, looks at everything again', async () => {
    const ahead = await listen('/api/live', { as: 'dana', after: 999_999 })
    await until(() => ahead.told.length > 0)
    expect(ahead.told).toMatchObject([{ data: { kind: 'reset' } }])
    expect(ahead.from).toBe(await versionOf())
  })

  test.each(['-1', 'abc', '1e9', ''])('or comes with %j, which is no version, begins now', async after => {
    const answer = await world.fetch('/api/live', { as: 'dana', headers: { 'Last-Event-ID': after } })
    const reader = answer.body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    expect(new TextDecoder().decode(value).replace(/retry: \d+/, 'retry: some')).toBe(
      `event: ready\nid: ${await versionOf()}\nretry: some\ndata: {}\n\n`,
    )
    await reader?.cancel()
  })
})

describe('the directory', () => {
  const register = (companyName: string) =>
    world.as('visitor').companies.register({
      ...{
        companyName,
        email: `${companyName}@mail.example`,
        password: PASSWORD,
        companyPhone: '(260) 555-0110',
      },
    })

  test('tells anyone of a new company within a second, and only what is public', async () => {
    const listener = await listen('/api/live/directory')
    const { companyUUID } = await register('Hilltop')
    await until(() => listener.told.length > 0, 1000)
    expect(listener.told).toEqual([
      {
        event: 'message',
        id: listener.from + 1,
        data: {
          kind: 'directory',
          id: companyUUID,
          card: {
            ...{ companyUUID, companyName: 'Hilltop', companyAddress: null, companyPhone: '(260) 555-0110' },
            ...{ imageURL: null, trusted: false, verified: false },
          },
        },
      },
    ])
  })

  test('resumes with exactly what was missed, and goes on', async () => {
    const first = await listen('/api/live/directory')
    first.close()
    const missed = [await register('Quarry'), await register('Orchard')]
    const again = await listen('/api/live/directory', { after: first.from })
    await until(() => again.told.length === 2)
    const next = await register('Meadow')
    await until(() => again.told.length === 3, 1000)
    expect(shown(again).map(({ id }) => id)).toEqual([...missed, next].map(({ companyUUID }) => companyUUID))
  })
})

test('each stream says when to come back, and they do not all say the same', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => world.fetch('/api/live/directory')))
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

describe('a server that stops', () => {
  test('ends every stream at once, and does not wait for anybody', async () => {
    const doomed = await openWorld({ connection: world.connection })
    const listeners = [
      await listen('/api/live', { as: 'dana', from: doomed }),
      await listen('/api/live', { as: 'rosa', from: doomed }),
      await listen('/api/live/directory', { from: doomed }),
    ]
    const began = performance.now()
    await doomed.close()
    expect(performance.now() - began).toBeLessThan(2500)
    await until(() => listeners.every(({ hasEnded }) => hasEnded()))
    expect(doomed.faults).toEqual([])
  })
})

test('a reader who goes away while the stream is being opened takes nothing down with them', async () => {
  const broken: unknown[] = []
  const onBroken = (fault: unknown) => void broken.push(fault)
  process.on('unhandledRejection', onBroken)
  const slow = await openWorld({ connection: world.connection })
  const stop = new AbortController()
  await world.database.transaction().execute(async transaction => {
    // While this holds, no stream of the directory can find out where it stands.
    await sql`lock table directory_version in access exclusive mode`.execute(transaction)
    const asking = slow.fetch('/api/live/directory', { signal: stop.signal })
    const reading = asking.then(answer => answer.text())
    await sleep(200)
    stop.abort()
    await expect(reading).rejects.toThrow(/abort/)
    await sleep(200)
  })
  // Past the first heartbeat: a stream that was left half open would break there, and the server with it.
  await sleep(16_000)
  process.off('unhandledRejection', onBroken)
  expect(broken).toEqual([])
  await slow.close()
})

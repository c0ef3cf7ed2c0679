import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashUuid } from '#server/lib/hash-uuid.ts'
import { QueueFullError } from '#server/lib/limiter.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { withClient } from '../../../../test/support/citus-databases.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'
import { createTransactionLimiter } from './transaction-limiter.ts'

const REQUESTS = [
  // A command leaves one of its company's connections to queries.
  ['dana', '/api/board'],
  ['ray', '/api/board'],
  ['june', '/api/my/rigs'],
  ['visitor', '/api/companies'],
  ['visitor', '/api/health'],
] as const

describe('a company whose changes wait for a locked row', () => {
  let app: TestApp
  let blocker: pg.Client
  beforeAll(async () => {
    app = await createTestApp({ rateLimits: true })
    blocker = new pg.Client(app.connection)
    await blocker.connect()
    for (const person of ['dana', 'ray', 'june'] as const) await app.as(person).me()
  })
  afterAll(async () => {
    await blocker.end()
    await app.close()
  })

  test('leaves the connections of all others free', async () => {
    const ticketId = await app.createTicket()
    await blocker.query('begin')
    await blocker.query('select from ticket where company_id = $1 and ticket_id = $2 for update', [
      app.ids.dana,
      ticketId,
    ])
    const changes = Array.from({ length: 60 }, (_, index) =>
      app.as('dana').tickets.changeJob({ ticketId, jobNumber: 1, cause: `Seal ${index}` }),
    )
    // Within its transaction, the blocker always sees the same. On a cluster, another machine waits for the lock.
    const waiting = () =>
      withClient(app.connection, client =>
        client.query(
          `select from pg_stat_activity where datname = current_database() and application_name = 'rigwright'
             and (wait_event_type = 'Lock' or state = 'active' and now() - query_start > interval '0.2 s')`,
        ),
      )
    await expect.poll(async () => (await waiting()).rowCount).toBeGreaterThan(1)
    // Each would time out behind sixty others.
    await app.as('ray').tickets.create({ ...june, jobs: [] })
    for (const [as, path] of REQUESTS) expect((await app.fetch(path, { as })).status, path).toBe(200)
    await blocker.query('rollback')
    await Promise.all(changes)
    expect(app.loggedErrors).toEqual([])
  })
})

/** Tasks that end on command; `running` has the clients of those that have started. */
function tasks() {
  const running: string[] = []
  const ends: (() => void)[] = []
  const task = (client: string) => () =>
    new Promise<void>(resolve => {
      running.push(client)
      ends.push(resolve)
    })
  const endAll = () => {
    for (const end of ends.splice(0)) end()
  }
  return { running, task, endAll }
}

const repeat = (times: number, begin: () => Promise<unknown>) => Array.from({ length: times }, begin)
const repeatName = (name: string, times: number): string[] => Array.from({ length: times }, () => name)

describe('of twelve connections', () => {
  test('one client uses four, and the others in turn', async () => {
    const { running, task, endAll } = tasks()
    const limit = createTransactionLimiter(12)
    const all = repeat(6, () => limit(hashUuid('bluebonnet'), 'query', task('bluebonnet')))
    all.push(limit(hashUuid('lone star'), 'query', task('lone star')))
    await expect.poll(() => running).toEqual([...repeatName('bluebonnet', 4), 'lone star'])
    endAll()
    await expect.poll(() => running.length).toBe(7)
    endAll()
    await Promise.all(all)
  })

  test('commands use ten, and three of one client, so that queries never wait for locked rows', async () => {
    const { running, task, endAll } = tasks()
    const limit = createTransactionLimiter(12)
    const clients = ['a', 'b', 'c', 'd'].flatMap(client => repeatName(client, 3))
    const all = clients.map(client => limit(hashUuid(client), 'command', task(client)))
    all.push(limit(hashUuid('a'), 'query', task('a query')))
    await expect.poll(() => running).toContain('a query')
    expect(running).toHaveLength(11)
    endAll()
    await expect.poll(() => running.length).toBe(13)
    endAll()
    await Promise.all(all)
  })

  test('visitors use six together, those of one IPv6 site four, and companies the others', async () => {
    const { running, task, endAll } = tasks()
    const limit = createTransactionLimiter(12)
    const networks = Array.from({ length: 40 }, (_, index) => `2001:db8:1:${index}::/64`)
    const all: Promise<unknown>[] = networks.map(network => limit(network, 'command', task('one site')))
    all.push(
      ...['192.0.2.1', '192.0.2.2', '192.0.2.3'].map(address => limit(address, 'query', task('others'))),
    )
    for (const company of ['a', 'b'])
      all.push(...repeat(3, () => limit(hashUuid(company), 'query', task(company))))
    await expect
      .poll(() => running.toSorted())
      .toEqual([
        ...[...repeatName('a', 3), ...repeatName('b', 3)],
        ...[...repeatName('one site', 4), ...repeatName('others', 2)],
      ])
    while (running.length < all.length) {
      const begun = running.length
      endAll()
      await expect.poll(() => running.length).toBeGreaterThan(begun)
    }
    endAll()
    await Promise.all(all)
  })

  test('a client with a thousand waiting requests gets no more', async () => {
    const { task, endAll, running } = tasks()
    const limit = createTransactionLimiter(12)
    const all = repeat(1004, () => limit(hashUuid('bluebonnet'), 'query', task('bluebonnet')))
    await expect(limit(hashUuid('bluebonnet'), 'query', task('bluebonnet'))).rejects.toThrow(QueueFullError)
    while (running.length < 1004) {
      endAll()
      await nextTurn()
    }
    endAll()
    await Promise.all(all)
  })
})

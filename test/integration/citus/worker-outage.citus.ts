// A worker is killed, hangs, and has its rows moved while people work. Answered commands are there, once and complete;
// the companies of the other worker are served throughout.

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { type Machine, withClient } from '../../support/citus-databases.ts'
import { unconfirmedCompany } from '../../support/signup.ts'
import { type Client, createTestApp, type TestApp } from '../../support/test-app.ts'
import type { ConcurrentUsers } from '../chaos/concurrent-users.ts'
import { checkInvariants } from '../chaos/invariants.ts'
import { createBluebonnetUsers } from './bluebonnet-users.ts'
import { type WorkerProcess, workerProcess } from './worker-process.ts'

const SECOND_MS = 1000

type Home = Machine & { readonly nodeId: number; readonly shard: string }

let app: TestApp
let home: Home
let worker: WorkerProcess
let users: ConcurrentUsers
/** The owner of a company on the other worker. */
let neighbor: Client
let neighborVin: string
/** The change log's version before anybody worked. */
let since: number

const homeOf = (table: 'company' | 'rig', key: string): Promise<Home> =>
  withClient(app.connection, async client => {
    const { rows } = await client.query<Home>(
      `select n.nodename as host, n.nodeport as port, n.nodeid as "nodeId", p.shardid as shard
       from pg_dist_placement p join pg_dist_node n using (groupid)
       where p.shardid = get_shard_id_for_distribution_column($1, $2::${table === 'company' ? 'uuid' : 'text'})`,
      [table, key],
    )
    if (rows[0] === undefined) throw new Error(`No machine has ${key}.`)
    return rows[0]
  })

beforeAll(async () => {
  app = await createTestApp({ now: () => new Date() })
  home = await homeOf('company', app.ids.dana)
  worker = await workerProcess(app.connection, home)
  users = await createBluebonnetUsers('a worker of the cluster', app)
  await app.as('dana').me()
  await findNeighbor()
  ;({ version: since } = await app.database
    .selectFrom('companyVersion')
    .select('version')
    .where('companyId', '=', app.ids.dana)
    .executeTakeFirstOrThrow())
})
afterAll(() => app?.close())

async function findNeighbor(): Promise<void> {
  for (;;) {
    const { companyUUID, email } = await unconfirmedCompany(app)
    if ((await homeOf('company', companyUUID)).port === home.port) continue
    neighbor = app.withCookie(await app.signIn(email))
    break
  }
  for (let number = 1; ; number += 1) {
    neighborVin = `NEIGHBOR-${number}`
    if ((await homeOf('rig', neighborVin)).port !== home.port) return
  }
}

const untilDone = (count: number): Promise<void> => {
  const before = users.log.length
  return expect
    .poll(() => users.log.length - before, { timeout: 120_000, interval: 20 })
    .toBeGreaterThan(count)
}

/** What the neighbor meets while `task` runs: the time of each of its commands, and their errors. */
async function neighborDuring(task: () => Promise<void>): Promise<{ times: number[]; errors: string[] }> {
  const times: number[] = []
  const errors: string[] = []
  let isOver = false
  const working = (async () => {
    while (!isOver) {
      const startedAt = performance.now()
      const order = { ...june, customerRV: { ...june.customerRV, vin: neighborVin } }
      await neighbor.tickets
        .create({ ...order, jobs: [{ problem: 'Furnace', estimatedTime: 1 }] })
        .catch(error => errors.push(String(error)))
      times.push(performance.now() - startedAt)
      await sleep(20)
    }
  })()
  await task().finally(() => {
    isOver = true
  })
  await working
  return { times, errors }
}

async function expectNothingLost(): Promise<void> {
  const place = { database: app.database, companyId: app.ids.dana, since, files: null, journal: null }
  const errors = await checkInvariants(place, users.log)
  expect({ ...errors, wrong: users.stats().wrong }).toEqual({
    lost: [],
    duplicated: [],
    partial: [],
    wrong: [],
  })
}

const health = async () => {
  const response = await app.fetch('/api/health')
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** The first answer to someone of the company on this worker. */
async function askDana(): Promise<{ status: number; retryAfter: string | null; ms: number }> {
  const startedAt = performance.now()
  const response = await app.fetch('/api/tickets', { as: 'dana' })
  await response.arrayBuffer()
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    ms: performance.now() - startedAt,
  }
}

describe('a worker that is killed with writes in flight', () => {
  test('stops its own companies alone, is named, and loses nothing', async () => {
    const stop = users.start()
    await untilDone(40)
    const seen = await neighborDuring(async () => {
      worker.kill()
      try {
        await expect.poll(health, { timeout: 10_000, interval: 100 }).toMatchObject({
          status: 200,
          body: { ok: true, databaseNodesAway: [home.nodeId] },
        })
        const answer = await askDana()
        expect(answer).toMatchObject({ status: 503, retryAfter: '2' })
        expect(answer.ms).toBeLessThan(5 * SECOND_MS)
        const everyone = await app.fetch('/api/companies')
        expect(everyone.status).toBe(200)
        await sleep(3 * SECOND_MS)
        expect(app.loggedErrors.map(({ error }) => error)).toContain(`${home.host}:${home.port}`)
      } finally {
        worker.start()
      }
      await expect.poll(health, { timeout: 20_000, interval: 100 }).not.toMatchObject({
        body: { databaseNodesAway: expect.anything() },
      })
      await untilDone(20)
    })
    await stop()
    expect(seen.errors).toEqual([])
    expect(seen.times.length).toBeGreaterThan(20)
    expect(users.stats().unanswered).toBeGreaterThan(0)
    await expectNothingLost()
  }, 240_000)
})

describe('a worker that hangs', () => {
  test('answers 503 in time, and soon delays no other company', async () => {
    const stop = users.start()
    await untilDone(10)
    const seen = { times: [] as number[], errors: [] as string[] }
    worker.suspend()
    try {
      await expect
        .poll(async () => (await health()).body, { timeout: 10_000, interval: 100 })
        .toMatchObject({
          databaseNodesAway: [home.nodeId],
        })
      const answer = await askDana()
      expect(answer).toMatchObject({ status: 503, retryAfter: '2' })
      expect(answer.ms).toBeLessThan(SECOND_MS)
      // What was under way ends by its time limits.
      await sleep(25 * SECOND_MS)
      Object.assign(seen, await neighborDuring(() => sleep(5 * SECOND_MS)))
    } finally {
      worker.resume()
    }
    await untilDone(20)
    await stop()
    expect(seen.errors).toEqual([])
    expect(seen.times.length).toBeGreaterThan(10)
    await expectNothingLost()
  }, 240_000)
})

describe('rows that move to the other worker', () => {
  test('are served on, and none is lost', async () => {
    const target = await homeOf('rig', neighborVin)
    const stop = users.start()
    await untilDone(10)
    const seen = await neighborDuring(() =>
      withClient(app.connection, async client => {
        await client.query(`select citus_move_shard_placement($1, $2, $3, $4, $5, 'block_writes')`, [
          home.shard,
          home.host,
          home.port,
          target.host,
          target.port,
        ])
      }),
    )
    await untilDone(20)
    await stop()
    expect((await homeOf('company', app.ids.dana)).port).toBe(target.port)
    expect(seen.errors).toEqual([])
    await expectNothingLost()
  }, 240_000)
})

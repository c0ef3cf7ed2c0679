// Two servers, each in its own process, on one database. Users go to either; one is killed.

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type SeededAccounts, seedCompanies } from '#server/app/seed.ts'
import { createDatabase, type DatabaseHandle } from '#server/db/database.ts'
import { bluebonnet, june, rosa, sam, walt } from '#server/seed/demo-accounts.ts'
import { buildIfStale } from '../../../scripts/build-bundles.mjs'
import { ServerProcess } from '../../support/server-process.mjs'
import { freshDatabase } from '../../support/test-app.ts'
import { createConcurrentUsers } from './concurrent-users.ts'
import { checkInvariants } from './invariants.ts'
import { createRetryingClient, type RetryingClient, signIn } from './retrying-client.ts'
import { createSeededRandom, seedOfRun } from './seeded-random.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 })

let servers: ServerProcess[] = []
let open: DatabaseHandle
let people: SeededAccounts['bluebonnet']

beforeAll(async () => {
  await buildIfStale()
  const connection = await freshDatabase('template0')
  const { user, database, host = '', port } = connection
  const address = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  const env = { DATABASE_URL: address, AUTH_SECRET: 'a secret that both of them know, long enough' }
  servers = [new ServerProcess({ env }), new ServerProcess({ env })]
  // At once, on an empty database: one migrates and the other waits.
  await Promise.all(servers.map(server => server.start()))
  open = createDatabase(connection, () => {})
  const filled = await seedCompanies({ database: open.database, publish: () => {} }, new Date())
  people = filled.bluebonnet
})
afterAll(async () => {
  for (const server of servers) await server.remove()
  await open?.close()
})

const serverOf = (index: number): ServerProcess => servers[index % 2] as ServerProcess

/** The versions that a stream reports, in order. */
function readStream(url: string, cookie: string) {
  const ending = new AbortController()
  const versions: number[] = []
  const reading = (async () => {
    const stream = await fetch(`${url}/api/live`, { headers: { cookie }, signal: ending.signal })
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const id = /^id: (\d+)$/m.exec(block)?.[1]
        if (id !== undefined) versions.push(Number(id))
      }
    }
  })().catch(() => {})
  return {
    versions,
    end: async () => {
      ending.abort()
      await reading
    },
  }
}

test('users of two servers lose nothing, see everything and do everything once, even when one is killed', async () => {
  const { owner } = people
  const random = createSeededRandom(seedOfRun('two servers'))
  const cookie = await signIn(serverOf(0).url, bluebonnet.email)
  const streams = servers.map(({ url }) => readStream(url, cookie))
  await expect.poll(() => streams.map(({ versions }) => versions.length), { timeout: 20_000 }).toEqual([1, 1])
  const since = streams[0]?.versions[0] ?? 0

  const roster = [
    { id: owner.id, email: bluebonnet.email, workplace: 'desk' },
    { id: people.walt, email: walt.email, workplace: 'desk' },
    { id: people.rosa, email: rosa.email, workplace: 'bay' },
    { id: people.sam, email: sam.email, workplace: 'bay' },
  ] as const
  const writers = await Promise.all(
    [...roster, ...roster].map(async ({ id, email, workplace }, index) => {
      // Everyone alternates servers per request; away from a dead one.
      let turn = index
      const url = () => {
        turn += 1
        return servers.some(({ hasEnded }) => hasEnded) ? serverOf(1).url : serverOf(turn).url
      }
      const caller: RetryingClient = createRetryingClient(id, await signIn(serverOf(index).url, email), url)
      return { caller, workplace }
    }),
  )
  const workerPool = createConcurrentUsers(writers, [people.rosa, people.sam], random)
  const stop = workerPool.start()
  await expect.poll(() => workerPool.log.length, { timeout: 90_000 }).toBeGreaterThan(120)
  await stop()
  const place = { database: open.database, companyId: owner.id, since, files: null, journal: null }
  expect(await checkInvariants(place, workerPool.log)).toEqual({ lost: [], duplicated: [], partial: [] })
  const { version } = await open.database
    .selectFrom('companyVersion')
    .select('version')
    .where('companyId', '=', owner.id)
    .executeTakeFirstOrThrow()
  for (const { versions } of streams) {
    await expect.poll(() => versions.at(-1), { timeout: 20_000 }).toBe(version)
    expect(versions).toEqual(Array.from({ length: version - since + 1 }, (_, index) => since + index))
  }
  for (const { end } of streams) await end()

  const stopAgain = workerPool.start()
  await expect.poll(() => workerPool.log.length, { timeout: 60_000 }).toBeGreaterThan(150)
  await serverOf(0).end('SIGKILL')
  const soFar = workerPool.log.length
  await expect.poll(() => workerPool.log.length - soFar, { timeout: 60_000 }).toBeGreaterThan(40)
  await stopAgain()
  expect(await checkInvariants(place, workerPool.log)).toEqual({ lost: [], duplicated: [], partial: [] })
  expect(workerPool.stats().wrong).toEqual([])
  await serverOf(0).start()
})

test('a command repeated at the other server has the same response, and is not done again', async () => {
  const cookie = await signIn(serverOf(0).url, bluebonnet.email)
  const under = { context: { idempotencyKey: '5f0c2b8e-9a34-4f6f-8d1a-2c7b6e4d9a10' } }
  const order = { ...june, jobs: [{ problem: 'Step will not fold' }] }
  const [one, other] = servers.map(({ url }) => createRetryingClient('', cookie, () => url).client)
  const both = await Promise.all([one?.tickets.create(order, under), other?.tickets.create(order, under)])
  expect(both[1]).toEqual(both[0])
  expect(await one?.tickets.create(order, under)).toEqual(both[0])
  const { rows } = await open.database
    .selectFrom('job')
    .select('ticketId')
    .where('problem', '=', 'Step will not fold')
    .execute()
    .then(found => ({ rows: found }))
  expect(rows).toHaveLength(1)
})

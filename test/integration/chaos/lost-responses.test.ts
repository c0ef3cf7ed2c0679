import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDiskStore } from '#server/files/file-store.ts'
import { bluebonnet, rosa, sam, walt } from '#server/seed/demo-accounts.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { CHAOS_ROUNDS } from '../../support/test-round.ts'
import { type ConcurrentUser, createConcurrentUsers } from './concurrent-users.ts'
import { HTTP_FAULTS, type HttpFaultProxy, startHttpFaultProxy } from './http-fault-proxy.ts'
import { checkInvariants } from './invariants.ts'
import { createRetryingClient, signIn } from './retrying-client.ts'
import { createSeededRandom, type SeededRandom, seedOfRun } from './seeded-random.ts'

const COMMANDS = CHAOS_ROUNDS * 30

let folder: string
let app: TestApp
let proxy: HttpFaultProxy
let random: SeededRandom

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigwright-road-'))
  random = createSeededRandom(seedOfRun('a bad road'))
  const files = await createDiskStore(join(folder, 'files'))
  app = await createTestApp({ files, imagesFolder: join(folder, 'pictures'), now: () => new Date() })
  proxy = await startHttpFaultProxy(app.url, random, 0.5)
})
afterAll(async () => {
  proxy.close()
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

test('over a connection that loses responses and repeats and delays requests, each command is done once with one response', {
  timeout: 60_000 + COMMANDS * 1000,
}, async () => {
  const people = [
    { email: bluebonnet.email, id: app.ids.dana, place: 'desk' },
    { email: walt.email, id: app.ids.walt, place: 'desk' },
    { email: rosa.email, id: app.ids.rosa, place: 'bay' },
    { email: sam.email, id: app.ids.sam, place: 'bay' },
  ] as const
  const writers: ConcurrentUser[] = []
  for (const { email, id, place: workplace } of people)
    writers.push({
      caller: createRetryingClient(id, await signIn(app.url, email), () => proxy.url),
      workplace,
    })
  const { version: since } = await app.database
    .selectFrom('companyVersion')
    .select('version')
    .where('companyId', '=', app.ids.dana)
    .executeTakeFirstOrThrow()
  const workerPool = createConcurrentUsers(writers, [app.ids.rosa, app.ids.sam], random)
  const stop = workerPool.start()
  await expect
    .poll(() => workerPool.log.length, { timeout: COMMANDS * 1000, interval: 20 })
    .toBeGreaterThan(COMMANDS)
  await stop()

  const { unanswered, wrong } = workerPool.stats()
  const place = { database: app.database, companyId: app.ids.dana, since }
  const images = { files: join(folder, 'files'), journal: join(folder, 'pictures', 'journal') }
  const errors = await checkInvariants({ ...place, ...images }, workerPool.log)
  expect({ ...errors, wrong }).toEqual({ lost: [], duplicated: [], partial: [], wrong: [] })
  for (const fault of HTTP_FAULTS) expect(proxy.count.get(fault), fault).toBeGreaterThan(0)
  expect(unanswered).toBeGreaterThan(0)
  expect(app.loggedErrors).toEqual([])
  let repeated = 0
  const technicians = [app.ids.rosa, app.ids.sam]
  for (const { actor, key, verb, outcome } of workerPool.log.filter(({ outcome }) => outcome.isDone)) {
    // A technician whose ticket was assigned to another meanwhile gets no answer to a repeat, but is refused.
    const all = (proxy.answers.get(key) ?? []).filter(
      answer => !(technicians.includes(actor) && answer.startsWith('404')),
    )
    // A refused command left no trace, and may succeed when repeated: someone has reopened the ticket.
    const given = all.slice(all.findIndex(answer => answer.startsWith('2')))
    if (given.length > 1) repeated += 1
    expect(new Set(given).size, `${verb} ${JSON.stringify(outcome)}: ${given.join(' | ')}`).toBe(1)
  }
  expect(repeated).toBeGreaterThan(COMMANDS / 20)
})

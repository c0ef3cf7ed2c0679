import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diskStore } from '#server/files/file-store.ts'
import { bluebonnet, rosa, sam, walt } from '#server/seed/demo-accounts.ts'
import { openWorld, type World } from '../../support/test-app.ts'
import { crewOf, type Writer } from './concurrent-users.ts'
import { check } from './invariants.ts'
import { callerOf, signIn } from './retrying-client.ts'
import { type Chance, chanceOf, seedOfRun } from './seeded-random.ts'
import { MISHAPS, openRoad, type Road } from './support/http-fault-proxy.ts'

const COMMANDS = Number(process.env.TORTURE_ROUNDS ?? 4) * 30

let folder: string
let world: World
let road: Road
let chance: Chance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigwright-road-'))
  chance = chanceOf(seedOfRun('a bad road'))
  const files = diskStore(join(folder, 'files'))
  world = await openWorld({ files, picturesFolder: join(folder, 'pictures'), now: () => new Date() })
  road = await openRoad(world.url, chance, 0.5)
})
afterAll(async () => {
  road.close()
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

test('over a road that loses answers, sends requests twice and late, each wish is done once and its answer stays the same', {
  timeout: 60_000 + COMMANDS * 1000,
}, async () => {
  const people = [
    { email: bluebonnet.email, id: world.ids.dana, place: 'desk' },
    { email: walt.email, id: world.ids.walt, place: 'desk' },
    { email: rosa.email, id: world.ids.rosa, place: 'bay' },
    { email: sam.email, id: world.ids.sam, place: 'bay' },
  ] as const
  const writers: Writer[] = []
  for (const { email, id, place } of people)
    writers.push({ caller: callerOf(id, await signIn(world.url, email), () => road.url), place })
  const { version: since } = await world.database
    .selectFrom('companyVersion')
    .select('version')
    .where('companyId', '=', world.ids.dana)
    .executeTakeFirstOrThrow()
  const crew = crewOf(writers, [world.ids.rosa, world.ids.sam], chance)
  const stop = crew.work()
  await expect
    .poll(() => crew.book.length, { timeout: COMMANDS * 1000, interval: 20 })
    .toBeGreaterThan(COMMANDS)
  await stop()

  const { unanswered, wrong } = crew.met()
  const place = { database: world.database, companyId: world.ids.dana, since }
  const pictures = { files: join(folder, 'files'), undecided: join(folder, 'pictures', 'undecided') }
  const faults = await check({ ...place, ...pictures }, crew.book)
  expect({ ...faults, wrong }).toEqual({ lost: [], doubled: [], half: [], wrong: [] })
  for (const mishap of MISHAPS) expect(road.count.get(mishap), mishap).toBeGreaterThan(0)
  expect(unanswered).toBeGreaterThan(0)
  expect(world.faults).toEqual([])
  let repeated = 0
  for (const { key, verb, outcome } of crew.book.filter(({ outcome }) => outcome.isDone)) {
    const all = road.answers.get(key) ?? []
    // What was refused left no trace, and may be done when it comes again: somebody has reopened the ticket.
    const given = all.slice(all.findIndex(answer => answer.startsWith('2')))
    if (given.length > 1) repeated += 1
    expect(new Set(given).size, `${verb} ${JSON.stringify(outcome)}: ${given.join(' | ')}`).toBe(1)
  }
  expect(repeated).toBeGreaterThan(COMMANDS / 20)
})

// A disk that is really full, under everything that the server keeps. It takes a small file system of
// its own, which not every machine lets us have.

import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#server/db/client.ts'
import { bluebonnet, rosa } from '#server/seed/demo-accounts.ts'
import { fillCompanies } from '#server/seed/seed.ts'
import { crewOf } from './concurrent-users.ts'
import { check } from './invariants.ts'
import { callerOf, signIn } from './retrying-client.ts'
import { chanceOf, seedOfRun } from './seeded-random.ts'
import { built, Child } from './support/server-process.ts'

let folder = ''
let isMounted = false
let child: Child | undefined

afterAll(async () => {
  await child?.end('SIGTERM')
  if (isMounted) execFileSync('umount', [folder])
  await rm(folder, { recursive: true, force: true })
}, 120_000)

function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', folder], { stdio: 'pipe' })
    return true
  } catch (fault) {
    console.log(
      `The full disk could not be made here, so nothing was tried with one: ${(fault as Error).message.trim()}`,
    )
    return false
  }
}

test('on a full disk nothing is half done, people are told, and all goes on once there is room', {
  timeout: 400_000,
}, async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigwright-full-'))
  isMounted = mount()
  if (!isMounted) return
  await built()
  child = new Child(folder)
  const server = child
  await server.start()
  const inDatabase = async <T>(
    use: (database: ReturnType<typeof openDatabase>['database']) => Promise<T>,
  ) => {
    const { database, close } = openDatabase(server.connection, () => {})
    return use(database).finally(close)
  }
  const filled = await inDatabase(database => fillCompanies({ database, wake: () => {} }, new Date()))
  const { owner, rosa: technician } = filled.bluebonnet
  const since = await inDatabase(async database => {
    const row = await database
      .selectFrom('companyVersion')
      .select('version')
      .where('companyId', '=', owner.id)
      .executeTakeFirstOrThrow()
    return row.version
  })
  const url = () => server.url
  const dana = callerOf(owner.id, await signIn(server.url, bluebonnet.email), url)
  const bay = callerOf(technician, await signIn(server.url, rosa.email), url)
  const crew = crewOf(
    [
      { caller: dana, place: 'desk' },
      { caller: dana, place: 'desk' },
      { caller: bay, place: 'bay' },
    ],
    [technician],
    chanceOf(seedOfRun('a full disk')),
  )
  const stop = crew.work()
  await expect.poll(() => crew.book.length, { timeout: 60_000 }).toBeGreaterThan(30)

  const ballast = join(folder, 'ballast')
  const { bavail, bsize } = await statfs(folder)
  // More than there is room for: what fits is written, and then there is none.
  await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch(() => {})
  await expect.poll(() => crew.met().unanswered, { timeout: 120_000 }).toBeGreaterThan(20)
  const health = await server.health()
  expect([health.status, health.body]).toEqual([503, expect.objectContaining({ ok: false, disk: 'full' })])
  expect(server.hasEnded).toBe(false)

  await rm(ballast)
  await server.untilHealthy()
  const soFar = crew.book.length
  await expect.poll(() => crew.book.length - soFar, { timeout: 120_000 }).toBeGreaterThan(30)
  await stop()
  const files = join(folder, 'files')
  const undecided = join(folder, 'pictures', 'undecided')
  const faults = await inDatabase(database =>
    check({ database, companyId: owner.id, since, files, undecided }, crew.book),
  )
  const { unanswered, wrong } = crew.met()
  console.log(`a full disk: ${crew.book.length} answers, ${unanswered} times told to come back`)
  expect({ ...faults, wrong }).toEqual({ lost: [], doubled: [], half: [], wrong: [] })
})

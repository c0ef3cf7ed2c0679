// A really full disk under all of the server's data. It needs its own small file system, which not every machine
// allows.

import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { seedCompanies } from '#server/app/seed.ts'
import { createDatabase } from '#server/db/database.ts'
import { bluebonnet, rosa } from '#server/seed/demo-accounts.ts'
import { buildIfStale } from '../../../scripts/build-bundles.mjs'
import { ServerProcess } from '../../support/server-process.mjs'
import { createConcurrentUsers } from './concurrent-users.ts'
import { checkInvariants } from './invariants.ts'
import { createRetryingClient, signIn } from './retrying-client.ts'
import { createSeededRandom, seedOfRun } from './seeded-random.ts'

let folder = ''
let isMounted = false
let child: ServerProcess | undefined

afterAll(async () => {
  await child?.end('SIGTERM')
  if (isMounted) execFileSync('umount', [folder])
  await rm(folder, { recursive: true, force: true })
}, 120_000)

function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', folder], { stdio: 'pipe' })
    return true
  } catch (error) {
    console.log(
      `The full disk could not be made here, so nothing was tried with one: ${(error as Error).message.trim()}`,
    )
    return false
  }
}

test('on a full disk nothing is half done, users see an error, and everything continues once there is room', {
  timeout: 400_000,
}, async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigwright-full-'))
  isMounted = mount()
  if (!isMounted) return
  await buildIfStale()
  child = new ServerProcess({ dataDir: folder })
  const server = child
  await server.start()
  const inDatabase = async <T>(
    use: (database: ReturnType<typeof createDatabase>['database']) => Promise<T>,
  ) => {
    const { database, close } = createDatabase(server.connection, () => {})
    return use(database).finally(close)
  }
  const filled = await inDatabase(database => seedCompanies({ database, publish: () => {} }, new Date()))
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
  const dana = createRetryingClient(owner.id, await signIn(server.url, bluebonnet.email), url)
  const bay = createRetryingClient(technician, await signIn(server.url, rosa.email), url)
  const workerPool = createConcurrentUsers(
    [
      { caller: dana, workplace: 'desk' },
      { caller: dana, workplace: 'desk' },
      { caller: bay, workplace: 'bay' },
    ],
    [technician],
    createSeededRandom(seedOfRun('a full disk')),
  )
  const stop = workerPool.start()
  await expect.poll(() => workerPool.log.length, { timeout: 60_000 }).toBeGreaterThan(30)

  const ballast = join(folder, 'ballast')
  const { bavail, bsize } = await statfs(folder)
  // More than there is space for: it writes until the disk is full.
  await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch(() => {})
  await expect.poll(() => workerPool.stats().unanswered, { timeout: 120_000 }).toBeGreaterThan(20)
  const health = await server.health()
  expect([health.status, health.body]).toEqual([503, expect.objectContaining({ ok: false, disk: 'full' })])
  expect(server.hasEnded).toBe(false)

  await rm(ballast)
  await server.untilHealthy()
  const soFar = workerPool.log.length
  await expect.poll(() => workerPool.log.length - soFar, { timeout: 120_000 }).toBeGreaterThan(30)
  await stop()
  const files = join(folder, 'files')
  const journal = join(folder, 'pictures', 'journal')
  const errors = await inDatabase(database =>
    checkInvariants({ database, companyId: owner.id, since, files, journal }, workerPool.log),
  )
  const { unanswered, wrong } = workerPool.stats()
  console.log(`a full disk: ${workerPool.log.length} answers, ${unanswered} times told to come back`)
  expect({ ...errors, wrong }).toEqual({ lost: [], duplicated: [], partial: [], wrong: [] })
})

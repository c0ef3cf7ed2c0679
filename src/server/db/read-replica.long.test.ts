import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { seedCompanies } from '#server/app/seed.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { withClient } from '../../../test/support/citus-databases.ts'
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { createDatabase } from './database.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded/embedded-database.ts'
import { migrateAndConfigure } from './migrate-and-configure.ts'

// A database and its streaming replica, both real.

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

const log: string[] = []
let folder: string
let primary: EmbeddedDatabase
let standby: EmbeddedDatabase
let app: TestApp

const start = (name: string) => startEmbeddedDatabase({ dataDir: join(folder, name), log: () => {} })
const urlOf = ({ connection: { user, database, host, port, password } }: EmbeddedDatabase) =>
  `postgres://${user}${password === undefined ? '' : `:${password}`}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
const onStandby = (statement: string) => withClient(standby.connection, client => client.query(statement))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigwright-replica-'))
  primary = await start('primary')
  await migrateAndConfigure(primary.connection, [])
  const { database, close } = createDatabase(primary.connection, () => {})
  await seedCompanies({ database, publish: () => {} }, new Date('2025-11-20T19:00:00Z'))
  await close()
  await primary.stop()
  const files = join(folder, 'standby', 'postgres')
  await cp(join(folder, 'primary', 'postgres'), files, { recursive: true })
  primary = await start('primary')
  const { host, port, user } = primary.connection
  await writeFile(join(files, 'standby.signal'), '')
  await writeFile(
    join(files, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=${user}'\n`,
  )
  standby = await start('standby')
  app = await createTestApp({
    connection: primary.connection,
    readReplicaUrl: urlOf(standby),
    log: { info: sentence => log.push(sentence), error: () => {}, request: () => {}, flush: () => {} },
  })
})
afterAll(async () => {
  await app?.close()
  await standby?.stop()
  await primary?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Records one more visit of June's trailer. */
async function recordVisit(): Promise<void> {
  const dana = app.as('dana')
  const { ticketId } = await dana.tickets.create({ ...june, jobs: [{ problem: 'Awning' }] })
  await dana.tickets.finalize({ ticketId })
  await dana.tickets.complete({ ticketId })
}
const visits = async (as: 'visitor' | 'dana') => {
  const response = await app.fetch(`/api/work-history/${june.customerRV.vin}`, { as })
  return ((await response.json()) as { entries: object[] }).entries.length
}
const health = async () => (await app.fetch('/api/health')).json()
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 40_000, interval: 250 })

test('visitors read work histories from the replica, while it is up to date', async () => {
  await recordVisit()
  await eventually(async () => expect(await visits('visitor')).toBe(1))
  await eventually(async () => expect(await health()).not.toHaveProperty('readReplica'))

  // It replays nothing more, so what it shows to visitors is older than what a login shows.
  await onStandby('select pg_wal_replay_pause()')
  await recordVisit()
  expect(await visits('dana')).toBe(2)
  expect(await visits('visitor')).toBe(1)

  await eventually(async () => expect(await health()).toMatchObject({ ok: true, readReplica: 'behind' }))
  expect(await visits('visitor')).toBe(2)

  await onStandby('select pg_wal_replay_resume()')
  await eventually(async () => expect(await health()).not.toHaveProperty('readReplica'))
})

test('nobody notices when the replica is lost, at once and until it is back', async () => {
  const { connection } = standby
  await standby.stop()
  const before = await visits('dana')
  expect(await visits('visitor')).toBe(before)
  expect(await health()).toMatchObject({ ok: true, readReplica: 'away' })
  await recordVisit()
  expect(await visits('visitor')).toBe(before + 1)
  standby = await start('standby')
  expect(standby.connection).toEqual(connection)
  await eventually(async () => expect(await health()).not.toHaveProperty('readReplica'))
  expect(log.slice(-2)).toEqual([
    expect.stringContaining('The read replica is away'),
    expect.stringContaining('The read replica is up to date'),
  ])
})

test('a server that is no replica is refused at the start', async () => {
  const refused = createTestApp({ connection: primary.connection, readReplicaUrl: urlOf(primary) })
  await expect(refused).rejects.toThrow(
    'READ_REPLICA_URL is not a replica: that server is not in recovery. Name a standby of DATABASE_URL.',
  )
})

// An import that is killed while it writes its second company: the first is whole, nothing of the second is there, and
// the same import again brings what an import without a kill brings.

import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { createDatabase, type Database } from '#server/db/database.ts'
import { findCompanies, streamTree } from '#server/features/export/stream-tree.ts'
import { treeId } from '#server/features/tree-import/tree-id.ts'
import { buildIfStale } from '../../../scripts/build-bundles.mjs'
import { writeImportFile } from '../../support/import-fixture.ts'
import { endProcess } from '../../support/server-process.mjs'
import { sharedVin } from '../../support/shared-vin.ts'
import { createTrigger, freshDatabase } from '../../support/test-app.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 })

const PROGRAM = fileURLToPath(new URL('../../../dist/server/import.js', import.meta.url))
const NOW = new Date('2026-03-01T00:00:00Z')
/** Written in hundreds. */
const TICKETS = 500
const MIDDLE_TICKET = 500_250
/** The trigger waits for it. */
const LOCK = 730_021
const WAIT = { timeout: 60_000 }

type Home = {
  readonly connection: pg.ClientConfig
  readonly database: Database
  readonly dataDir: string
  readonly temporary: string
}

let folder: string
let tree: string
const closers: (() => Promise<unknown>)[] = []

const vinOf = (uid: string, index: number): string => sharedVin(`${uid}-${String(index).padStart(4, '0')}`)

const ticketOf = (uid: string, index: number) => ({
  customerDetails: { firstName: 'Al' },
  customerRV: { vin: vinOf(uid, index), make: 'Ford', model: 'E-450', year: '2017' },
  activeTimestamp: 1763661600000,
  Jobs: { 1: { problem: `Leak ${index}`, photos: index === 0 ? { front: '/roof.jpg' } : null } },
})

const visitOf = (uid: string) => ({
  ...ticketOf(uid, 1),
  companyUUID: uid,
  completedTimestamp: '02-11-2024 1:30 PM',
  TotalBalance: 95.5,
})

beforeAll(async () => {
  await buildIfStale()
  folder = await mkdtemp(join(tmpdir(), 'rigwright-test-killed-'))
  await mkdir(join(folder, 'images'))
  await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
    .jpeg()
    .toFile(join(folder, 'images', 'roof.jpg'))
  const companyOf = (uid: string) => ({
    companyDetails: {
      companyName: uid,
      email: `${uid}@mail.example`,
      coordinates: { lat: 41.6, lng: -85.9 },
    },
    Employees: { [`${uid}-tech`]: { firstName: 'Nora', email: `nora@${uid}.example` } },
    ticketManager: {
      activeServiceTickets: Object.fromEntries(
        Array.from({ length: TICKETS }, (_, index) => [500_000 + index, ticketOf(uid, index)]),
      ),
    },
  })
  tree = await writeImportFile(inject('postgres').folder, {
    users: {
      companies: { first: companyOf('first'), second: companyOf('second') },
      RVPool: Object.fromEntries(
        ['first', 'second'].map(uid => [
          vinOf(uid, 1),
          { make: 'Ford', customerUUID: uid, workHistory: { 400001: visitOf(uid) } },
        ]),
      ),
    },
  })
})
afterAll(async () => {
  for (const close of closers) await close()
  await rm(folder, { recursive: true, force: true })
})

async function createHome(name: string): Promise<Home> {
  const connection = await freshDatabase()
  const { database, close } = createDatabase(connection, () => {})
  closers.push(close)
  const home = { dataDir: join(folder, name), temporary: join(folder, `${name}-tmp`) }
  for (const each of Object.values(home)) await mkdir(each)
  return { connection, database, ...home }
}

function startImport({ connection, dataDir, temporary }: Home) {
  const { user, database, host = '', port } = connection
  const address = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  const child = spawn(process.execPath, [PROGRAM, tree, '--files', join(folder, 'images')], {
    env: { PATH: process.env.PATH, TMPDIR: temporary, DATABASE_URL: address, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  closers.push(() => endProcess(child, 'SIGKILL'))
  const run = { child, output: '', ended: Promise.resolve<number | null>(null) }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      run.output += chunk
    })
  run.ended = new Promise(resolve => child.once('close', resolve))
  return run
}

async function runImport(home: Home): Promise<string> {
  const run = startImport(home)
  expect(await run.ended, run.output).toBe(0)
  return run.output
}

async function countRows(database: Database, uid: string) {
  const companyId = treeId(uid)
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from company where company_id = ${companyId}) as companies,
           (select count(*)::int from employee where company_id = ${companyId}) as employees,
           (select count(*)::int from ticket where company_id = ${companyId}) as tickets,
           (select count(*)::int from work_history where company_id = ${companyId}) as visits,
           (select count(*)::int from photo where company_id = ${companyId}) as photos,
           (select count(*)::int from import_run where company_id = ${companyId}) as runs,
           (select count(*)::int from auth_user where email like ${`%${uid}%`}) as accounts,
           (select count(*)::int from rig where vin like ${vinOf(uid, 0).replace(/0000$/, '%')}) as rigs`.execute(
    database,
  )
  return rows[0]
}

const WHOLE = {
  ...{ companies: 1, employees: 1, tickets: TICKETS + 1, visits: 1, photos: 1, runs: 1, accounts: 2 },
  rigs: TICKETS,
}
const NOTHING = Object.fromEntries(Object.keys(WHOLE).map(name => [name, 0]))

/** All companies as a tree; only the moment of the import differs from one to the next. */
async function exportFrom({ database }: Home): Promise<string> {
  const options = { database, companyId: null, now: NOW, link: (path: string) => path }
  const exported = await text(Readable.from(streamTree(options, await findCompanies(options))))
  return exported.replace(/"imported":\s*\d+/g, '"imported":0')
}

async function listFiles({ dataDir }: Home, ...path: string[]): Promise<string[]> {
  const entries = await readdir(join(dataDir, ...path), { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(dataDir.length))
    .sort()
}

/** The transactions of imports that write, or of those the ones that wait for the lock. */
const countBackends = async (database: Database, which: 'all' | 'waiting'): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_xid is not null
      and (${which} = 'all' or wait_event = 'advisory')`.execute(database)
  return rows[0]?.count ?? 0
}

test('an import that is killed leaves whole companies only, and the same import again completes it', async () => {
  const home = await createHome('killed')
  const { database, connection } = home
  const holder = createDatabase(connection, () => {})
  closers.push(holder.close)
  await sql`create function wait_for_test() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock_shared(${sql.lit(LOCK)}); return new; end'`.execute(database)
  await createTrigger(
    database,
    `before insert on ticket for each row
     when (new.ticket_id = ${MIDDLE_TICKET} and new.company_id = '${treeId('second')}') execute function wait_for_test()`,
  )
  await holder.database.connection().execute(async session => {
    await sql`select pg_advisory_lock(${sql.lit(LOCK)})`.execute(session)
    const run = startImport(home)
    await expect.poll(() => run.output, WAIT).toContain('Imported first.')
    await expect.poll(() => countBackends(database, 'waiting'), WAIT).toBe(1)
    await endProcess(run.child, 'SIGKILL')
    expect(run.output).not.toContain('Imported second')
    await sql`select pg_advisory_unlock(${sql.lit(LOCK)})`.execute(session)
  })
  await expect.poll(() => countBackends(database, 'all'), WAIT).toBe(0)
  expect(await countRows(database, 'first')).toEqual(WHOLE)
  expect(await countRows(database, 'second')).toEqual(NOTHING)
  // Its spool, and an image with the entry of the journal that says so.
  expect(await readdir(home.temporary)).toEqual([expect.stringMatching(/^rigwright-import-/)])
  expect(await listFiles(home, 'pictures', 'import', 'journal')).toHaveLength(1)
  const images = (await listFiles(home, 'files')).filter(file => file.includes(treeId('second')))
  expect(images).toHaveLength(2)

  const output = await runImport(home)
  expect(output).toMatch(/companies\/first {2}This company is here already/)
  expect(output).toContain('Imported second.')

  const other = await createHome('uninterrupted')
  await runImport(other)
  expect(await countRows(database, 'second')).toEqual(WHOLE)
  expect(await exportFrom(home)).toBe(await exportFrom(other))
  expect(await listFiles(home, 'files')).toEqual(await listFiles(other, 'files'))
  expect(await listFiles(home, 'pictures')).toEqual([])
  expect(await readdir(home.temporary)).toEqual([])
})

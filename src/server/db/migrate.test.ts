import { type Kysely, Migrator, sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dumpEverything } from '../../../test/support/backup-fixtures.ts'
import { freshDatabase } from '../../../test/support/test-app.ts'
import { createDatabase, type Database } from './database.ts'
import { MIGRATION_TABLE_SQL, migrate } from './migrate.ts'
import { migrateAndConfigure } from './migrate-and-configure.ts'
import { type Migration, migrations } from './migration-files.ts'

let connection: pg.ClientConfig
let database: Database
let close: () => Promise<void>
beforeEach(async () => {
  connection = await freshDatabase('template0')
  ;({ database, close } = createDatabase(connection, () => {}))
})
afterEach(() => close())

const step = (name: string, text: string): Migration => ({ name, text })
const first = step(
  '001-rigs',
  'create table rig (vin text primary key, year text); insert into rig values (1), (2)',
)
const names = async () => (await dumpEverything(connection)).migration

async function client(): Promise<pg.Client> {
  const made = new pg.Client(connection)
  made.on('error', () => {})
  await made.connect()
  return made
}

describe('each migration is its own transaction', () => {
  test('a failing one is rolled back, and earlier ones stay', async () => {
    const wrong = step('002-wrong', 'create table half (a int); select 1 / 0')
    const last = step('003-last', 'create table last (a int)')
    await expect(migrate(database, { steps: [first, wrong, last] })).rejects.toThrow(
      /^Could not prepare the database \(division by zero\)\./,
    )
    expect(Object.keys(await dumpEverything(connection))).toEqual(['migration', 'rig'])
    expect(await names()).toEqual(['001-rigs'])
    const fixed = step('002-wrong', 'create table half (a int)')
    await migrate(database, { steps: [first, fixed, last] })
    expect(await names()).toEqual(['001-rigs', '002-wrong', '003-last'])
  })

  test('one interrupted by a crash runs again at the next start', async () => {
    const text = 'create table half (a int); insert into rig values (3)'
    const killed = step('002-killed', `${text}; select pg_terminate_backend(pg_backend_pid())`)
    await expect(migrate(database, { steps: [first, killed] })).rejects.toThrow(
      /Could not prepare the database/,
    )
    expect((await dumpEverything(connection)).rig).toHaveLength(2)
    await migrate(database, { steps: [first, step('002-killed', text)] })
    expect((await dumpEverything(connection)).rig).toHaveLength(3)
    expect(await names()).toEqual(['001-rigs', '002-killed'])
  })

  test('six servers that start at once apply each one once, including those outside a transaction', async () => {
    const steps = [
      first,
      step('002-more', `insert into rig select 'vin' || n from generate_series(1, 2000) n`),
      step(
        '003-index',
        '-- outside a transaction\ncreate index concurrently if not exists rig_year on rig (year)',
      ),
      step('004-again', `insert into rig values ('last')`),
    ]
    const servers = Array.from({ length: 6 }, () => createDatabase(connection, () => {}))
    await Promise.all(servers.map(server => migrate(server.database, { steps })))
    await Promise.all(servers.map(server => server.close()))
    expect((await dumpEverything(connection)).rig).toHaveLength(2003)
    expect(await names()).toEqual(steps.map(({ name }) => name))
  })
})

describe('a statement outside a transaction', () => {
  const index = step(
    '002-index',
    '-- outside a transaction\ncreate unique index concurrently if not exists rig_year on rig (year)',
  )
  const isValid = async () =>
    (
      await sql`select indisvalid as valid from pg_index where indexrelid = 'rig_year'::regclass`.execute(
        database,
      )
    ).rows

  test('runs again safely if a crash lost its record', async () => {
    await migrate(database, { steps: [first, index] })
    await sql`delete from migration where name = '002-index'`.execute(database)
    await migrate(database, { steps: [first, index] })
    expect({ names: await names(), valid: await isValid() }).toEqual({
      names: ['001-rigs', '002-index'],
      valid: [{ valid: true }],
    })
  })

  test('that failed leaves no half-built index in place of a complete one', async () => {
    await migrate(database, { steps: [first] })
    await sql`update rig set year = '2020'`.execute(database)
    await expect(migrate(database, { steps: [first, index] })).rejects.toThrow(
      /could not create unique index/,
    )
    expect(await isValid()).toEqual([{ valid: false }])
    await sql`update rig set year = vin`.execute(database)
    await migrate(database, { steps: [first, index] })
    expect(await isValid()).toEqual([{ valid: true }])
  })
})

describe('a start is refused with a message', () => {
  test('on a database newer than the program', async () => {
    await migrate(database, { steps: [first, step('002-newer', 'create table newer (a int)')] })
    const before = await dumpEverything(connection)
    await expect(migrate(database, { steps: [first] })).rejects.toThrow(
      new Error(
        'The database is newer than this program: it has the migration 002-newer, and the newest one here is 001-rigs. Start the newer Rigwright, or restore a backup made by this one.',
      ),
    )
    expect(await dumpEverything(connection)).toEqual(before)
  })

  test.each([
    [['001-house', '002-pictures', '037-corrected-claims']],
    [['001-roles', '002-accounts', '003-companies']],
    [['001-roles-and-extensions', '002-accounts', '003-companies']],
    [['001-extensions-and-roles', '002-accounts', '003-companies']],
  ])('on a database from before these migrations, with %j, which stays unchanged', async applied => {
    await sql
      .raw(`${MIGRATION_TABLE_SQL}; create table rig (vin text); insert into rig values ('OLD-1')`)
      .execute(database)
    for (const name of applied)
      await sql`insert into migration (name, timestamp) values (${name}, '2025-11-20T19:00:00.000Z')`.execute(
        database,
      )
    const before = await dumpEverything(connection)
    await expect(migrateAndConfigure(connection, [])).rejects.toThrow(
      new Error(
        `This database was made by an earlier Rigwright, which this version cannot upgrade: its migrations begin with ${applied[0]}, not with 001-roles-and-declarations. Start with an empty database (another DATA_DIR or DATABASE_URL), or keep using that earlier version.`,
      ),
    )
    expect(await dumpEverything(connection)).toEqual(before)
  })

  test('on a database with a skipped migration', async () => {
    const third = step('003-third', 'create table third (a int)')
    await migrate(database, { steps: [first, third] })
    const between = step('002-between', 'create table between_them (a int)')
    await expect(migrate(database, { steps: [first, between, third] })).rejects.toThrow(
      'The database has the migration 003-third but not the earlier 002-between. It belongs to a different Rigwright.',
    )
  })
})

describe('during other work', () => {
  const alter = step('002-alter', 'alter table rig add column make text')

  test('a waiting migration blocks no one, and completes', async () => {
    await migrate(database, { steps: [first] })
    const [reader, writer] = [await client(), await client()]
    await reader.query('begin; select * from rig')
    let isThrough = false
    const migrating = migrate(database, { steps: [first, alter] }).then(() => {
      isThrough = true
    })
    const waits = async () =>
      (await writer.query(`select from pg_locks where not granted and relation = 'rig'::regclass`)).rows
        .length
    await expect.poll(waits, { interval: 10 }).toBe(1)
    // Each of these would wait behind the migration, if it did not release its lock.
    for (let vin = 10; vin < 20; vin += 1) await writer.query('insert into rig values ($1)', [String(vin)])
    expect(isThrough).toBe(false)
    await reader.query('commit')
    await migrating
    expect((await dumpEverything(connection)).rig).toHaveLength(12)
    await Promise.all([reader.end(), writer.end()])
  })

  test('one that times out fails with a message, and earlier ones stay', async () => {
    await migrate(database, { steps: [first] })
    const reader = await client()
    await reader.query('begin; select * from rig')
    const middle = step('002-middle', 'create table middle (a int)')
    const late = { ...alter, name: '003-alter' }
    await expect(migrate(database, { steps: [first, middle, late], timeoutMs: 0 })).rejects.toThrow(
      'The migration 003-alter timed out waiting for a table that is in use. Earlier migrations are applied; start again when the table is free.',
    )
    expect(await names()).toEqual(['001-rigs', '002-middle'])
    await reader.end()
  })
})

test('a database from Kysely’s own migrator is migrated from its version', async () => {
  const old = migrations.slice(0, 7)
  const migrator = new Migrator({
    db: database.withoutPlugins() as Kysely<unknown>,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          old.map(({ name, text }) => [name, { up: async db => void (await sql.raw(text).execute(db)) }]),
        ),
    },
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
  })
  expect((await migrator.migrateToLatest()).error).toBeUndefined()
  await migrate(database)
  expect(await names()).toEqual(migrations.map(({ name }) => name))
  const fresh = createDatabase(await freshDatabase('template0'), () => {})
  await migrate(fresh.database)
  const tables = (all: Record<string, string[]>) => Object.keys(all).filter(name => name !== 'migration_lock')
  expect(tables(await dumpEverything(connection))).toEqual(tables(await dumpEverything(fresh.connection)))
  await fresh.close()
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { startEmbeddedDatabase } from '#server/db/embedded/embedded-database.ts'
import { june, PASSWORD, rosa } from '#server/seed/demo-accounts.ts'
import { createTestApp, freshDatabase } from '../../../test/support/test-app.ts'
import { assertServerSupported, createDatabase, type Database } from './database.ts'
import { migrate } from './migrate.ts'

const quiet = () => {}

/** The whole schema as text: columns, constraints, indexes, policies and rights. */
async function schemaOf(database: Database): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select format('%s.%s %s %s', table_name, column_name, data_type, is_nullable) as line
      from information_schema.columns where table_schema = 'public'
    union all select pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select format('%s', p) from pg_policies p where schemaname = 'public'
    union all select format('%s %s %s', grantee, table_name, privilege_type)
      from information_schema.role_table_grants where table_schema = 'public'
    union all select format('%s', m) from migration m
    order by 1`.execute(database)
  return rows.map(({ line }) => line)
}

test('migrating a database that is up to date does nothing', async () => {
  const { database, close } = createDatabase(await freshDatabase(), quiet)
  const before = await schemaOf(database)
  expect(before.length).toBeGreaterThan(150)
  await migrate(database)
  await migrate(database)
  expect(await schemaOf(database)).toEqual(before)
  await close()
})

test('six servers that start at once on an empty database migrate it once', async () => {
  const connection = await freshDatabase('template0')
  const servers = Array.from({ length: 6 }, () => createDatabase(connection, quiet))
  await Promise.all(servers.map(({ database }) => migrate(database)))
  const [first] = servers
  const alone = createDatabase(await freshDatabase('template0'), quiet)
  await migrate(alone.database)
  if (first === undefined) throw new Error('no server')
  const withoutTimes = async (database: Database) =>
    (await schemaOf(database)).map(line => line.replace(/\(\d{3}-.*/, ''))
  expect(await withoutTimes(first.database)).toEqual(await withoutTimes(alone.database))
  for (const { close } of [...servers, alone]) await close()
})

test('two servers on one database serve the same company', async () => {
  const connection = await freshDatabase()
  const [one, two] = await Promise.all([createTestApp({ connection }), createTestApp({ connection })])
  const ticketId = await one.createTicket()
  await two.as('walt').tickets.finalize({ ticketId })
  expect(await one.as('dana').tickets.get({ ticketId })).toMatchObject({ state: 'completed' })
  await Promise.all([one.close(), two.close()])
})

describe('a start that cannot succeed says why in one sentence', () => {
  test('when the database does not respond', async () => {
    const { database, close } = createDatabase({ host: '127.0.0.1', port: 1 }, quiet)
    await expect(assertServerSupported(database)).rejects.toThrow(
      /^Can’t reach the database \(.*ECONNREFUSED.*\)\. Check DATABASE_URL\.$/,
    )
    await close()
  })

  test('when the user lacks permissions', async () => {
    const { connection } = inject('postgres')
    const database = await freshDatabase('template0')
    const admin = new pg.Client(connection)
    await admin.connect()
    await admin.query('create role powerless login')
    const { database: db, close } = createDatabase({ ...database, user: 'powerless' }, quiet)
    await expect(migrate(db)).rejects.toThrow(
      /^Could not prepare the database \(.*\)\. The user in DATABASE_URL must be allowed to create tables, the extensions btree_gist, btree_gin, pg_trgm and cube, and the roles rigwright_app, rigwright_definer, rigwright_backup and rigwright_eraser\.$/,
    )
    await close()
    await admin.query('drop role powerless')
    await admin.end()
  })
})

test('a user that is not a superuser can migrate, serve and restart on its own cluster', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rigwright-plain-'))
  const cluster = await startEmbeddedDatabase({ dataDir: folder, log: quiet })
  try {
    const admin = new pg.Client(cluster.connection)
    await admin.connect()
    await admin.query('CREATE ROLE plain LOGIN CREATEROLE')
    await admin.query('CREATE DATABASE plain OWNER plain')
    await admin.end()
    const connection = { ...cluster.connection, options: '', user: 'plain', database: 'plain' }
    const app = await createTestApp({ connection })
    const email = 'ann@hilltop.example'
    await app
      .as('visitor')
      .companies.register({ companyName: 'Hilltop', email, password: PASSWORD, companyPhone: '5550188' })
    const ann = app.withCookie(await app.signIn(email))
    const { id } = await ann.employees.register({
      ...rosa,
      email: 'rosa@hilltop.example',
      password: PASSWORD,
    })
    const { ticketId } = await ann.tickets.create({ ...june, jobs: [] })
    await ann.tickets.assign({ ticketId, employeeId: id })
    await ann.tickets.finalize({ ticketId })
    await ann.tickets.complete({ ticketId })
    await ann.employees.change({ id, phone: '5550189' })
    await ann.employees.sendReset({ id })
    await expect.poll(() => app.sentEmails.length).toBe(1)
    await ann.employees.deactivate({ id })
    await ann.employees.reactivate({ id })
    await ann.companies.change({ companyName: 'Hilltop RV' })
    await ann.employees.delete({ id })
    expect((await app.fetch('/api/health')).status).toBe(200)
    await app.close()

    const again = await createTestApp({ connection })
    const { entries } = await again.as('visitor').workHistory.get({ vin: june.customerRV.vin })
    expect(entries).toMatchObject([{ ticketId, technician: 'Rosa Díaz' }])
    expect([...app.loggedErrors, ...again.loggedErrors]).toEqual([])
    await again.close()
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('numbers are read as numbers, and one too large to be exact throws', async () => {
  const { database, close } = createDatabase(await freshDatabase(), quiet)
  const { rows } =
    await sql`select 9007199254740991::bigint as large, 12.345::numeric(8, 3) as amount, '2025-11-20'::date as day`.execute(
      database,
    )
  expect(rows).toEqual([{ large: Number.MAX_SAFE_INTEGER, amount: 12.345, day: '2025-11-20' }])
  await expect(sql`select 9007199254740992::bigint`.execute(database)).rejects.toThrow(RangeError)
  await close()
})

import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { createFakeFileStore } from '#server/files/file-store.ts'
import { june, PASSWORD, rosa } from '#server/seed/demo-accounts.ts'
import {
  addEveryImage,
  addPhoto,
  backUp,
  createAppWithImages,
  dumpEverything,
  newBackupFile,
  restoreIntoNewDatabase,
} from '../../../test/support/backup-fixtures.ts'
import { createTestApp, freshDatabase, type TestApp } from '../../../test/support/test-app.ts'
import { makeBackup } from './backup.ts'
import { BackupError } from './backup-errors.ts'
import { verifyBackup } from './restore.ts'

/** Takes tickets through their states; every third one stops halfway. */
async function workOn(app: TestApp, count: number): Promise<void> {
  const desk = app.as('walt').tickets
  const { ticketId } = await desk.create({
    ...june,
    customerRV: { ...june.customerRV, vin: `VIN-${randomUUID().slice(0, 8)}` },
    jobs: [{ problem: `Roof leak ${count}\t\\N "quoted"\nsecond line é` }],
  })
  await desk.assign({ ticketId, employeeId: app.ids.rosa })
  await desk.addPart({ ticketId, quantity: 1.5, description: 'Sealant', perPartAmount: 13.75 })
  if (count % 2 === 0) await addPhoto(app, ticketId)
  if (count % 3 === 0) return
  await desk.finalize({ ticketId })
  await desk.complete({ ticketId })
}

describe('a backup of a busy server', () => {
  test('is a consistent snapshot, and serves again', { timeout: 120_000 }, async () => {
    const { app, files } = await createAppWithImages()
    const cookie = await app.signIn('dana@bluebonnet.example')
    const key = randomUUID()
    const request = { ...june, jobs: [{ problem: 'Steps do not fold' }] }
    const answered = await app.as('dana').tickets.create(request, { context: { idempotencyKey: key } })

    let isOver = false
    let [begun, done] = [0, 0]
    const writers = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        await workOn(app, begun++)
        done += 1
      }
    })
    await expect.poll(() => done, { timeout: 60_000 }).toBeGreaterThan(16)
    const atBegin = done
    const made = await backUp(app, files)
    await expect.poll(() => done, { timeout: 60_000 }).toBeGreaterThan(atBegin + 8)
    isOver = true
    await Promise.all(writers)
    expect(app.loggedErrors).toEqual([])
    expect(made.missing).toEqual([])

    const { connection, files: restored } = await restoreIntoNewDatabase(made.file)
    const all = await dumpEverything(connection)
    expect(Object.fromEntries(made.tables.map(({ name, rows }) => [name, rows]))).toEqual(
      Object.fromEntries(
        Object.entries(all)
          .filter(([name]) => name !== 'migration')
          .map(([name, rows]) => [name, rows.length]),
      ),
    )
    const now = await dumpEverything(app.connection)
    expect(now.ticket?.length).toBeGreaterThan(all.ticket?.length ?? 0)

    const again = await createTestApp({ connection, files: restored })
    const client = new pg.Client(connection)
    await client.connect()
    const one = async (sql: string) => (await client.query(sql)).rows[0]
    expect(
      await one(`select count(*)::int as wrong from company_version v
        where version <> (select count(distinct version) from change_log c where c.company_id = v.company_id)
           or version <> (select coalesce(max(version), 0) from change_log c where c.company_id = v.company_id)`),
    ).toEqual({ wrong: 0 })
    expect(
      await one(`select count(*)::int as wrong from
        (select distinct company_id, id from change_log where kind = 'ticket') c
        full join ticket t on t.company_id = c.company_id and t.ticket_id::text = c.id
        where t.ticket_id is null or c.id is null`),
    ).toEqual({ wrong: 0 })
    expect(
      await one(`select count(*)::int as wrong from (select * from ticket where state = 'recorded') t
        full join work_history h using (company_id, ticket_id) where t.vin is distinct from h.vin`),
    ).toEqual({ wrong: 0 })
    expect(await one(`select count(*)::int > 5 as some from work_history`)).toEqual({ some: true })
    const { rows: photos } = await client.query('select company_id, ticket_id, photo_id from photo')
    await client.end()
    expect(photos.length).toBeGreaterThan(2)
    const named = photos.flatMap(({ company_id, ticket_id, photo_id }) =>
      ['large', 'small'].map(size => `companies/${company_id}/tickets/${ticket_id}/${photo_id}-${size}.webp`),
    )
    expect([...restored.files.keys()].sort()).toEqual(named.sort())
    for (const name of named) expect(restored.files.get(name)).toEqual(files.files.get(name))

    // Sessions are still valid, logins work, and an idempotency key still has its response.
    expect(await again.withCookie(cookie).me()).toMatchObject({ id: app.ids.dana })
    await again.signIn('rosa@bluebonnet.example')
    const repeated = await again
      .withCookie(cookie)
      .tickets.create(request, { context: { idempotencyKey: key } })
    expect(repeated).toEqual(answered)
    expect((await dumpEverything(connection)).ticket).toHaveLength(all.ticket?.length ?? 0)
    expect(again.loggedErrors).toEqual([])
    await Promise.all([again.close(), app.close()])
  })

  test('equals a backup of an idle one row for row, with every image', async () => {
    const files = createFakeFileStore()
    const app = await createTestApp({ files, connection: await freshDatabase() })
    const ticketId = await app.createTicket('rosa')
    await addEveryImage(app, ticketId)
    await app.createBooking()
    await app.close()
    const before = await dumpEverything(app.connection)
    const { connection, files: restored } = await restoreIntoNewDatabase((await backUp(app, files)).file)
    expect(await dumpEverything(connection)).toEqual(before)
    expect(Object.fromEntries(restored.files)).toEqual(Object.fromEntries(files.files))
    expect(restored.files.size).toBe(8)
    expect(await dumpEverything(app.connection)).toEqual(before)
  })
})

describe('an image', () => {
  test('deleted during the backup is not reported missing', async () => {
    const { app, files } = await createAppWithImages()
    const ticketId = await app.createTicket()
    const [gone, remaining] = [await addPhoto(app, ticketId), await addPhoto(app, ticketId)]
    let isFirst = true
    const read = async (key: string) => {
      if (isFirst) {
        isFirst = false
        const path = `/api/tickets/${ticketId}/jobs/1/photos/${gone}`
        expect((await app.fetch(path, { as: 'dana', method: 'DELETE' })).ok).toBe(true)
      }
      return files.read(key)
    }
    const printed: string[] = []
    const made = await backUp(app, { read }, { print: line => printed.push(line) })
    expect({ missing: made.missing, images: made.images }).toEqual({ missing: [], images: 2 })
    expect(printed.join('\n')).not.toMatch(/in the database but not/)
    const { files: restored } = await restoreIntoNewDatabase(made.file)
    expect([...restored.files.keys()].every(key => key.includes(remaining))).toBe(true)
    await app.close()
  })

  test('missing in the file store is reported, and the rest is backed up', async () => {
    const { app, files } = await createAppWithImages()
    await addPhoto(app, await app.createTicket())
    const [lost = ''] = files.files.keys()
    files.files.delete(lost)
    const printed: string[] = []
    const made = await backUp(app, files, { print: line => printed.push(line) })
    expect(made.missing).toEqual([lost])
    expect(printed).toContain(`The image ${lost} is in the database but not in the file store`)
    expect((await restoreIntoNewDatabase(made.file)).files.files.size).toBe(1)
    await app.close()
  })
})

describe('a database whose user is not a superuser', () => {
  /** A role that owns its database and nothing else, with one ticket. */
  async function createUnprivilegedInstallation() {
    const { connection: admin } = inject('postgres')
    const name = `plain_${randomUUID().replaceAll('-', '')}`
    const client = new pg.Client(admin)
    await client.connect()
    await client.query(`CREATE ROLE ${name} LOGIN CREATEROLE`)
    await client.query(`GRANT rigwright_app, rigwright_definer, rigwright_eraser TO ${name}`)
    await client.query(`GRANT rigwright_backup TO ${name} WITH INHERIT FALSE, SET TRUE`)
    const emptyDatabase = async () => {
      const database = `${name}_${randomUUID().slice(0, 8)}`
      await client.query(`CREATE DATABASE ${database} OWNER ${name}`)
      return { ...admin, user: name, database }
    }
    const { app: superuserApp, files } = await createAppWithImages()
    await superuserApp.close()
    const app = await createTestApp({ connection: await emptyDatabase(), files })
    const email = 'ann@hilltop.example'
    await app
      .as('visitor')
      .companies.register({ companyName: 'Hilltop', email, password: PASSWORD, companyPhone: '5550188' })
    const ann = app.withCookie(await app.signIn(email))
    await ann.employees.register({ ...rosa, email: 'rosa@hilltop.example', password: PASSWORD })
    await ann.tickets.create({ ...june, jobs: [{ problem: 'Roof leak' }] })
    return {
      app,
      files,
      email,
      emptyDatabase,
      close: () => Promise.all([client.end(), app.close()]),
    }
  }

  test('is backed up and restored completely, with its row-level security', async () => {
    const { app, files, email, emptyDatabase, close } = await createUnprivilegedInstallation()
    const made = await backUp(app, files)
    expect(made.tables.find(({ name }) => name === 'ticket')?.rows).toBe(1)
    const connection = await emptyDatabase()
    await restoreIntoNewDatabase(made.file, { connection })
    expect(await dumpEverything(connection)).toEqual(await dumpEverything(app.connection))
    const client = new pg.Client(connection)
    await client.connect()
    // The user itself still sees nothing unless it switches to the backup role.
    expect((await client.query('select * from change_log')).rows).toEqual([])
    const { rows: open } = await client.query(
      'select relname from pg_class where relrowsecurity and not relforcerowsecurity',
    )
    expect(open).toEqual([])
    await client.end()
    const again = await createTestApp({ connection })
    expect(await again.withCookie(await again.signIn(email)).me()).toMatchObject({ name: 'Hilltop' })
    await again.close()
    await close()
  })

  test('is not backed up if a table has no policy for rigwright_backup', async () => {
    const { app, files, close } = await createUnprivilegedInstallation()
    const client = new pg.Client(app.connection)
    await client.connect()
    await client.query('drop policy backup on part')
    await client.end()
    const file = newBackupFile()
    await expect(backUp(app, files, { file })).rejects.toThrow(
      new BackupError(
        'The role rigwright_backup may not read part: the policy backup is missing there, and a backup without those rows would be incomplete.',
      ),
    )
    await expect(readFile(file)).rejects.toThrow(/ENOENT/)
    await close()
  })
})

describe('a failed backup says why in one sentence, and leaves nothing', () => {
  const { connection } = inject('postgres')
  const noFiles = { read: async () => null }
  const make = (options: Partial<Parameters<typeof makeBackup>[0]>) =>
    makeBackup({
      connection,
      files: noFiles,
      secret: null,
      file: newBackupFile(),
      appVersion: '1',
      minFreeBytes: 0,
      print: () => {},
      ...options,
    })
  const leftBeside = async (file: string) =>
    (await readdir(dirname(file))).filter(name => join(dirname(file), name).startsWith(file))

  test('when the database does not respond', () =>
    expect(make({ connection: { host: '127.0.0.1', port: 1 } })).rejects.toThrow(
      /^Can’t reach the database \(.*ECONNREFUSED.*\)\.$/,
    ))

  test('when the database is empty', async () =>
    expect(make({ connection: await freshDatabase('template0') })).rejects.toThrow(
      'There is nothing to back up: the database is empty.',
    ))

  test('when the connection breaks', async () => {
    const app = await createTestApp()
    const file = newBackupFile()
    const admin = new pg.Client(connection)
    await admin.connect()
    await addToChangeLog(app, 20_000)
    const breaking = (line: string) => {
      if (line.startsWith('Tables')) throw new Error('The backup came further than it should.')
    }
    const ended = (async () => {
      const find = `select pg_terminate_backend(pid) as ended from pg_stat_activity
        where application_name = 'rigwright-backup' and datname = $1 and query like 'copy%'`
      const { database } = app.connection
      await expect
        .poll(async () => (await admin.query(find, [database])).rows.length, { interval: 1 })
        .toBe(1)
    })()
    await expect(make({ connection: app.connection, file, print: breaking })).rejects.toThrow(
      /^The connection to the database broke \(.*\)\.$/,
    )
    await ended
    expect(await leftBeside(file)).toEqual([])
    await admin.end()
    await app.close()
  })

  test('when it is stopped', async () => {
    const app = await createTestApp()
    const file = newBackupFile()
    await addToChangeLog(app, 20_000)
    const stopping = new AbortController()
    setImmediate(() => stopping.abort())
    await expect(make({ connection: app.connection, file, signal: stopping.signal })).rejects.toThrow(
      'Stopped; nothing was written.',
    )
    expect(await leftBeside(file)).toEqual([])
    await app.close()
  })
})

/** Some tens of megabytes that do not compress. */
async function addToChangeLog(app: TestApp, rows: number): Promise<void> {
  const client = new pg.Client(app.connection)
  await client.connect()
  await client.query(
    `insert into change_log (company_id, version, seq, kind, id, verb, at, actor, actor_name, card)
     select gen_random_uuid(), 1, 1, 'ticket', '1', 'x', now(), 'x', 'x',
       jsonb_build_object('x', (select string_agg(gen_random_uuid()::text || m, '') from generate_series(1, 30) m))
     from generate_series(1, $1::int) n`,
    [rows],
  )
  await client.end()
}

test('a long table is split into pieces, and the manifest is correct', async () => {
  const app = await createTestApp()
  await addToChangeLog(app, 12_000)
  const { file, members, tables } = await backUp(app, { read: async () => null })
  expect(members.filter(({ name }) => name.startsWith('tables/change_log/')).length).toBeGreaterThan(2)
  expect(await verifyBackup(file)).toMatchObject({ tables, product: '1.2.3' })
  const { connection } = await restoreIntoNewDatabase(file)
  expect(await dumpEverything(connection)).toEqual(await dumpEverything(app.connection))
  await app.close()
})

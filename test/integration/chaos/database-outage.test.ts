// A database that is unavailable, slow, silent or full. Users get one sentence and a time to retry; nothing is half
// done; and afterwards everything works without a restart.

import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { version } from '#contract/version.ts'
import { createDatabase } from '#server/db/database.ts'
import { runInTransaction } from '#server/db/unit-of-work.ts'
import { createDiskStore, type FileStore } from '#server/files/file-store.ts'
import { isRetryable } from '#server/lib/pg-errors.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { readStream } from '../../support/read-stream.ts'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'
import { createTestApp, errorOf, freshDatabase, type TestApp } from '../../support/test-app.ts'

const UNAVAILABLE_MESSAGE =
  'We can’t reach our database right now. Nothing was changed. Try again in a moment.'
const DISK_FULL_MESSAGE = "The server's disk is full. Nothing was changed. Try again in a while."
const unavailableError = {
  code: 'SERVICE_UNAVAILABLE',
  status: 503,
  message: UNAVAILABLE_MESSAGE,
  retryAfterSeconds: 2,
}
const diskFullError = {
  code: 'SERVICE_UNAVAILABLE',
  status: 503,
  message: DISK_FULL_MESSAGE,
  retryAfterSeconds: 60,
}

/** Shorter than in production, so that the tests do not take long. */
const LIMITS = {
  connectionTimeoutMillis: 1500,
  lock_timeout: 400,
  statement_timeout: 700,
  query_timeout: 900,
}

const PORT = 5432
const postgresSocket = (folder = '', port = PORT) => join(folder, `.s.PGSQL.${port}`)

let folder: string
let direct: pg.ClientConfig
let proxy: TcpProxy
let app: TestApp
let isDiskFull = false

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rw-door-'))
  direct = await freshDatabase()
  proxy = await startTcpProxy(postgresSocket(direct.host, direct.port), postgresSocket(folder))
  const disk = await createDiskStore(join(folder, 'files'))
  const files: FileStore = {
    ...disk,
    write: async (key, bytes, type) => {
      // The disk is full between an image's two sizes.
      if (isDiskFull && key.includes('small'))
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
      await disk.write(key, bytes, type)
    },
  }
  const imagesFolder = join(folder, 'pictures')
  app = await createTestApp({
    connection: { ...direct, host: folder, port: PORT, ...LIMITS },
    files,
    imagesFolder,
  })
  for (const person of ['dana', 'rosa'] as const) await app.as(person).me()
})
afterAll(async () => {
  proxy.reset()
  await app.close()
  proxy.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  proxy.reset()
  isDiskFull = false
})
afterEach(() => proxy.reset())

const health = async () => {
  const response = await app.fetch('/api/health')
  return [response.status, await response.json()]
}

async function someone(): Promise<pg.Client> {
  const client = new pg.Client(direct)
  await client.connect()
  return client
}

const changes = async (): Promise<number> => {
  const client = await someone()
  const { rows } = await client.query<{ count: string }>('select count(*) from change_log')
  await client.end()
  return Number(rows[0]?.count)
}

async function sendPhoto(ticketId: number, key: string = randomUUID()): Promise<Response> {
  const background = { r: 20, g: 90, b: 60 }
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('photos', new Blob([new Uint8Array(bytes)]), 'photo.png')
  const path = `/api/tickets/${ticketId}/jobs/1/photos`
  return app.fetch(path, { as: 'dana', method: 'POST', body: form, headers: { 'Idempotency-Key': key } })
}

const images = async (): Promise<string[]> => {
  const found = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter(entry => entry.isFile()).map(({ name }) => name)
}

describe('while the database is unavailable', () => {
  test('a command, a query, a login and an image get a message, and nothing changes', async () => {
    const ticketId = await app.createTicket()
    const before = await changes()
    proxy.refuse()
    expect(await errorOf(app.as('dana').tickets.finalize({ ticketId }))).toEqual(unavailableError)
    expect(await errorOf(app.as('dana').tickets.get({ ticketId }))).toEqual(unavailableError)
    expect(await errorOf(app.as('visitor').companies.list({}))).toEqual(unavailableError)
    const rest = await app.fetch('/api/tickets', { as: 'dana' })
    expect([rest.status, rest.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await rest.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: UNAVAILABLE_MESSAGE })
    const json = { email: 'dana@bluebonnet.example', password: 'campfire-and-coffee' }
    const signIn = await app.fetch('/api/auth/sign-in/email', { method: 'POST', json })
    expect([signIn.status, await signIn.json()]).toEqual([
      503,
      expect.objectContaining({ message: UNAVAILABLE_MESSAGE }),
    ])
    expect((await sendPhoto(ticketId)).status).toBe(503)
    await expect.poll(health).toEqual([503, { ok: false, version, database: 'away' }])

    proxy.reset()
    await expect.poll(health).toEqual([200, { ok: true, version }])
    expect(await changes()).toBe(before)
    expect(await images()).toEqual([])
    await app.as('dana').tickets.finalize({ ticketId })
  })

  test('a command whose commit got no response says so, is done, and is not done twice', async () => {
    const ticketId = await app.createTicket()
    const key = { context: { idempotencyKey: randomUUID() } }
    proxy.refuseAtAnswer('complete_command', 'commit\0')
    const unsure = await errorOf(app.as('dana').tickets.finalize({ ticketId }, key))
    expect(unsure).toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 })
    expect(unsure.message).toMatch(/may or may not have been done/)
    proxy.reset()
    const after = await changes()
    expect(await app.as('dana').tickets.finalize({ ticketId }, key)).toEqual({
      ticketId,
      state: 'completed',
    })
    expect(await changes()).toBe(after)
  })

  test('an image whose commit got no response keeps its files, and is one image', async () => {
    const ticketId = await app.createTicket()
    const key = randomUUID()
    proxy.refuseAtAnswer('complete_command', 'commit\0')
    expect((await sendPhoto(ticketId, key)).status).toBe(503)
    proxy.reset()
    const again = await sendPhoto(ticketId, key)
    expect(again.status).toBe(201)
    const { photos } = (await again.json()) as { photos: { large: string; small: string }[] }
    expect(photos).toHaveLength(1)
    for (const { large, small } of photos)
      for (const path of [large, small]) expect((await app.fetch(path, { as: 'dana' })).status).toBe(200)
    const ticket = await app.as('dana').tickets.get({ ticketId })
    expect(ticket.jobs[0]?.photos).toHaveLength(1)
  })

  test('a live stream stays open, and catches up afterwards', async () => {
    const ticketId = await app.createTicket()
    const ending = new AbortController()
    const stream = await app.fetch('/api/live', { as: 'dana', signal: ending.signal })
    const events = readStream(stream)
    await expect.poll(() => events.heard).toContain('event: ready')
    proxy.refuse()
    await expect.poll(health).toEqual([503, { ok: false, version, database: 'away' }])
    proxy.reset()
    await app.as('dana').tickets.finalize({ ticketId })
    await expect.poll(() => events.heard, { timeout: 15_000 }).toContain(`"id":"${ticketId}"`)
    ending.abort()
    await events.reading
  })

  test('an email queued before is delivered after', async () => {
    const count = app.sentEmails.length
    await app.as('dana').employees.sendReset({ id: app.ids.rosa })
    proxy.refuse()
    await expect.poll(health).toEqual([503, { ok: false, version, database: 'away' }])
    proxy.reset()
    await expect.poll(() => app.sentEmails.length, { timeout: 15_000 }).toBe(count + 1)
  })
})

describe('an unresponsive database', () => {
  test('makes no one wait forever, and what it had begun is rolled back', async () => {
    const ticketId = await app.createTicket()
    const before = await changes()
    proxy.block()
    const asked = [
      ...Array.from({ length: 20 }, () => app.as('dana').tickets.finalize({ ticketId })),
      ...Array.from({ length: 20 }, () => app.as('dana').tickets.get({ ticketId })),
    ]
    for (const refusal of await Promise.all(asked.map(errorOf))) expect(refusal).toEqual(unavailableError)
    await expect.poll(health).toEqual([503, { ok: false, version, database: 'away' }])
    proxy.reset()
    expect(await changes()).toBe(before)
    await app.as('dana').tickets.finalize({ ticketId })
  })
})

describe('long transactions', () => {
  test('on a ticket refuse others with that message instead of blocking, until they end', async () => {
    const ticketId = await app.createTicket()
    const holder = await someone()
    await holder.query('begin')
    await holder.query('select from ticket where ticket_id = $1 for update', [ticketId])
    // More requests than connections: some wait for the ticket, some for a connection.
    const waiting = Array.from({ length: 30 }, () => app.as('dana').tickets.finalize({ ticketId }))
    for (const refusal of await Promise.all(waiting.map(errorOf))) expect(refusal).toEqual(unavailableError)
    // Reading is not blocked.
    expect(await app.as('dana').tickets.get({ ticketId })).toMatchObject({ state: 'active' })
    await expect.poll(health).toEqual([200, { ok: true, version }])
    await holder.query('rollback')
    await holder.end()
    expect(await app.as('dana').tickets.finalize({ ticketId })).toMatchObject({ state: 'completed' })
  })

  test('end when a statement takes too long', async () => {
    const holder = await someone()
    await holder.query('begin')
    await holder.query('lock table rig in access exclusive mode')
    expect(await errorOf(app.as('dana').tickets.create({ ...june, jobs: [] }))).toEqual(unavailableError)
    await holder.query('rollback')
    await holder.end()
  })

  test('of a dead server are ended by the database', async () => {
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings where name = 'idle_in_transaction_session_timeout'`.execute(
      app.database,
    )
    expect(rows).toEqual([{ name: 'idle_in_transaction_session_timeout', setting: '20000' }])
  })
})

describe('two deadlocked transactions', () => {
  test('both complete: the one that PostgreSQL ends runs again', async () => {
    const [one, other] = [await app.createTicket(), await app.createTicket()]
    const { dana: id } = app.ids
    const actor = { kind: 'owner', id, name: 'Dana Reyes', companyId: id } as const
    const execution = { actor, actorKey: id, now: app.now, timeZone: 'UTC' }
    const woken: string[] = []
    const { database, close } = createDatabase(direct, () => {})
    const unitOfWorkServices = { database, publish: (feed: string) => void woken.push(feed) }
    let runs = 0
    let firstLocks = 0
    const both = [
      [one, other],
      [other, one],
    ].map(order =>
      runInTransaction(unitOfWorkServices, execution, 'command', async work => {
        runs += 1
        for (const ticketId of order) {
          await work.from('ticket').select('ticketId').where('ticketId', '=', ticketId).forUpdate().execute()
          firstLocks += 1
          // Neither locks its second ticket before both have locked their first.
          while (firstLocks < 2) await new Promise(resolve => setTimeout(resolve, 5))
        }
        work.recordChange({ kind: 'ticket', id: String(order[0]), verb: 'ticket.release', card: null })
      }).catch(error => error),
    )
    const settled = await Promise.all(both).finally(close)
    expect(settled.filter(isRetryable)).toEqual([])
    expect(settled).toEqual([undefined, undefined])
    expect(runs).toBeGreaterThan(2)
    expect(woken).toEqual([id, id])
  })
})

describe('a full disk', () => {
  test('is reported with a message wherever it is noticed, in database or images, and nothing is half done', async () => {
    const ticketId = await app.createTicket()
    const client = await someone()
    await client.query(`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
    await client.query(
      'create trigger no_room before insert on change_log for each row execute function no_room()',
    )
    const before = await changes()
    expect(await errorOf(app.as('dana').tickets.finalize({ ticketId }))).toEqual(diskFullError)
    expect(await errorOf(app.as('dana').tickets.create({ ...june, jobs: [] }))).toEqual(diskFullError)
    expect((await sendPhoto(ticketId)).status).toBe(503)
    expect(await app.as('dana').tickets.get({ ticketId })).toMatchObject({ state: 'active' })
    await client.query('drop trigger no_room on change_log; drop function no_room')
    await client.end()

    const imagesBefore = await images()
    const journal = () => readdir(join(folder, 'pictures', 'journal'))
    // What an earlier outage left undecided is checked again later.
    const journalBefore = await journal()
    isDiskFull = true
    const answer = await sendPhoto(ticketId)
    expect([answer.status, await answer.json()]).toEqual([
      503,
      expect.objectContaining({ message: DISK_FULL_MESSAGE }),
    ])
    expect(await changes()).toBe(before)
    expect(await images()).toEqual(imagesBefore)
    expect(await journal()).toEqual(journalBefore)

    isDiskFull = false
    expect((await sendPhoto(ticketId)).status).toBe(201)
    await app.as('dana').tickets.finalize({ ticketId })
  })
})

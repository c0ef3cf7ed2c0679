// The embedded database ends while the server runs. The server stays up, reports it, restarts it, and everyone
// continues.

import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { version } from '#contract/version.ts'
import { seedCompanies } from '#server/app/seed.ts'
import { createDatabase } from '#server/db/database.ts'
import { bluebonnet, june } from '#server/seed/demo-accounts.ts'
import { buildIfStale } from '../../../scripts/build-bundles.mjs'
import { readStream } from '../../support/read-stream.ts'
import { ServerProcess } from '../../support/server-process.mjs'
import { createRetryingClient, type RetryingClient, signIn } from './retrying-client.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

let child: ServerProcess
let dana: RetryingClient
let cookie: string

beforeAll(async () => {
  await buildIfStale()
  child = new ServerProcess()
  await child.start()
  const { database, close } = createDatabase(child.connection, () => {})
  const { bluebonnet: people } = await seedCompanies({ database, publish: () => {} }, new Date()).finally(
    close,
  )
  cookie = await signIn(child.url, bluebonnet.email)
  dana = createRetryingClient(people.owner.id, cookie, () => child.url)
})
afterAll(() => child?.remove())

const control = () => join(child.cluster, 'global', 'pg_control')

/** Ends the database. It cannot be restarted until the returned function is called. */
async function endDatabase(): Promise<() => Promise<void>> {
  const { postmaster } = child
  await rename(control(), `${control()}.lost`)
  process.kill(postmaster, 'SIGKILL')
  await expect
    .poll(() => child.health(), { timeout: 20_000 })
    .toEqual({ status: 503, body: { ok: false, version, database: 'away' } })
  return () => rename(`${control()}.lost`, control())
}

test('a server whose database is killed continues, reports it, and recovers by itself', async () => {
  const { pid } = child
  const { ticketId } = await dana.client.tickets.create({ ...june, jobs: [{ problem: 'Leak' }] })
  const ending = new AbortController()
  const stream = await fetch(`${child.url}/api/live`, { headers: { cookie }, signal: ending.signal })
  const events = readStream(stream)
  await expect.poll(() => events.heard, { timeout: 20_000 }).toContain('event: ready')

  const back = await endDatabase()
  const refused = await dana.client.tickets.finalize({ ticketId }).catch(error => error)
  expect(refused).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    message: 'We can’t reach our database right now. Nothing was changed. Try again in a moment.',
  })
  // What needs no database works all the time.
  expect((await fetch(`${child.url}/`)).status).toBe(200)
  await back()
  expect(
    await dana.retryUntilDone(key =>
      dana.client.tickets.finalize({ ticketId }, { context: { idempotencyKey: key } }),
    ),
  ).toEqual({ isDone: true, answer: { ticketId, state: 'completed' } })
  await child.untilHealthy()
  await expect.poll(() => events.heard, { timeout: 20_000 }).toContain('"state":"completed"')
  ending.abort()
  await events.reading
  expect([child.pid, child.hasEnded]).toEqual([pid, false])
  await expect.poll(() => child.output).toMatch(/PostgreSQL is back\. No saved data was lost\./)
  expect(child.output).toMatch(/PostgreSQL exited unexpectedly/)
})

test('a signal that ends the database together with its server is a normal stop', async () => {
  await child.untilHealthy()
  const before = child.output.length
  const { postmaster } = child
  const ended = child.end('SIGINT')
  process.kill(postmaster, 'SIGINT')
  await ended
  const output = child.output.slice(before)
  expect(child.processes).toEqual([])
  await child.start()
  expect(output).toContain('Stopping.')
  expect(output).not.toMatch(/"level":"(?:error|warn|fatal)"|PostgreSQL/)
})

test.each([
  ['its database is made', (child: ServerProcess) => existsSync(join(child.cluster, 'PG_VERSION'))],
  [
    'its database is brought up to date',
    (child: ServerProcess) => child.output.includes('Created a database'),
  ],
])('a server that is stopped while %s leaves nothing running, and no error', async (_, isThere) => {
  const early = new ServerProcess()
  const started = early.start().then(
    () => 'started',
    ({ message }: Error) => message,
  )
  await expect.poll(() => isThere(early), { timeout: 60_000, interval: 5 }).toBe(true)
  await early.end('SIGTERM')
  expect(await started).toMatch(/^The server ended with 0:/)
  expect(early.output).not.toMatch(/could not|cannot|"level"/)
  expect(early.processes).toEqual([])
  await early.start()
  expect(await early.health()).toEqual({ status: 200, body: { ok: true, version } })
  await early.remove()
})

test('a server that is stopped while its database is unavailable stops, and leaves nothing running', async () => {
  const back = await endDatabase()
  await child.end('SIGTERM')
  expect(child.processes).toEqual([])
  await back()
  await child.start()
  expect(await child.health()).toEqual({ status: 200, body: { ok: true, version } })
})

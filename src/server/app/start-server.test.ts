import { once } from 'node:events'
import { Server } from 'node:http'
import { connect, createServer } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { createTestApp, createTrigger, freshDatabase } from '../../../test/support/test-app.ts'

describe('a stopping server', () => {
  test('lets requests in flight finish, and accepts no new ones', async () => {
    const app = await createTestApp()
    await app.as('dana').me()
    await sql`create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(1); return new; end $$`.execute(
      app.database,
    )
    await createTrigger(app.database, 'before insert on ticket execute function slowly()')
    const inFlight = app.createTicket()
    const sleeping = sql`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
    await expect.poll(async () => (await sleeping.execute(app.database)).rows.length).toBeGreaterThan(0)
    const stopped = app.close()
    const asked = () => fetch(`${app.url}/api/health`).then(({ status }) => String(status), String)
    await expect.poll(asked).toMatch(/fetch failed/)
    await expect(inFlight).resolves.toBeGreaterThanOrEqual(100_000)
    await stopped
  })

  test('does not wait for idle keep-alive connections, and for those without a request', async () => {
    const world = await createTestApp()
    await Promise.all(
      Array.from({ length: 4 }, () => world.fetch('/api/health').then(answer => answer.text())),
    )
    const unused = connect(Number(new URL(world.url).port), '127.0.0.1')
    const ended = once(unused.resume(), 'close')
    await once(unused, 'connect')
    const endOfWaiting = vi.spyOn(Server.prototype, 'closeAllConnections')
    await world.close()
    await ended
    expect(endOfWaiting).not.toHaveBeenCalled()
    endOfWaiting.mockRestore()
  })

  test('logs no broken connections once it is stopping, and does before', async () => {
    const stopping = new AbortController()
    const [world, other] = [await createTestApp({ stopping: stopping.signal }), await createTestApp()]
    const observer = new pg.Client({ ...world.connection, database: 'postgres' })
    await observer.connect()
    for (const { database } of [world.connection, other.connection]) {
      stopping.abort()
      const ours = `from pg_stat_activity where datname = '${database}' and application_name like 'rigwright%'`
      await expect
        .poll(async () => (await observer.query(`select pid ${ours} and state = 'idle'`)).rows.length)
        .toBeGreaterThan(1)
      const { rows } = await observer.query(`select pid, pg_terminate_backend(pid) ${ours}`)
      const pids = rows.map(({ pid }) => pid)
      const left = () => observer.query('select from pg_stat_activity where pid = any($1)', [pids])
      await expect.poll(async () => (await left()).rows).toEqual([])
    }
    await observer.end()
    const BROKE = /^(An idle database connection failed|The LISTEN connection failed)/
    const broken = ({ loggedErrors }: typeof world) =>
      loggedErrors.filter(({ message }) => BROKE.test(message)).length
    // Perhaps not each: a background job may have been using one.
    await expect.poll(() => broken(other)).toBeGreaterThan(0)
    expect(broken(world)).toBe(0)
    await Promise.all([world.close(), other.close()])
  })

  test('and starting again loses no answered command', async () => {
    const connection = await freshDatabase()
    const first = await createTestApp({ connection })
    const ticketId = await first.createTicket('rosa')
    await first.close()
    const second = await createTestApp({ connection })
    expect(await second.as('rosa').tickets.get({ ticketId })).toMatchObject({ ticketId, state: 'active' })
    await second.close()
  })
})

test('a port in use is reported with a message, and nothing stays open', async () => {
  const otherServer = createServer()
  await new Promise<void>(resolve => otherServer.listen(0, '127.0.0.1', resolve))
  const { port } = otherServer.address() as { port: number }
  await expect(createTestApp({ port })).rejects.toThrow(
    `Port ${port} is taken by another program. Set PORT to a free one.`,
  )
  otherServer.close()
})

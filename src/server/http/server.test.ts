import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { freshDatabase, openWorld } from '../../../test/support/test-app.ts'

describe('a server that stops', () => {
  test('lets a request in flight finish, and takes no new one', async () => {
    const world = await openWorld()
    await world.as('dana').me()
    await sql`create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.6); return new; end $$`.execute(
      world.database,
    )
    await sql`create trigger slow before insert on ticket execute function slowly()`.execute(world.database)
    const inFlight = world.ticket()
    await sleep(200)
    const stopped = world.close()
    await sleep(50)
    await expect(fetch(`${world.url}/api/health`)).rejects.toThrow()
    await expect(inFlight).resolves.toBeGreaterThanOrEqual(100_000)
    await stopped
  })

  test('does not wait for connections that browsers keep', async () => {
    const world = await openWorld()
    await Promise.all(
      Array.from({ length: 4 }, () => world.fetch('/api/health').then(answer => answer.text())),
    )
    const began = performance.now()
    await world.close()
    expect(performance.now() - began).toBeLessThan(2500)
  })

  test('finds no fault in connections that break once it is told to stop, and before that it does', async () => {
    const stopping = new AbortController()
    const [world, other] = [await openWorld({ stopping: stopping.signal }), await openWorld()]
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
    const BROKE = /^(An idle database connection broke|The listening connection broke)/
    const broken = ({ faults }: typeof world) => faults.filter(({ sentence }) => BROKE.test(sentence)).length
    await expect.poll(() => broken(other)).toBeGreaterThan(1)
    expect(broken(world)).toBe(0)
    await Promise.all([world.close(), other.close()])
  })

  test('and starts again finds everything that was answered', async () => {
    const connection = await freshDatabase()
    const first = await openWorld({ connection })
    const ticketId = await first.ticket('rosa')
    await first.close()
    const second = await openWorld({ connection })
    expect(await second.as('rosa').tickets.get({ ticketId })).toMatchObject({ ticketId, state: 'active' })
    await second.close()
  })
})

test('a port that is taken is said in one sentence, and nothing stays open', async () => {
  const squatter = createServer()
  await new Promise<void>(resolve => squatter.listen(0, '127.0.0.1', resolve))
  const { port } = squatter.address() as { port: number }
  await expect(openWorld({ port })).rejects.toThrow(
    `Port ${port} is taken by another program. Set PORT to a free one.`,
  )
  squatter.close()
})

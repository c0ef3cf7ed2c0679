// `npm start -- --workers 3`: one machine, one port, three processes.

import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isProcessAlive } from '#server/db/embedded/postmaster.ts'
import { bluebonnet, walt } from '#server/seed/demo-accounts.ts'
import { buildIfStale } from '../../../scripts/build-bundles.mjs'
import { freePort } from '../../support/free-port.mjs'
import { ServerProcess } from '../../support/server-process.mjs'
import { signIn } from '../chaos/retrying-client.ts'
import { expectAllEvents, subscribeAll, writeDuring } from './readers-and-writers.ts'

/** The worker processes of this one. */
const workersOf = (parent: number): number[] => {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ')
  const isWorker = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--worker')
  return children.filter(pid => pid !== '' && isWorker(pid)).map(Number)
}

const kill = (pid: number) => process.kill(pid, 'SIGKILL')

describe('an invalid number of workers stops the start with a message', () => {
  test.each([
    ['0', 'is "0"'],
    ['-1', 'is "-1"'],
    ['1e9', 'is "1e9"'],
    ['65', 'is "65"'],
    ['two', 'is "two"'],
    ['', 'is ""'],
    [null, 'has no number'],
  ])('%j', async (value, problem) => {
    await buildIfStale()
    const server = new ServerProcess()
    const sentence = `--workers ${problem}; it must be a whole number from 1 to 64, such as --workers 4: one per CPU core.`
    await expect(server.start('--workers', ...(value === null ? [] : [value]))).rejects.toThrow(
      new Error(`The server ended with 1:\n${sentence}\n`),
    )
    await server.remove()
  })
})

test('with too few database connections the message says how many workers are possible', async () => {
  const server = new ServerProcess()
  await server.start('--workers', '1')
  const { host, port, user, database } = server.connection
  const DATABASE_URL = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`
  const many = new ServerProcess({ env: { DATABASE_URL } })
  await expect(many.start('--workers', '64')).rejects.toThrow(
    'The database allows 100 connections, too few for 64 workers: take at most 14, or raise its max_connections.',
  )
  await many.remove()
  await server.remove()
})

// Process details are read from /proc, where it exists.
describe.each(existsSync('/proc/self/task') ? ['one port'] : [])('three workers on %s', () => {
  let server: ServerProcess
  let cookies: string[]
  let metrics: string
  beforeAll(async () => {
    await buildIfStale()
    const port = await freePort()
    metrics = `http://127.0.0.1:${port}/metrics`
    server = new ServerProcess({ env: { METRICS_PORT: String(port) } })
    await server.start('--workers', '3', '--demo')
    cookies = await Promise.all([bluebonnet.email, walt.email].map(email => signIn(server.url, email)))
  })
  afterEach(async () => {
    for (const page of pages.splice(0)) page.close()
  })
  afterAll(async () => {
    await server.remove()
  })
  const pages: Awaited<ReturnType<typeof subscribeAll>> = []
  const figure = async (name: string) => {
    const text = await (await fetch(metrics)).text()
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  }
  const lastVersion = async () => {
    const [probe] = await subscribeAll(server.url, cookies, 1)
    probe?.close()
    return probe?.last ?? 0
  }

  test('log their address once, and share the open pages', async () => {
    expect(server.output.match(/Rigwright is at/g)).toHaveLength(1)
    expect(workersOf(server.pid)).toHaveLength(3)
    expect(await figure('rigwright_workers')).toBe(3)
    expect(await figure('rigwright_event_bus_up')).toBe(1)
    pages.push(...(await subscribeAll(server.url, cookies, 30)))
    expect(await figure('rigwright_live_streams')).toBe(30)
  })

  test('replace a killed one, and no one misses a change', async () => {
    pages.push(...(await subscribeAll(server.url, cookies, 60)))
    const writers = writeDuring([server.url], cookies[0] ?? '', 4, 10)
    await expect.poll(() => writers.made.length, { timeout: 30_000 }).toBeGreaterThan(10)
    const before = workersOf(server.pid)
    kill(before[0] ?? expect.fail())
    await expect.poll(() => workersOf(server.pid).filter(pid => !before.includes(pid)).length).toBe(1)
    await expect.poll(() => figure('rigwright_workers'), { timeout: 30_000 }).toBe(3)
    const soFar = writers.made.length
    await expect.poll(() => writers.made.length - soFar, { timeout: 30_000 }).toBeGreaterThan(10)
    await writers.stop()
    await expectAllEvents(pages, await lastVersion())
    expect(server.output).toMatch(/Worker \d exited unexpectedly \(SIGKILL\); restarting in 0.5 s/)
    expect(pages.some(({ returns }) => returns > 0)).toBe(true)
  })

  test('and their database end when their parent is killed', async () => {
    const workers = workersOf(server.pid)
    const { postmaster } = server
    await server.end('SIGKILL')
    await expect
      .poll(() => [...workers, postmaster].filter(isProcessAlive), { timeout: 30_000, interval: 50 })
      .toEqual([])
    expect(readFileSync(join(server.dataDir, 'postgres.log'), 'utf8')).toMatch(
      /database system is shut down\s*$/,
    )
  })

  test('restart on the same data, resolve the journal, and stop in order', async () => {
    const left = join(server.dataDir, 'pictures', 'worker-7', 'journal')
    await mkdir(left, { recursive: true })
    // A journal entry truncated by a crash.
    await writeFile(join(left, 'half'), '{"companyId')
    await server.start('--workers', '2')
    expect(await readdir(join(server.dataDir, 'pictures'))).not.toContain('worker-7')
    await expect
      .poll(() => readdir(join(server.dataDir, 'pictures', 'journal')), { timeout: 20_000 })
      .toEqual([])
    const workers = workersOf(server.pid)
    expect(workers).toHaveLength(2)
    expect((await server.health()).status).toBe(200)
    const { postmaster } = server
    await server.end('SIGTERM')
    expect([...workers, postmaster].filter(isProcessAlive)).toEqual([])
    expect(server.output).not.toMatch(/Shutdown step failed/)
  })
})

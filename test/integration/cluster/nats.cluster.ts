// NATS as the event bus, with Debian's nats-server: it starts late, crashes and restarts, and no change is missed.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { version } from '#contract/version.ts'
import { createNatsBus } from '#server/live/nats-bus.ts'
import { parseNatsUrl } from '#server/live/nats-url.ts'
import { bluebonnet, walt } from '#server/seed/demo-accounts.ts'
import { freePort } from '../../support/free-port.mjs'
import { ServerProcess } from '../../support/server-process.mjs'
import { signIn } from '../chaos/retrying-client.ts'
import { type Cluster, startCluster, versionOf } from './cluster.ts'
import { expectAllEvents, subscribeAll, writeDuring } from './readers-and-writers.ts'
import { paths, type RunningProgram, runProgram } from './run-program.ts'
import type { SseClient } from './sse-clients.ts'

const path = paths['nats-server']
const SECRET = 'authorization { user: house, password: "se cret" }'
const AUTHORIZATIONS = [
  ['nobody has to say who it is', 'nats://', ''],
  ['it takes a user and a password', 'nats://house:se%20cret@', SECRET],
  ['it takes a token', 'nats://t0ken@', 'authorization { token: t0ken }'],
] as const

async function startNats(folder: string, port: number, authorization: string): Promise<RunningProgram> {
  const file = join(folder, 'nats.conf')
  await writeFile(file, `listen: "127.0.0.1:${port}"\n${authorization}\n`)
  return runProgram(path ?? '', ['-c', file], port)
}

// Without the program nothing runs here, and the step before has reported it.
const IS_NATS_INSTALLED = path === undefined ? [] : [path]

test.each(IS_NATS_INSTALLED.flatMap(() => AUTHORIZATIONS))(
  'two servers notify each other where %s',
  async (_, urlPrefix, authorization) => {
    const folder = await mkdtemp(join(tmpdir(), 'rigwright-nats-'))
    const port = await freePort()
    const running = await startNats(folder, port, authorization)
    onTestFinished(async () => {
      await running.end('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    })
    const broker = parseNatsUrl(`${urlPrefix}127.0.0.1:${port}`) ?? expect.fail()
    const errors: string[] = []
    const log = { error: (sentence: string) => void errors.push(sentence), info: () => {} }
    const buses = [await createNatsBus(broker, log), await createNatsBus(broker, log)]
    const heard: string[][] = [[], []]
    buses.forEach((bus, index) => {
      bus.subscribe({ onMessage: feed => void heard[index]?.push(feed), onReconnect: () => {} })
    })
    expect(buses.map(bus => bus.isConnected())).toEqual([true, true])
    // A new subscriber may not be connected yet.
    const publishBoth = () => {
      buses[0]?.publish('directory')
      buses[1]?.publish('3f0c2b8e-9a34-4f6f-8d1a-2c7b6e4d9a10')
      return heard.map(each => [...new Set(each)])
    }
    await expect.poll(publishBoth).toEqual([['3f0c2b8e-9a34-4f6f-8d1a-2c7b6e4d9a10'], ['directory']])
    buses[1]?.publish('last-words')
    await buses[1]?.close()
    await expect.poll(() => heard[0]?.at(-1)).toBe('last-words')
    await buses[0]?.close()
    await running.end('SIGKILL')
    await rm(folder, { recursive: true, force: true })
    expect(errors).toEqual([])
  },
)

describe.each(IS_NATS_INSTALLED)('three servers with NATS', () => {
  let cluster: Cluster
  let folder: string
  let port: number
  let broker: RunningProgram | undefined
  let pages: SseClient[] = []
  const companyId = inject('postgres').filled.bluebonnet.owner.id

  const start = async () => {
    broker = await startNats(folder, port, SECRET)
  }
  const ups = () =>
    Promise.all(cluster.servers.map(server => cluster.metric(server, 'rigwright_event_bus_up')))
  const countOutages = () =>
    cluster.servers.map(server => (server.output.match(/Can’t reach NATS/g) ?? []).length)
  /** Someone works on every server, and everyone gets all changes. */
  const workOn = async (tickets: number) => {
    const writers = writeDuring(cluster.urls, cookie, 3, 5)
    await expect.poll(() => writers.made.length, { timeout: 60_000 }).toBeGreaterThan(tickets)
    await writers.stop()
    await expectAllEvents(pages, await versionOf(cluster, companyId))
  }
  let cookie: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rigwright-nats-'))
    port = await freePort()
    cluster = await startCluster({ EVENT_BUS_URL: `nats://house:se%20cret@127.0.0.1:${port}` })
    cookie = await signIn(cluster.urls[0] ?? '', bluebonnet.email)
    for (const url of cluster.urls)
      pages.push(...(await subscribeAll(url, [cookie, await signIn(url, walt.email)], 4)))
  })
  afterAll(async () => {
    for (const page of pages) page.close()
    pages = []
    await cluster?.close()
    await broker?.end('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  test('start without it, log it once, are healthy, and find every change by polling', async () => {
    expect(await ups()).toEqual([0, 0, 0])
    expect(countOutages()).toEqual([1, 1, 1])
    for (const server of cluster.servers)
      expect(await server.health()).toEqual({ status: 200, body: { ok: true, version } })
    await workOn(6)
  })

  test('connect when it starts, and then notify each other only through it', async () => {
    await start()
    await expect.poll(ups, { timeout: 20_000 }).toEqual([1, 1, 1])
    await workOn(30)
    const { rows } = await cluster.client.query(
      "SELECT count(*)::int FROM pg_stat_activity WHERE application_name = 'rigwright live' AND datname = current_database()",
    )
    expect(rows[0].count).toBe(0)
  })

  test('lose no change when it dies, log it once more, and reconnect', async () => {
    await broker?.end('SIGKILL')
    await expect.poll(ups, { timeout: 20_000 }).toEqual([0, 0, 0])
    await workOn(6)
    expect(countOutages()).toEqual([2, 2, 2])
    await start()
    await expect.poll(ups, { timeout: 20_000 }).toEqual([1, 1, 1])
    await workOn(30)
    expect(countOutages()).toEqual([2, 2, 2])
  })
})

test.each(['nats://', 'localhost:4222', 'nats://broker/subject'])(
  'a server whose EVENT_BUS_URL is %s does not start, and says why in one sentence',
  async EVENT_BUS_URL => {
    const server = new ServerProcess({ env: { EVENT_BUS_URL } })
    await expect(server.start()).rejects.toThrow(
      'The setting EVENT_BUS_URL is set, but not usable; it must be addresses such as nats://user:password@host:4222, nats://other:4222.',
    )
    await server.remove()
  },
)

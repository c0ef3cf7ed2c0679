// NATS as the doorbell, with Debian's own nats-server: it comes late, dies and comes back, and nobody misses anything.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { parseBroker } from '#server/live/event-bus.ts'
import { openNatsDoorbell } from '#server/live/nats-bus.ts'
import { bluebonnet, walt } from '#server/seed/demo-accounts.ts'
import { signIn } from '../chaos/retrying-client.ts'
import { type Fleet, newServer, openFleet, versionOf } from './cluster.ts'
import { freePort, paths, type Running, runProgram } from './find-programs.ts'
import { expectWhole, followAll, writeAlong } from './load.ts'
import type { Follower } from './sse-clients.ts'

const path = paths['nats-server']
const SECRET = 'authorization { user: house, password: "se cret" }'
const WAYS_IN = [
  ['nobody has to say who it is', 'nats://', ''],
  ['it takes a user and a password', 'nats://house:se%20cret@', SECRET],
  ['it takes a token', 'nats://t0ken@', 'authorization { token: t0ken }'],
] as const

async function startBroker(folder: string, port: number, authorization: string): Promise<Running> {
  const file = join(folder, 'nats.conf')
  await writeFile(file, `listen: "127.0.0.1:${port}"\n${authorization}\n`)
  return runProgram(path ?? '', ['-c', file], port)
}

// Without the program there is nothing here to run, and the step has said so.
const THERE = path === undefined ? [] : [path]

test.each(THERE.flatMap(() => WAYS_IN))(
  'two servers ring each other where %s',
  async (_, way, authorization) => {
    const folder = await mkdtemp(join(tmpdir(), 'rigwright-nats-'))
    const port = await freePort()
    const running = await startBroker(folder, port, authorization)
    onTestFinished(async () => {
      await running.end('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    })
    const broker = parseBroker(`${way}127.0.0.1:${port}`) ?? expect.fail()
    const faults: string[] = []
    const log = { fault: (sentence: string) => void faults.push(sentence), note: () => {} }
    const bells = [await openNatsDoorbell(broker, log), await openNatsDoorbell(broker, log)]
    const heard: string[][] = [[], []]
    bells.forEach((bell, index) => {
      bell.answerWith({ onRing: feed => void heard[index]?.push(feed), onBack: () => {} })
    })
    expect(bells.map(bell => bell.isUp())).toEqual([true, true])
    // One that has only just come may not be listened to yet.
    const ring = () => {
      bells[0]?.ring('directory')
      bells[1]?.ring('3f0c2b8e-9a34-4f6f-8d1a-2c7b6e4d9a10')
      return heard.map(each => [...new Set(each)])
    }
    await expect.poll(ring).toEqual([['3f0c2b8e-9a34-4f6f-8d1a-2c7b6e4d9a10'], ['directory']])
    bells[1]?.ring('last-words')
    await bells[1]?.close()
    await expect.poll(() => heard[0]?.at(-1)).toBe('last-words')
    await bells[0]?.close()
    await running.end('SIGKILL')
    await rm(folder, { recursive: true, force: true })
    expect(faults).toEqual([])
  },
)

describe.each(THERE)('three servers with a broker', () => {
  let fleet: Fleet
  let folder: string
  let port: number
  let broker: Running | undefined
  let pages: Follower[] = []
  const companyId = inject('postgres').filled.bluebonnet.owner.id

  const start = async () => {
    broker = await startBroker(folder, port, SECRET)
  }
  const ups = () => Promise.all(fleet.servers.map(server => fleet.figure(server, 'rigwright_doorbell_up')))
  const said = () => fleet.servers.map(server => (server.said.match(/does not answer/g) ?? []).length)
  /** Somebody works at every server, and everybody hears all of it. */
  const workOn = async (tickets: number) => {
    const writers = writeAlong(fleet.urls, cookie, 3, 5)
    await expect.poll(() => writers.made.length, { timeout: 60_000 }).toBeGreaterThan(tickets)
    await writers.stop()
    await expectWhole(pages, await versionOf(fleet, companyId))
  }
  let cookie: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rigwright-nats-'))
    port = await freePort()
    fleet = await openFleet({ DOORBELL: `nats://house:se%20cret@127.0.0.1:${port}` })
    cookie = await signIn(fleet.urls[0] ?? '', bluebonnet.email)
    for (const url of fleet.urls)
      pages.push(...(await followAll(url, [cookie, await signIn(url, walt.email)], 4)))
  })
  afterAll(async () => {
    for (const page of pages) page.close()
    pages = []
    await fleet?.close()
    await broker?.end('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  test('start without it, say so once, are healthy, and find every change at the next look', async () => {
    expect(await ups()).toEqual([0, 0, 0])
    expect(said()).toEqual([1, 1, 1])
    for (const server of fleet.servers)
      expect(await server.health()).toEqual({ status: 200, body: { ok: true } })
    await workOn(6)
  })

  test('find it when it comes, and hear each other through it alone', async () => {
    await start()
    await expect.poll(ups, { timeout: 20_000 }).toEqual([1, 1, 1])
    await workOn(30)
    const { rows } = await fleet.inside.query(
      "SELECT count(*)::int FROM pg_stat_activity WHERE application_name = 'rigwright live' AND datname = current_database()",
    )
    expect(rows[0].count).toBe(0)
  })

  test('lose no change when it dies, say it once more, and find it when it is back', async () => {
    await broker?.end('SIGKILL')
    await expect.poll(ups, { timeout: 20_000 }).toEqual([0, 0, 0])
    await workOn(6)
    expect(said()).toEqual([2, 2, 2])
    await start()
    await expect.poll(ups, { timeout: 20_000 }).toEqual([1, 1, 1])
    await workOn(30)
    expect(said()).toEqual([2, 2, 2])
  })
})

test.each(['nats://', 'localhost:4222', 'nats://broker/subject'])(
  'a server whose DOORBELL is %s does not start, and says why in one sentence',
  async DOORBELL => {
    const server = await newServer({ DOORBELL })
    await expect(server.start()).rejects.toThrow(
      'The setting DOORBELL is set, but not usable; it has to be addresses such as nats://user:password@host:4222, nats://other:4222.',
    )
    await rm(server.dataDir, { recursive: true, force: true })
  },
)

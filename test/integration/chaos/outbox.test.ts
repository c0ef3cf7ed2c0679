// The bay's outbox against a real server, over a connection that loses responses and repeats and delays requests, on a
// phone whose browser is killed at any time.

import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFakeFileStore } from '#server/files/file-store.ts'
import { rosa } from '#server/seed/demo-accounts.ts'
import { createOutbox, type RunningOutbox } from '#web/bay/outbox/outbox.ts'
import { createMemoryStore } from '#web/bay/outbox/outbox-store.ts'
import type { OutboxCommand, OutboxEntry } from '#web/bay/outbox/outbox-types.ts'
import { createPhotoSender } from '#web/bay/outbox/send-photo.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { CHAOS_ROUNDS } from '../../support/test-round.ts'
import { type HttpFaultProxy, startHttpFaultProxy } from './http-fault-proxy.ts'
import { createRetryingClient, signIn } from './retrying-client.ts'
import { createSeededRandom, type SeededRandom, seedOfRun } from './seeded-random.ts'

const TAPS = CHAOS_ROUNDS * 30
const TICKETS = 3
/** A clock tap every minute of the phone's time. */
const MINUTE_MS = 60_000

let app: TestApp
let proxy: HttpFaultProxy
let random: SeededRandom

beforeAll(async () => {
  random = createSeededRandom(seedOfRun('an outbox on a bad road'))
  app = await createTestApp({ now: () => new Date(), files: createFakeFileStore() })
  proxy = await startHttpFaultProxy(app.url, random, 0.5)
})
afterAll(async () => {
  proxy.close()
  await app.close()
})

type JobKey = { ticketId: number; jobNumber: number }

test('everything that was tapped without a connection is done once, in order, and no clocks overlap', {
  timeout: 60_000 + TAPS * 2000,
}, async () => {
  const ticketIds: number[] = []
  for (let i = 0; i < TICKETS; i++) ticketIds.push(await app.createTicket('rosa'))
  const cookie = await signIn(app.url, rosa.email)
  const { client } = createRetryingClient(app.ids.rosa, cookie, () => proxy.url)
  const contextOf = ({ key: idempotencyKey }: OutboxEntry) => ({ context: { idempotencyKey } })
  const tapOf = ({ tappedAt, clockOffset }: OutboxEntry) => ({
    tappedAt: new Date(tappedAt),
    clockOffset,
  })
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const image = await sharp({ create: { width: 700, height: 500, channels: 3, background: 'red', noise } })
    .jpeg()
    .toBuffer()
  const sendPhoto = createPhotoSender((url, init) =>
    fetch(proxy.url + url, { ...init, headers: { ...(init?.headers as object), cookie } }),
  )
  const commands: Record<string, OutboxCommand> = {
    addPhoto: {
      send: ({ key, input }, photo, onProgress, signal) => {
        const { ticketId } = input as JobKey
        const url = `/api/tickets/${ticketId}/jobs/1/photos/${key}`
        return sendPhoto({ url, moment: '', photo, onProgress, signal })
      },
    },
    clockIn: {
      isSequential: true,
      send: entry =>
        client.tickets.clockIn({ ...(entry.input as JobKey), ...tapOf(entry) }, contextOf(entry)),
    },
    clockOut: {
      isSequential: true,
      send: entry =>
        client.tickets.clockOut({ ...(entry.input as JobKey), ...tapOf(entry) }, contextOf(entry)),
    },
    addPart: {
      send: entry =>
        client.tickets.addPart(
          entry.input as { ticketId: number; quantity: number; description: string },
          contextOf(entry),
        ),
    },
    askApproval: {
      isTransition: true,
      send: entry => client.tickets.askApproval(entry.input as { ticketId: number }, contextOf(entry)),
    },
  }
  const store = createMemoryStore()
  // The phone's clock is off by a day, and its taps lie in the past.
  const offset = 24 * 60 * MINUTE_MS
  let phoneTime = Date.now() - offset - 2 * TAPS * MINUTE_MS
  const open = (): RunningOutbox =>
    createOutbox({
      store,
      commands,
      account: app.ids.rosa,
      now: () => phoneTime,
      clockOffset: () => offset,
      random: random.next,
    })
  let outbox = open()
  const tapped: { name: string; ticketId: number; words: string }[] = []
  const tap = async (name: string, ticketId: number, words = ''): Promise<void> => {
    phoneTime += MINUTE_MS
    const part = { ticketId, quantity: 1, description: words }
    const input =
      name === 'addPart' ? part : name === 'askApproval' ? { ticketId } : { ticketId, jobNumber: 1 }
    const photo = name === 'addPhoto' ? new Blob([image]) : null
    await outbox.add({ queue: `ticket ${ticketId}`, name, input, label: name, ...(photo && { photo }) })
    tapped.push({ name, ticketId, words })
  }

  let runningOn: number | null = null
  for (let i = 0; i < TAPS; i++) {
    const chance = random.next()
    if (runningOn !== null && chance < 0.3) {
      await tap('clockOut', runningOn)
      runningOn = null
    } else if (chance < 0.5) {
      runningOn = random.pick(ticketIds.filter(ticketId => ticketId !== runningOn))
      await tap('clockIn', runningOn)
    } else if (chance < 0.65) await tap('addPhoto', random.pick(ticketIds))
    else await tap('addPart', random.pick(ticketIds), `Part ${i}`)
    if (random.next() < 0.2) await sleep(random.below(20))
    if (random.next() < 0.1) {
      outbox.close()
      outbox = open()
    }
  }
  if (runningOn !== null) await tap('clockOut', runningOn)
  for (const ticketId of ticketIds) await tap('askApproval', ticketId)

  await expect
    .poll(
      () => {
        outbox.handleReconnect()
        return outbox.entries().filter(({ refusal }) => refusal === null).length
      },
      { timeout: TAPS * 2000, interval: 20 },
    )
    .toBe(0)
  expect(outbox.entries()).toEqual([])
  outbox.close()

  const sessions: { from: number; to: number }[] = []
  for (const ticketId of ticketIds) {
    const ticket = await app.as('dana').tickets.get({ ticketId })
    expect(ticket.state).toBe('approval')
    const own = tapped.filter(one => one.ticketId === ticketId)
    expect(ticket.parts.map(({ description }) => description)).toEqual(
      own.filter(({ name }) => name === 'addPart').map(({ words }) => words),
    )
    const ofTicket = ticket.jobs.flatMap(job => job.sessions)
    const photos = ticket.jobs.flatMap(job => job.photos)
    expect(photos).toHaveLength(own.filter(({ name }) => name === 'addPhoto').length)
    expect(ofTicket).toHaveLength(own.filter(({ name }) => name === 'clockIn').length)
    for (const { clockInTime, clockOutTime } of ofTicket)
      sessions.push({ from: clockInTime.getTime(), to: clockOutTime?.getTime() ?? Number.NaN })
  }
  // One that was stopped as it started begins when the next does.
  sessions.sort((one, other) => one.from - other.from || one.to - other.to)
  sessions.forEach(({ from, to }, index) => {
    expect(to).toBeGreaterThanOrEqual(from)
    expect(from).toBeGreaterThanOrEqual(sessions[index - 1]?.to ?? 0)
  })
  expect(proxy.count.get('lost answer')).toBeGreaterThan(0)
  expect(app.loggedErrors).toEqual([])
})

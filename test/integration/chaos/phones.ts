// Phones of technicians who work where the connection comes and goes: the real outbox, a store that outlives its page, and a
// record of every tap. What is tapped is decided by a seeded random, not by what the phone knows.

import { setTimeout as sleep } from 'node:timers/promises'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { june } from '#server/seed/demo-accounts.ts'
import { createOutbox, type RunningOutbox } from '#web/bay/outbox/outbox.ts'
import { createMemoryStore, type OutboxStore } from '#web/bay/outbox/outbox-store.ts'
import type { OutboxCommand, OutboxEntry } from '#web/bay/outbox/outbox-types.ts'
import { createPhotoSender } from '#web/bay/outbox/send-photo.ts'
import { type Client, inDollars, RPC_HEADERS } from '../../support/test-app.ts'
import { createNoisePhoto } from './noise-photo.ts'
import type { SeededRandom } from './seeded-random.ts'

const TIMEOUT_MS = 15_000

type Tap = {
  readonly key: string
  readonly name: string
  readonly ticketId: number
  /** Unique text of a part; empty for other taps. */
  readonly marker: string
}

export type Phone = {
  readonly owner: string
  /** Every tap that was stored, in order. */
  readonly taps: readonly Tap[]
  /** Keys that were answered, in the order of the answers. */
  readonly answered: readonly string[]
  isOffline: boolean
  /** Taps something on one of the tickets. */
  readonly tap: (tickets: readonly number[]) => Promise<void>
  /** The browser is killed and opened again. */
  readonly restart: () => void
  readonly reconnect: () => void
  /** Sends until nothing waits. */
  readonly empty: () => Promise<void>
  readonly refused: () => readonly OutboxEntry[]
  readonly close: () => void
}

type PhoneOptions = {
  readonly owner: string
  readonly name: string
  readonly cookie: string
  readonly url: () => string
  readonly random: SeededRandom
  /** Milliseconds by which this phone's clock is ahead of the server's. */
  readonly clockError: number
}

type JobKey = { ticketId: number; jobNumber: number }

export function createPhone({ owner, name, cookie, url, random, clockError }: PhoneOptions): Phone {
  const store: OutboxStore = { ...createMemoryStore(), close: () => {} }
  const taps: Tap[] = []
  const answered: string[] = []
  const phone = { isOffline: false }

  /** As a browser's: without a connection it fails, and a restart gives up what is in flight. */
  const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
    if (phone.isOffline) throw new TypeError('Failed to fetch')
    const headers = new Headers(init.headers)
    headers.set('cookie', cookie)
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
    return fetch(`${url()}${path}`, { ...init, headers, signal })
  }
  const link = new RPCLink<{ idempotencyKey?: string }>({
    url: 'http://phone.example/rpc',
    headers: ({ context: { idempotencyKey } }) => ({
      ...RPC_HEADERS,
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    }),
    fetch: async call =>
      request(new URL(call.url).pathname, {
        method: call.method,
        headers: call.headers,
        body: await call.text(),
        signal: call.signal,
      }),
  })
  const client: Client = createORPCClient(inDollars(link))
  const sendPhoto = createPhotoSender(request)

  const commands: Readonly<Record<string, OutboxCommand>> = {
    clockIn: {
      isSequential: true,
      send: ({ input, key, tappedAt, clockOffset }, _, __, signal) =>
        client.tickets.clockIn(
          { ...(input as JobKey), tappedAt: new Date(tappedAt), clockOffset },
          { context: { idempotencyKey: key }, signal },
        ),
    },
    clockOut: {
      isSequential: true,
      send: ({ input, key, tappedAt, clockOffset }, _, __, signal) =>
        client.tickets.clockOut(
          { ...(input as JobKey), tappedAt: new Date(tappedAt), clockOffset },
          { context: { idempotencyKey: key }, signal },
        ),
    },
    addPart: {
      send: ({ input, key }, _, __, signal) =>
        client.tickets.addPart(input as Parameters<Client['tickets']['addPart']>[0], {
          context: { idempotencyKey: key },
          signal,
        }),
    },
    suggestTime: {
      send: ({ input, key }, _, __, signal) =>
        client.tickets.changeJob(input as Parameters<Client['tickets']['changeJob']>[0], {
          context: { idempotencyKey: key },
          signal,
        }),
    },
    addPhoto: {
      send: ({ input, key }, photo, onProgress, signal) => {
        const { ticketId, jobNumber } = input as JobKey
        const path = `/api/tickets/${ticketId}/jobs/${jobNumber}/photos/${key}`
        return sendPhoto({ url: path, moment: 'after', photo, onProgress, signal })
      },
    },
  }

  const open = (): RunningOutbox => {
    const outbox = createOutbox({
      store,
      commands,
      account: owner,
      now: () => Date.now() + clockError,
      clockOffset: () => -clockError,
      random: random.next,
    })
    outbox.onSent(({ key }) => answered.push(key))
    return outbox
  }
  let outbox = open()

  async function tap(tickets: readonly number[]): Promise<void> {
    const ticketId = random.pick(tickets)
    const jobNumber = 1 + random.below(3)
    const action = random.pick([
      'clockIn',
      'clockIn',
      'clockOut',
      'addPart',
      'addPart',
      'suggestTime',
      'addPhoto',
    ])
    const marker = action === 'addPart' ? `${name} part ${taps.length}` : ''
    const input = {
      clockIn: { ticketId, jobNumber },
      clockOut: { ticketId, jobNumber },
      addPart: { ticketId, quantity: 1, description: marker },
      suggestTime: { ticketId, jobNumber, suggestedTime: 1 + random.below(40) / 4 },
      addPhoto: { ticketId, jobNumber },
    }[action]
    const queue = `ticket ${ticketId}`
    const photo = action === 'addPhoto' ? { photo: await createNoisePhoto(random) } : {}
    const { key } = await outbox.add({ queue, name: action, input, label: action, ...photo })
    taps.push({ key, name: action, ticketId, marker })
  }

  return {
    ...{ owner, taps, answered, tap },
    get isOffline() {
      return phone.isOffline
    },
    set isOffline(isOffline) {
      phone.isOffline = isOffline
    },
    restart: () => {
      outbox.close()
      outbox = open()
    },
    reconnect: () => outbox.handleReconnect(),
    empty: async () => {
      const isWaiting = () => outbox.entries().some(({ refusal }) => refusal === null)
      await outbox.loaded
      while (isWaiting()) await outbox.flush()
    },
    refused: () => outbox.entries(),
    close: () => outbox.close(),
  }
}

type WorkOptions = {
  readonly phones: readonly Phone[]
  readonly technicians: readonly string[]
  readonly desk: Client
  readonly random: SeededRandom
  readonly taps: number
  /** Called after each tap. */
  readonly disturb?: (count: number, tickets: readonly number[]) => Promise<void>
}

const JOBS = ['Roof leak', 'Awning stuck', 'Furnace lights, then goes out'].map(problem => ({ problem }))

/** Taps on tickets that the desk gives to one and the other, while the connections come and go; then every phone is emptied. */
export async function workOnPhones({
  phones,
  technicians,
  desk,
  random,
  taps,
  disturb = async () => {},
}: WorkOptions): Promise<void> {
  const holders = new Map<number, string>()
  const assign = async (ticketId: number): Promise<void> => {
    const employeeId = random.pick(technicians)
    await desk.tickets.assign({ ticketId, employeeId })
    holders.set(ticketId, employeeId)
  }
  for (let count = 0; count < 6; count += 1) {
    const { ticketId } = await desk.tickets.create({ ...june, jobs: JOBS })
    await assign(ticketId)
  }
  for (let count = 0; count < taps; count += 1) {
    const phone = random.pick(phones)
    const all = [...holders.keys()]
    const own = all.filter(ticketId => holders.get(ticketId) === phone.owner)
    await phone.tap(own.length > 0 && random.next() < 0.95 ? own : all)
    const chance = random.next()
    if (chance < 0.12) phone.isOffline = !phone.isOffline
    else if (chance < 0.2) phone.restart()
    else if (chance < 0.3) phone.reconnect()
    // The desk knows nothing of what the phones hold, and may find no server.
    else if (chance < 0.33) await assign(random.pick(all)).catch(() => {})
    await disturb(count, all)
    await sleep(random.below(40))
  }
  for (const phone of phones) phone.isOffline = false
  await Promise.all(phones.map(phone => phone.empty()))
  for (const phone of phones) phone.close()
}

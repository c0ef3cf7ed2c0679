import { expect, test, vi } from 'vitest'
import {
  createDrafts,
  createServer,
  installFakeTime,
  type OutboxOptions,
  openTestOutbox,
  photo,
  type Server,
  say,
  settle,
  unreachable,
} from '../../../../test/support/outbox.ts'
import { createMemoryStore } from './outbox-store.ts'
import type { OutboxChannel, OutboxLock, OutboxMessage } from './outbox-types.ts'

installFakeTime()

/** Two tabs of one browser: their store, lock and channels. */
function openTabs(server: Server, options: Partial<OutboxOptions> = {}) {
  const store = createMemoryStore()
  const subscribers: ((message: OutboxMessage) => void)[][] = []
  let isLocked = false
  const lock: OutboxLock = async task => {
    if (isLocked) return false
    isLocked = true
    await task(new AbortController().signal)
    isLocked = false
    return true
  }
  const openTab = () => {
    const own: ((message: OutboxMessage) => void)[] = []
    subscribers.push(own)
    const channel: OutboxChannel = {
      post: message => {
        for (const listener of subscribers.filter(one => one !== own).flat()) listener(message)
      },
      subscribe: listener => own.push(listener),
      close: () => {
        own.length = 0
      },
    }
    let count = Number.NaN
    const onCount: OutboxOptions['onCount'] = ({ waiting }) => {
      count = waiting
    }
    return { ...openTestOutbox(server, { store, lock, channel, onCount, ...options }), count: () => count }
  }
  return [openTab(), openTab()] as const
}

test('of two tabs one sends, and both show the same', async () => {
  const server = createServer()
  server.answer = unreachable
  const [one, other] = openTabs(server)
  await Promise.all([one.add(say('clock in')), one.add(photo('photo'))])
  await other.add(say('clock out'))
  await settle()
  expect(one.entries().map(({ input }) => input)).toEqual(['clock in', 'photo', 'clock out'])
  expect(other.entries()).toEqual(one.entries())
  expect([one.count(), other.count()]).toEqual([3, 3])
  server.calls = 0
  server.answer = () => 'done'
  await Promise.all([one.flush(), other.flush()])
  await settle()
  expect(server.names()).toEqual(['clock in', 'clock out', 'photo'])
  expect(server.calls).toBe(3)
  expect([one.entries(), other.entries()]).toEqual([[], []])
  expect([one.count(), other.count()]).toEqual([0, 0])
})

test('a text is sent once it is ready, by one of two tabs, also if nobody says so', async () => {
  const server = createServer()
  const { drafts, pending } = createDrafts(async queue => {
    server.calls++
    pending.delete(queue)
  })
  const listeners: (() => void)[] = []
  let readyAt = Date.now() + 800
  openTabs(server, {
    drafts: {
      ...drafts,
      queues: () => (Date.now() < readyAt ? [] : drafts.queues()),
      readyAt: () => (pending.size === 0 ? null : readyAt),
      subscribe: listener => {
        listeners.push(listener)
        return () => {}
      },
    },
  })
  await vi.advanceTimersByTimeAsync(799)
  expect(server.calls).toBe(0)
  await vi.advanceTimersByTimeAsync(1000)
  expect(server.calls).toBe(1)
  pending.add('ticket 1')
  readyAt = Date.now()
  for (const notify of listeners) notify()
  await settle()
  expect(server.calls).toBe(2)
})

test('what one tab dismisses is dismissed in the other', async () => {
  const lastCount = { waiting: 0, stored: 2, lost: 0, storeId: 'deleted' }
  const [one, other] = openTabs(createServer(), { lastCount })
  await Promise.all([one.loaded, other.loaded])
  expect([one.lostCount(), other.lostCount()]).toEqual([2, 2])
  one.dismissLost()
  await settle()
  expect([one.lostCount(), other.lostCount()]).toEqual([0, 0])
})

test('a tab that was suspended while it sent gives up its turn after a minute', async () => {
  const server = createServer()
  const isStolen: boolean[] = []
  const outbox = openTestOutbox(server, {
    lock: async (task, mustSteal) => {
      isStolen.push(mustSteal)
      if (mustSteal) await task(new AbortController().signal)
      return mustSteal
    },
  })
  await outbox.add(say('clock in'))
  await vi.advanceTimersByTimeAsync(125_000)
  expect(isStolen).toContain(true)
  expect(server.names()).toEqual(['clock in'])
})

test('storage that the browser deleted meanwhile gets its commands back, and says which photos are gone', async () => {
  const server = createServer()
  server.answer = unreachable
  const stores = [createMemoryStore(), createMemoryStore()]
  let current = 0
  const store = new Proxy({} as (typeof stores)[number], {
    get: (_, name) => Reflect.get(stores[current] ?? {}, name),
  })
  const outbox = openTestOutbox(server, { store })
  await outbox.add(say('clock in'))
  await outbox.add(photo('photo'))
  await settle()
  current = 1
  await outbox.flush()
  expect(outbox.entries()).toMatchObject([
    { input: 'clock in', refusal: null },
    { input: 'photo', refusal: { message: 'The browser deleted this photo before it could be sent.' } },
  ])
  expect((await stores[1]?.list('rosa'))?.entries).toHaveLength(2)
})

test('storage that the browser deleted while no page was open is counted until that is dismissed', async () => {
  const store = createMemoryStore()
  let lastCount: OutboxOptions['lastCount'] = { waiting: 3, stored: 3, lost: 0, storeId: 'deleted' }
  const onCount: OutboxOptions['onCount'] = count => {
    lastCount = count
  }
  const first = openTestOutbox(createServer(), { store, lastCount, onCount })
  await first.loaded
  expect(first.lostCount()).toBe(3)
  const second = openTestOutbox(createServer(), { store, lastCount, onCount })
  await second.loaded
  expect(second.lostCount()).toBe(3)
  second.dismissLost()
  const third = openTestOutbox(createServer(), { store, lastCount, onCount })
  await third.loaded
  expect(third.lostCount()).toBe(0)
})

test('a store that can only be read still sends, and nothing twice in this page', async () => {
  const server = createServer()
  const store = createMemoryStore()
  const broken = { ...store, remove: () => Promise.reject(new Error('Broken.')) }
  const outbox = openTestOutbox(server, { store: broken })
  await outbox.add(say('clock in'))
  await settle()
  await outbox.flush()
  expect([server.calls, outbox.entries()]).toEqual([1, []])
})

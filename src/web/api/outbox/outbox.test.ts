import { ORPCError } from '@orpc/client'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { timeOfUuid } from '#domain/lib/uuid.ts'
import { createOutbox, type OutboxChannel, type OutboxLock, type OutboxMessage } from './outbox.ts'
import { createMemoryStore, FullStorageError } from './outbox-store.ts'
import type { OutboxDrafts, OutboxEntry } from './outbox-types.ts'

const NOW = Date.parse('2025-11-20T19:14:00Z')
const DAY_MS = 24 * 60 * 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  for (const { close } of opened.splice(0)) close()
  vi.useRealTimers()
})

type Options = Parameters<typeof createOutbox>[0]
type Answer = (entry: OutboxEntry) => unknown

const opened: { close: () => void }[] = []

/** A server that does each key once, and answers as `answer` says; then `sent` has what it did. */
function createServer() {
  const done: OutboxEntry[] = []
  const server = {
    done,
    calls: 0,
    answer: (() => 'done') as Answer,
    /** Whether the answer gets lost. */
    isAnswerLost: () => false,
    names: () => done.map(({ input }) => input),
    send: async (entry: OutboxEntry): Promise<unknown> => {
      server.calls++
      const answer = await server.answer(entry)
      if (!done.some(({ key }) => key === entry.key)) done.push(entry)
      if (server.isAnswerLost()) throw new TypeError('Failed to fetch')
      return answer
    },
  }
  return server
}

function open(server: ReturnType<typeof createServer>, options: Partial<Options> = {}) {
  const outbox = createOutbox({
    store: createMemoryStore(),
    commands: {
      say: { send: server.send },
      addPhoto: { send: server.send },
      move: { isMove: true, send: server.send },
      clock: { isSequential: true, send: server.send },
    },
    account: 'rosa',
    now: Date.now,
    random: () => 0.5,
    ...options,
  })
  opened.push(outbox)
  return outbox
}

const say = (input: string, lane = 'ticket 1') => ({ lane, name: 'say', input, label: input })
const photo = (input: string, lane = 'ticket 1') => ({
  ...say(input, lane),
  name: 'addPhoto',
  photo: new Blob([input]),
})
const move = (input: string, lane = 'ticket 1') => ({ ...say(input, lane), name: 'move' })
const clock = (input: string, lane = 'ticket 1') => ({ ...say(input, lane), name: 'clock' })

const unreachable = (): never => {
  throw new TypeError('Failed to fetch')
}
const refusedWith =
  (status: number, code = 'REFUSED', data: object = {}) =>
  (): never => {
    throw new ORPCError(code, { status, message: 'That ticket was finalized.', data })
  }
const failed = refusedWith(500, 'INTERNAL_SERVER_ERROR', { requestId: 'r-1' })
const settle = () => vi.advanceTimersByTimeAsync(0)

test('what was pressed offline is sent in order: words first, then photos, and a move last', async () => {
  const server = createServer()
  server.answer = unreachable
  const outbox = open(server)
  await outbox.add(photo('photo'))
  await outbox.add(say('clock in'))
  await outbox.add(say('elsewhere', 'ticket 2'))
  await outbox.add(say('clock out'))
  await outbox.add(move('send'))
  await outbox.add(say('after it'))
  expect(server.done).toEqual([])
  expect(outbox.entries()).toHaveLength(6)
  server.answer = () => 'done'
  await outbox.flush()
  expect(server.names()).toEqual(['clock in', 'elsewhere', 'clock out', 'photo', 'send', 'after it'])
  expect(outbox.entries()).toEqual([])
})

test('a press counts as taken once it is stored, and keeps its time by the server’s clock in its key', async () => {
  const server = createServer()
  server.answer = unreachable
  const outbox = open(server, { clockOffset: () => DAY_MS })
  const entry = await outbox.add(say('clock in'))
  expect(entry).toMatchObject({ pressedAt: NOW, clockOffset: DAY_MS, account: 'rosa', refusal: null })
  expect(entry.key).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(timeOfUuid(entry.key)).toBe(NOW + DAY_MS)
})

test('a press that cannot be stored is not shown, and not sent', async () => {
  const server = createServer()
  const store = createMemoryStore()
  const outbox = open(server, {
    store: {
      ...store,
      add: async () => {
        throw new FullStorageError()
      },
    },
  })
  await expect(outbox.add(photo('photo'))).rejects.toThrow(
    'This phone is out of storage space, so this was not saved. Free up some space and try again.',
  )
  await outbox.flush()
  expect(outbox.entries()).toEqual([])
  expect(server.calls).toBe(0)
})

test('a page that ends between storing and sending sends after it is opened again', async () => {
  const server = createServer()
  server.answer = unreachable
  const store = createMemoryStore()
  const first = open(server, { store })
  await first.add(say('clock in'))
  await first.add(photo('photo'))
  first.close()
  server.answer = () => 'done'
  const second = open(server, { store })
  await second.flush()
  expect(server.names()).toEqual(['clock in', 'photo'])
  expect(second.entries()).toEqual([])
})

test('an answer that got lost is asked for again with the same key', async () => {
  const server = createServer()
  server.isAnswerLost = () => server.calls < 3
  const outbox = open(server)
  await outbox.add(say('clock in'))
  await outbox.add(say('clock out'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(server.names()).toEqual(['clock in', 'clock out'])
  expect(server.calls).toBe(4)
  expect(outbox.entries()).toEqual([])
})

test('without a line it waits twice as long each time, a minute at most, and at once after a reconnect', async () => {
  const server = createServer()
  server.answer = unreachable
  const outbox = open(server)
  await outbox.add(say('clock in'))
  await settle()
  const calls: number[] = []
  for (const seconds of [0, 1, 2, 4, 8, 16, 32, 60, 60]) {
    await vi.advanceTimersByTimeAsync(seconds * 1000)
    calls.push(server.calls)
  }
  expect(calls.slice(0, 4)).toEqual([1, 2, 3, 4])
  expect(server.calls).toBeLessThanOrEqual(11)
  expect(outbox.state()).toBe('unreachable')
  server.answer = () => 'done'
  outbox.handleReconnect()
  await settle()
  expect(server.names()).toEqual(['clock in'])
  expect(outbox.state()).toBe('idle')
})

test('what the server refuses becomes a card, and nothing waits for it', async () => {
  const server = createServer()
  server.answer = ({ input }) => (input === 'clock in' ? refusedWith(409)() : 'done')
  const outbox = open(server)
  await outbox.add(say('clock in'))
  await outbox.add(photo('photo'))
  await outbox.add(move('send'))
  await outbox.flush()
  expect(server.names()).toEqual(['photo', 'send'])
  expect(outbox.entries()).toMatchObject([
    { input: 'clock in', refusal: { message: 'That ticket was finalized.', code: 'REFUSED', at: NOW } },
  ])
  const [refused] = outbox.entries()
  server.answer = () => 'done'
  await vi.advanceTimersByTimeAsync(60_000)
  await outbox.retry(refused?.key ?? '')
  await settle()
  expect(server.done.at(-1)).toMatchObject({ input: 'clock in', pressedAt: NOW, firstKey: refused?.key })
  expect(server.done.at(-1)?.key).not.toBe(refused?.key)
  expect(outbox.entries()).toEqual([])
})

test('Send Again pressed twice sends once', async () => {
  const server = createServer()
  server.answer = refusedWith(409)
  const outbox = open(server)
  const { key } = await outbox.add(say('clock in'))
  await outbox.flush()
  server.answer = () => 'done'
  await Promise.all([outbox.retry(key), outbox.retry(key)])
  await settle()
  expect(server.names()).toEqual(['clock in'])
})

test('what another tab has sent again is not added a second time', async () => {
  const store = createMemoryStore()
  const outbox = open(createServer(), { store })
  const entry = await outbox.add(say('clock in'))
  await outbox.flush()
  await store.replace(entry.key, { ...entry, key: crypto.randomUUID() })
  expect((await store.list('rosa')).entries).toEqual([])
})

test('a photo that the server refuses can be sent again, with its picture', async () => {
  const server = createServer()
  server.answer = refusedWith(400)
  const outbox = open(server)
  const { key } = await outbox.add(photo('photo'))
  await outbox.flush()
  server.answer = () => 'done'
  await outbox.retry(key)
  await outbox.flush()
  expect(server.names()).toEqual(['photo'])
})

test('a discarded entry is not sent, and one in flight cannot be discarded', async () => {
  const server = createServer()
  let answer = (_: unknown): void => {}
  server.answer = () =>
    new Promise(resolve => {
      answer = resolve
    })
  const outbox = open(server)
  const first = await outbox.add(say('clock in'))
  const second = await outbox.add(say('clock out'))
  await settle()
  await expect(outbox.remove(first.key)).rejects.toThrow('This is being sent right now.')
  await outbox.remove(second.key)
  answer('done')
  await settle()
  expect(server.names()).toEqual(['clock in'])
  expect(outbox.entries()).toEqual([])
})

test('what was discarded does not come back with what is being read just then', async () => {
  const server = createServer()
  server.answer = unreachable
  const outbox = open(server)
  const { key } = await outbox.add(say('clock in'))
  await settle()
  server.answer = () => 'done'
  const flushed = outbox.flush()
  await Promise.all([outbox.remove(key), flushed])
  await settle()
  expect([server.names(), outbox.entries()]).toEqual([[], []])
})

test('an answer reaches its listeners before the entry leaves', async () => {
  const server = createServer()
  server.answer = () => ({ stopped: null })
  const outbox = open(server)
  const answers: unknown[] = []
  outbox.onSent(({ input }, answer) => answers.push([input, answer, outbox.entries().length]))
  await outbox.add(say('clock in'))
  await settle()
  expect(answers).toEqual([['clock in', { stopped: null }, 1]])
})

test('a session that ended stops everything until the same account is signed in', async () => {
  const server = createServer()
  server.answer = refusedWith(401, 'UNAUTHORIZED')
  let account: string | null = null
  const outbox = open(server, { isSignedIn: async () => account === 'rosa' })
  await outbox.add(say('clock in'))
  await settle()
  expect([server.calls, outbox.state()]).toEqual([0, 'signed-out'])
  // Signed in at first, and no longer when it is sent.
  account = 'rosa'
  await outbox.flush()
  expect([server.calls, outbox.state()]).toEqual([1, 'signed-out'])
  account = 'dana'
  server.answer = () => 'done'
  outbox.handleSessionChange()
  await settle()
  expect([server.calls, outbox.state()]).toEqual([1, 'signed-out'])
  account = 'rosa'
  outbox.handleSessionChange()
  await settle()
  expect(server.names()).toEqual(['clock in'])
})

test('nobody sends what another account pressed', async () => {
  const store = createMemoryStore()
  const server = createServer()
  server.answer = unreachable
  const first = open(server, { store })
  await first.add(say('clock in'))
  first.close()
  server.answer = () => 'done'
  const second = open(server, { store, account: 'dana' })
  await second.flush()
  expect([second.entries(), server.names()]).toEqual([[], []])
})

test('a server that asks for a pause gets it, whatever happens meanwhile', async () => {
  const server = createServer()
  server.answer = refusedWith(429, 'TOO_MANY', { retryAfterSeconds: 90 })
  const outbox = open(server)
  await outbox.add(photo('photo'))
  await settle()
  server.answer = () => 'done'
  await outbox.add(say('clock in'))
  outbox.handleReconnect()
  await vi.advanceTimersByTimeAsync(80_000)
  expect(server.names()).toEqual(['clock in'])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(server.names()).toEqual(['clock in', 'photo'])
})

test('an entry at which the server fails holds up its own ticket, and then nothing', async () => {
  const server = createServer()
  server.answer = ({ input }) => (input === 'part' ? failed() : 'done')
  const outbox = open(server)
  const { key } = await outbox.add(say('part'))
  await outbox.add(say('note'))
  await outbox.add(say('elsewhere', 'ticket 2'))
  await settle()
  expect(server.names()).toEqual(['elsewhere'])
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(server.names()).toEqual(['elsewhere', 'note'])
  expect(outbox.entries()).toMatchObject([{ key, refusal: { code: 'INTERNAL_SERVER_ERROR' } }])
  server.answer = () => 'done'
  await outbox.retry(key)
  await settle()
  // The first one may have been done: the same key is done once.
  expect(server.done.at(-1)?.key).toBe(key)
})

test('clock presses keep their order over all tickets, until the server has failed too often', async () => {
  const server = createServer()
  server.answer = unreachable
  const outbox = open(server)
  await outbox.add(clock('start 1'))
  await outbox.add(clock('start 2', 'ticket 2'))
  await outbox.add(clock('start 1 again'))
  await outbox.add(say('elsewhere', 'ticket 3'))
  const answer: Answer = ({ input }) => (input === 'start 2' ? failed() : 'done')
  server.answer = answer
  await outbox.flush()
  expect(server.names()).toEqual(['start 1', 'elsewhere'])
  server.answer = () => 'done'
  await vi.advanceTimersByTimeAsync(10_000)
  expect(server.names()).toEqual(['start 1', 'elsewhere', 'start 2', 'start 1 again'])

  server.answer = answer
  await outbox.add(clock('start 2', 'ticket 2'))
  await outbox.add(clock('start 1'))
  await settle()
  expect(server.names()).toHaveLength(4)
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(server.names().at(-1)).toBe('start 1')
  expect(outbox.entries()).toMatchObject([{ input: 'start 2', refusal: {} }])
})

test('clock presses do not wait for a long photo once the server may be asked again', async () => {
  const server = createServer()
  let failures = 1
  server.answer = ({ input }) => {
    if (input === 'long') return new Promise(() => {})
    return input === 'start 1' && failures-- > 0 ? failed() : 'done'
  }
  const outbox = open(server)
  await outbox.add(clock('start 1'))
  await outbox.add(clock('start 2', 'ticket 2'))
  await outbox.add(photo('long', 'ticket 3'))
  await settle()
  expect(server.names()).toEqual([])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(server.names()).toEqual(['start 1', 'start 2'])
})

test('a clock press behind a move that waits for a failing text holds up its own ticket only', async () => {
  const server = createServer()
  server.answer = refusedWith(409)
  const { drafts } = createDrafts(async () => failed())
  const outbox = open(server, { drafts })
  const { key } = await outbox.add(clock('start 1'))
  await outbox.flush()
  server.answer = () => 'done'
  await outbox.add(move('send 1'))
  await outbox.retry(key)
  await outbox.add(clock('start 2', 'ticket 2'))
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(server.names()).toEqual(['start 2'])
  expect(outbox.entries().map(({ input }) => input)).toEqual(['send 1', 'start 1'])
})

test('a clock press does not wait for a text of its ticket at which the server fails', async () => {
  const server = createServer()
  const send = vi.fn(async () => failed())
  const outbox = open(server, { drafts: createDrafts(send).drafts })
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  server.answer = ({ input }) => (input === 'long' ? new Promise(() => {}) : 'done')
  await outbox.add(clock('start 1'))
  await outbox.add(photo('photo'))
  await outbox.add(photo('long', 'ticket 2'))
  await settle()
  expect(server.names()).toEqual(['start 1', 'photo'])
  // It is tried again meanwhile.
  const { length: tries } = send.mock.calls
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(send.mock.calls.length).toBeGreaterThan(tries + 1)
})

test('a press sent again with its key is sent in its place, as after a reload', async () => {
  const server = createServer()
  server.answer = ({ input }) => (input === 'start 1' ? failed() : 'done')
  const outbox = open(server)
  const { key } = await outbox.add(clock('start 1'))
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(outbox.entries()).toMatchObject([{ refusal: {} }])
  server.answer = unreachable
  await outbox.add(clock('start 2', 'ticket 2'))
  await settle()
  await outbox.retry(key)
  await settle()
  server.answer = () => 'done'
  await outbox.flush()
  expect(server.names()).toEqual(['start 1', 'start 2'])
})

test('what no line carries holds up its own ticket only', async () => {
  const server = createServer()
  server.answer = ({ input }) => (`${input}`.startsWith('cut off') ? unreachable() : 'done')
  const outbox = open(server, { isSignedIn: async () => true })
  await outbox.add(photo('cut off'))
  await outbox.add(photo('same ticket'))
  await outbox.add(photo('elsewhere', 'ticket 2'))
  await outbox.add(say('clock in', 'ticket 3'))
  await settle()
  expect(server.names()).toEqual(['clock in'])
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(server.names()).toEqual(['clock in', 'elsewhere'])
  expect(outbox.entries().map(({ refusal }) => refusal)).toEqual([null, null])
  // Its photo is not its clock: that keeps its order.
  server.answer = ({ input }) =>
    input === 'start 1' ? failed() : input === 'cut off' ? unreachable() : 'done'
  await outbox.add(clock('start 1'))
  await outbox.add(clock('start 2', 'ticket 2'))
  await outbox.flush()
  expect(server.names()).toEqual(['clock in', 'elsewhere'])
})

test('a clock press that no line carries holds up its own ticket only', async () => {
  const server = createServer()
  server.answer = ({ input }) => (input === 'cut off' ? unreachable() : 'done')
  const outbox = open(server, { isSignedIn: async () => true })
  await outbox.add(clock('cut off'))
  await outbox.add(photo('same ticket'))
  await outbox.add(clock('start 2', 'ticket 2'))
  await outbox.add(photo('elsewhere', 'ticket 2'))
  await outbox.add(move('send 2', 'ticket 2'))
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(server.names()).toEqual(['start 2', 'elsewhere', 'send 2'])
  expect(outbox.entries().map(({ refusal }) => refusal)).toEqual([null, null])
})

test.each([408, 425, 502, 504])('status %i is no answer: it is sent again', async status => {
  const server = createServer()
  server.answer = refusedWith(status)
  const outbox = open(server)
  await outbox.add(say('clock in'))
  await settle()
  expect(outbox.state()).toBe('unreachable')
  expect(outbox.entries()[0]?.refusal).toBeNull()
})

test('an entry of 91 days becomes a card, one of 8 days is sent', async () => {
  const server = createServer()
  server.answer = unreachable
  const outbox = open(server, { isOnline: () => false })
  await outbox.add(say('clock in'))
  await settle()
  vi.setSystemTime(NOW + 83 * DAY_MS)
  await outbox.add(say('clock out'))
  vi.setSystemTime(NOW + 91 * DAY_MS)
  server.answer = () => 'done'
  await outbox.flush()
  expect(server.names()).toEqual(['clock out'])
  const [old] = outbox.entries()
  expect(old?.refusal?.message).toBe('You pressed this more than 90 days ago, so it was not sent.')
  await outbox.retry(old?.key ?? '')
  await settle()
  expect(server.done.at(-1)).toMatchObject({ input: 'clock in', pressedAt: NOW })
})

test('a press from before a newer move of its ticket becomes a card that can be sent anyway', async () => {
  const server = createServer()
  server.answer = unreachable
  const moves: Record<string, { at: number; message: string }> = {}
  const outbox = open(server, { isOnline: () => false, lastMoveOf: lane => moves[lane] ?? null })
  await outbox.add(say('clock in'))
  await outbox.add(say('elsewhere', 'ticket 2'))
  vi.setSystemTime(NOW + 60_000)
  moves['ticket 1'] = { at: NOW + 30_000, message: 'Dana finalized this ticket after you pressed this.' }
  moves['ticket 2'] = { at: NOW - 30_000, message: 'Dana accepted this ticket.' }
  server.answer = () => 'done'
  await outbox.flush()
  expect(server.names()).toEqual(['elsewhere'])
  const [moved] = outbox.entries()
  expect(moved?.refusal).toMatchObject({ message: moves['ticket 1']?.message, code: 'MOVED' })
  await outbox.retry(moved?.key ?? '')
  await settle()
  expect(server.names()).toEqual(['elsewhere', 'clock in'])
})

test('what was sent before a move, with its answer lost, is asked for again after a reload', async () => {
  const server = createServer()
  server.isAnswerLost = () => true
  const store = createMemoryStore()
  const lastMoveOf = () => ({ at: NOW + 30_000, message: 'Dana finalized this ticket.' })
  const first = open(server, { store })
  const { key } = await first.add(say('clock in'))
  await settle()
  first.close()
  vi.setSystemTime(NOW + 60_000)
  server.isAnswerLost = () => false
  const second = open(server, { store, lastMoveOf })
  await second.flush()
  expect(server.done.map(one => one.key)).toEqual([key])
  expect([server.calls, second.entries()]).toEqual([2, []])
})

test('who may no longer ask whether a press was done is told that, and sends it with the same key', async () => {
  const server = createServer()
  server.isAnswerLost = () => true
  const outbox = open(server)
  const { key } = await outbox.add(say('clock in'))
  await settle()
  server.isAnswerLost = () => false
  server.answer = refusedWith(404, 'NOT_FOUND')
  const { key: unsentKey } = await outbox.add(say('clock out'))
  await outbox.flush()
  expect(outbox.entries().map(({ refusal }) => refusal?.message)).toEqual([
    'That ticket was finalized. An earlier try may have arrived, so this may already be done.',
    'That ticket was finalized.',
  ])
  server.answer = () => 'done'
  await outbox.retry(key)
  await outbox.retry(unsentKey)
  await settle()
  expect(server.done.map(({ input, key }) => [input, key === unsentKey])).toEqual([
    ['clock in', false],
    ['clock out', false],
  ])
})

test('a command that this version does not know is a card', async () => {
  const outbox = open(createServer())
  await outbox.add({ ...say('old'), name: 'unknown' })
  await outbox.flush()
  expect(outbox.entries()[0]?.refusal?.code).toBe('UNKNOWN_COMMAND')
})

/** Two tabs of one browser: their store, lock and channels. */
function openTabs(server: ReturnType<typeof createServer>, options: Partial<Options> = {}) {
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
    const onCount: Options['onCount'] = ({ waiting }) => {
      count = waiting
    }
    return { ...open(server, { store, lock, channel, onCount, ...options }), count: () => count }
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
  const outbox = open(server, {
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

test('storage that the browser deleted meanwhile gets its words back, and says which photos are gone', async () => {
  const server = createServer()
  server.answer = unreachable
  const stores = [createMemoryStore(), createMemoryStore()]
  let current = 0
  const store = new Proxy({} as (typeof stores)[number], {
    get: (_, name) => Reflect.get(stores[current] ?? {}, name),
  })
  const outbox = open(server, { store })
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
  let lastCount: Options['lastCount'] = { waiting: 3, stored: 3, lost: 0, storeId: 'deleted' }
  const onCount: Options['onCount'] = count => {
    lastCount = count
  }
  const first = open(createServer(), { store, lastCount, onCount })
  await first.loaded
  expect(first.lostCount()).toBe(3)
  const second = open(createServer(), { store, lastCount, onCount })
  await second.loaded
  expect(second.lostCount()).toBe(3)
  second.dismissLost()
  const third = open(createServer(), { store, lastCount, onCount })
  await third.loaded
  expect(third.lostCount()).toBe(0)
})

test('a store that can only be read still sends, and nothing twice in this page', async () => {
  const server = createServer()
  const store = createMemoryStore()
  const broken = { ...store, remove: () => Promise.reject(new Error('Broken.')) }
  const outbox = open(server, { store: broken })
  await outbox.add(say('clock in'))
  await settle()
  await outbox.flush()
  expect([server.calls, outbox.entries()]).toEqual([1, []])
})

/** Drafts of two lanes; `pending` are the ones that are sent. */
function createDrafts(send: OutboxDrafts['send']) {
  const pending = new Set(['ticket 1'])
  const drafts: OutboxDrafts = {
    lanes: () => [...pending],
    isPending: lane => pending.has(lane),
    count: () => pending.size,
    send,
    subscribe: () => () => {},
  }
  return { drafts, pending }
}

test('drafts go after the words of their ticket, and before its photos and its move', async () => {
  const server = createServer()
  server.answer = unreachable
  const counts: number[] = []
  const { drafts, pending } = createDrafts(async lane => {
    server.answer({} as OutboxEntry)
    pending.delete(lane)
    server.done.push({ input: 'cause' } as OutboxEntry)
  })
  const outbox = open(server, { drafts, onCount: ({ waiting }) => counts.push(waiting) })
  await outbox.add(photo('photo'))
  await outbox.add(say('clock in'))
  await outbox.add(move('send'))
  expect(counts.at(-1)).toBe(4)
  server.answer = () => 'done'
  await outbox.flush()
  expect(server.names()).toEqual(['clock in', 'cause', 'photo', 'send'])
  expect(counts.at(-1)).toBe(0)
})

test('a move waits for drafts that could not be sent yet', async () => {
  const server = createServer()
  const { drafts } = createDrafts(async () => {})
  const outbox = open(server, { drafts })
  await outbox.add(move('send'))
  await outbox.add(move('elsewhere', 'ticket 2'))
  await outbox.flush()
  expect(server.names()).toEqual(['elsewhere'])
})

test('two thousand waiting photos are sent one by one, and the list is read only once more', async () => {
  const server = createServer()
  server.answer = unreachable
  server.send = async entry => {
    server.calls++
    return server.answer(entry)
  }
  const store = createMemoryStore()
  const list = vi.fn(store.list)
  const outbox = open(server, { store: { ...store, list } })
  await Promise.all(
    Array.from({ length: 2000 }, (_, index) => outbox.add(photo(`${index}`, `ticket ${index % 7}`))),
  )
  await settle()
  server.calls = 0
  server.answer = () => 'done'
  await outbox.flush()
  expect(server.calls).toBe(2000)
  expect(list).toHaveBeenCalledTimes(2)
  expect(outbox.entries()).toEqual([])
})

type Step =
  | { readonly kind: 'word' | 'photo' | 'move' | 'clock'; readonly lane: number }
  | { readonly kind: 'line'; readonly line: 'good' | 'cut' | 'answers lost' | 'refuses' | 'fails' }
  | { readonly kind: 'reload' | 'reconnect' }
  | { readonly kind: 'wait'; readonly seconds: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('word', 'photo', 'clock'), lane: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move'), lane: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('line'),
      line: fc.constantFrom('good', 'cut', 'answers lost', 'refuses', 'fails'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('reload', 'reconnect') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait'), seconds: fc.nat(90) }) },
) as fc.Arbitrary<Step>

/** How the server answers on each line. */
function setLine(server: ReturnType<typeof createServer>, line: string): void {
  server.isAnswerLost = () => line === 'answers lost'
  server.answer =
    line === 'cut'
      ? unreachable
      : line === 'refuses'
        ? refusedWith(409)
        : line === 'fails'
          ? failed
          : () => 'done'
}

test('whatever the line does, everything is done once and in its order, or is a card', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
      const server = createServer()
      const store = createMemoryStore()
      let outbox = open(server, { store })
      const pressed: OutboxEntry[] = []
      for (const one of steps) {
        if (one.kind === 'word') pressed.push(await outbox.add(say('word', `${one.lane}`)))
        else if (one.kind === 'photo') pressed.push(await outbox.add(photo('photo', `${one.lane}`)))
        else if (one.kind === 'move') pressed.push(await outbox.add(move('move', `${one.lane}`)))
        else if (one.kind === 'clock') pressed.push(await outbox.add(clock('clock', `${one.lane}`)))
        else if (one.kind === 'line') setLine(server, one.line)
        else if (one.kind === 'reconnect') outbox.handleReconnect()
        else if (one.kind === 'wait') await vi.advanceTimersByTimeAsync(one.seconds * 1000)
        else {
          outbox.close()
          outbox = open(server, { store })
        }
      }
      setLine(server, 'good')
      await vi.advanceTimersByTimeAsync(10 * 60_000)

      const cards = new Set(outbox.entries().map(({ key }) => key))
      expect(outbox.entries().filter(({ refusal }) => refusal === null)).toEqual([])
      const done = server.done.map(({ key }) => key)
      expect(new Set(done).size).toBe(done.length)
      const isBehindMove = ({ key, lane }: OutboxEntry): boolean =>
        pressed
          .slice(
            0,
            pressed.findIndex(entry => entry.key === key),
          )
          .some(entry => entry.name === 'move' && entry.lane === lane)
      const clocksOf = (entries: readonly OutboxEntry[]): string[] =>
        entries.filter(entry => entry.name === 'clock' && !isBehindMove(entry)).map(({ key }) => key)
      expect(clocksOf(server.done)).toEqual(clocksOf(pressed).filter(key => done.includes(key)))
      expect(pressed.filter(({ key }) => !done.includes(key) && !cards.has(key))).toEqual([])
      for (const lane of ['0', '1', '2']) {
        const all = pressed.filter(entry => entry.lane === lane && done.includes(entry.key))
        const positions = all.map(({ key }) => done.indexOf(key))
        all.forEach((entry, index) => {
          const before = all
            .slice(0, index)
            .filter(({ name }) => name === entry.name || name === 'move' || entry.name === 'move')
          for (const { key } of before) expect(done.indexOf(key)).toBeLessThan(positions[index] ?? 0)
        })
      }
      outbox.close()
    }),
    { numRuns: 150 },
  )
})

import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createOutbox, type OutboxChannel, type OutboxLock, type OutboxMessage } from './outbox.ts'
import { createMemoryStore, FullStorageError } from './outbox-store.ts'
import type { OutboxDrafts, OutboxEntry } from './outbox-types.ts'
import { timeOfUuidV7 } from './uuid-v7.ts'

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

const unreachable = (): never => {
  throw new TypeError('Failed to fetch')
}
const refusedWith =
  (status: number, code = 'REFUSED', data: object = {}) =>
  (): never => {
    throw new ORPCError(code, { status, message: 'That ticket was finalized.', data })
  }
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

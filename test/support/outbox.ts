// A server, an outbox, taps and the storage of typed text, for the tests of the outbox and of autosave.

import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, vi } from 'vitest'
import { createOutbox } from '../../src/web/bay/outbox/outbox.ts'
import { createMemoryStore } from '../../src/web/bay/outbox/outbox-store.ts'
import type { OutboxCommand, OutboxDrafts, OutboxEntry } from '../../src/web/bay/outbox/outbox-types.ts'

export const NOW = Date.parse('2025-11-20T19:14:00Z')

export type OutboxOptions = Parameters<typeof createOutbox>[0]
export type Answer = (entry: OutboxEntry) => unknown
export type Server = {
  /** What it did. */
  readonly done: OutboxEntry[]
  calls: number
  answer: Answer
  /** Whether the answer gets lost. */
  isAnswerLost: () => boolean
  readonly names: () => unknown[]
  send: OutboxCommand['send']
}

const opened: { close: () => void }[] = []

/** Time stands still at `NOW` in each test of the file, and its outboxes are closed. */
export function installFakeTime(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW })
  })
  afterEach(() => {
    for (const { close } of opened.splice(0)) close()
    vi.useRealTimers()
  })
}

/** A server that does each key once, and answers as `answer` says. */
export function createServer(): Server {
  const done: OutboxEntry[] = []
  const server: Server = {
    done,
    calls: 0,
    answer: () => 'done',
    isAnswerLost: () => false,
    names: () => done.map(({ input }) => input),
    send: async (entry, _photo, _onProgress, signal) => {
      server.calls++
      const aborted = new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
      aborted.catch(() => {})
      const answer = await Promise.race([server.answer(entry), aborted])
      if (!done.some(({ key }) => key === entry.key)) done.push(entry)
      if (server.isAnswerLost()) throw new TypeError('Failed to fetch')
      return answer
    },
  }
  return server
}

export function openTestOutbox(server: Server, options: Partial<OutboxOptions> = {}) {
  const outbox = createOutbox({
    store: createMemoryStore(),
    commands: {
      say: { send: server.send },
      addPhoto: { send: server.send },
      transition: { isTransition: true, send: server.send },
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

export const say = (input: string, queue = 'ticket 1') => ({ queue, name: 'say', input, label: input })
export const photo = (input: string, queue = 'ticket 1') => ({
  ...say(input, queue),
  name: 'addPhoto',
  photo: new Blob([input]),
})
export const transition = (input: string, queue = 'ticket 1') => ({
  ...say(input, queue),
  name: 'transition',
})
export const clock = (input: string, queue = 'ticket 1') => ({ ...say(input, queue), name: 'clock' })

export const unreachable = (): never => {
  throw new TypeError('Failed to fetch')
}
export const refusedWith =
  (status: number, code = 'REFUSED', data: object = {}) =>
  (): never => {
    throw new ORPCError(code, { status, message: 'That ticket was finalized.', data })
  }
export const failed = refusedWith(500, 'INTERNAL_SERVER_ERROR', { requestId: 'r-1' })
export const settle = () => vi.advanceTimersByTimeAsync(0)

/** A draft of ticket 1, in `pending` until it is sent. */
export function createDrafts(send: OutboxDrafts['send']) {
  const pending = new Set(['ticket 1'])
  const drafts: OutboxDrafts = {
    queues: () => [...pending],
    isPending: queue => pending.has(queue),
    readyAt: () => (pending.size === 0 ? null : 0),
    count: () => pending.size,
    send,
    subscribe: () => () => {},
  }
  return { drafts, pending }
}

/** Stubs the storage of a browser that is online, until all stubs are removed. `notify` says in this tab that another one has set a text. */
export function stubTextStorage() {
  const values: Record<string, string> = {}
  const storage = {
    isFull: false,
    set: (key: string, json: string | null): void => {
      if (json === null) delete values[`rigwright text-draft ${key}`]
      else values[`rigwright text-draft ${key}`] = json
    },
    notify: (key: string): void =>
      void window.dispatchEvent(Object.assign(new Event('storage'), { key: `rigwright text-draft ${key}` })),
  }
  const methods = {
    getItem: (key: string) => values[key] ?? null,
    setItem: (key: string, value: string) => {
      if (storage.isFull) throw new DOMException('Full', 'QuotaExceededError')
      values[key] = value
    },
    removeItem: (key: string) => {
      delete values[key]
    },
  }
  const isMethod = (name: string | symbol): name is keyof typeof methods => name in methods
  // `Object.keys` lists what is stored.
  const localStorage = new Proxy(values, {
    get: (_, name) => (isMethod(name) ? methods[name] : undefined),
  })
  vi.stubGlobal('localStorage', localStorage)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { onLine: true })
  return storage
}

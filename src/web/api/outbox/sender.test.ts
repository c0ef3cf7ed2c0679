import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import {
  type Answer,
  clock,
  createDrafts,
  createServer,
  failed,
  installFakeTime,
  move,
  openTestOutbox,
  photo,
  refusedWith,
  type Server,
  say,
  settle,
  unreachable,
} from '../../../../test/support/outbox.ts'
import { createMemoryStore } from './outbox-store.ts'
import type { OutboxEntry } from './outbox-types.ts'

installFakeTime()

test('a server that asks for a pause gets it, whatever happens meanwhile', async () => {
  const server = createServer()
  server.answer = refusedWith(429, 'TOO_MANY', { retryAfterSeconds: 90 })
  const outbox = openTestOutbox(server)
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
  const outbox = openTestOutbox(server)
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
  const outbox = openTestOutbox(server)
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
  const outbox = openTestOutbox(server)
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
  const outbox = openTestOutbox(server, { drafts })
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
  const outbox = openTestOutbox(server, { drafts: createDrafts(send).drafts })
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
  const outbox = openTestOutbox(server)
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
  const outbox = openTestOutbox(server, { isSignedIn: async () => true })
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
  const outbox = openTestOutbox(server, { isSignedIn: async () => true })
  await outbox.add(clock('cut off'))
  await outbox.add(photo('same ticket'))
  await outbox.add(clock('start 2', 'ticket 2'))
  await outbox.add(photo('elsewhere', 'ticket 2'))
  await outbox.add(move('send 2', 'ticket 2'))
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(server.names()).toEqual(['start 2', 'elsewhere', 'send 2'])
  expect(outbox.entries().map(({ refusal }) => refusal)).toEqual([null, null])
})

test('drafts go after the words of their ticket, and before its photos and its move', async () => {
  const server = createServer()
  server.answer = unreachable
  const counts: number[] = []
  const { drafts, pending } = createDrafts(async lane => {
    server.answer({} as OutboxEntry)
    pending.delete(lane)
    server.done.push({ input: 'cause' } as OutboxEntry)
  })
  const outbox = openTestOutbox(server, { drafts, onCount: ({ waiting }) => counts.push(waiting) })
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
  const outbox = openTestOutbox(server, { drafts })
  await outbox.add(move('send'))
  await outbox.add(move('elsewhere', 'ticket 2'))
  await outbox.flush()
  expect(server.names()).toEqual(['elsewhere'])
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
function setLine(server: Server, line: string): void {
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
      let outbox = openTestOutbox(server, { store })
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
          outbox = openTestOutbox(server, { store })
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

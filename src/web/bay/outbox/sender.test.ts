import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import {
  type Answer,
  clock,
  createDrafts,
  createServer,
  failed,
  installFakeTime,
  openTestOutbox,
  photo,
  refusedWith,
  type Server,
  say,
  settle,
  transition,
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

test('clock taps keep their order over all tickets, until the server has failed too often', async () => {
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

test('clock taps do not wait for a long photo once the server may be asked again', async () => {
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

test('a clock tap behind a transition that waits for a failing text holds up its own ticket only', async () => {
  const server = createServer()
  server.answer = refusedWith(409)
  const { drafts } = createDrafts(async () => failed())
  const outbox = openTestOutbox(server, { drafts })
  const { key } = await outbox.add(clock('start 1'))
  await outbox.flush()
  server.answer = () => 'done'
  await outbox.add(transition('send 1'))
  await outbox.retry(key)
  await outbox.add(clock('start 2', 'ticket 2'))
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(server.names()).toEqual(['start 2'])
  expect(outbox.entries().map(({ input }) => input)).toEqual(['send 1', 'start 1'])
})

test('a clock tap does not wait for a text of its ticket at which the server fails', async () => {
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

test('a tap sent again with its key is sent in its place, as after a reload', async () => {
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

test('a discarded transition holds up nothing', async () => {
  const server = createServer()
  server.answer = unreachable
  const outbox = openTestOutbox(server)
  await outbox.add(photo('long'))
  const { key } = await outbox.add(transition('send 1'))
  await settle()
  await outbox.remove(key)
  await outbox.add(clock('start 1'))
  await outbox.add(clock('start 2', 'ticket 2'))
  await settle()
  server.answer = ({ input }) => (input === 'long' ? new Promise(() => {}) : 'done')
  void outbox.flush()
  await settle()
  expect(server.names()).toEqual(['start 1', 'start 2'])
})

test('a refused transition holds up nothing, also if what was before it is sent again', async () => {
  const server = createServer()
  server.answer = ({ input }) => (input === 'photo' ? failed() : refusedWith(409)())
  const outbox = openTestOutbox(server)
  const { key } = await outbox.add(photo('photo'))
  await outbox.add(transition('send 1'))
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(outbox.entries()).toMatchObject([{ refusal: {} }, { refusal: {} }])
  server.answer = ({ input }) => (input === 'photo' ? new Promise(() => {}) : 'done')
  await outbox.retry(key)
  await outbox.add(clock('start 1'))
  await settle()
  expect(server.names()).toEqual(['start 1'])
})

test('after a tap was cut off, nothing waits for the photo that is being sent', async () => {
  const server = createServer()
  server.answer = ({ input }) => (input === 'long' ? new Promise(() => {}) : unreachable())
  const outbox = openTestOutbox(server, { isSignedIn: async () => true })
  await outbox.add(photo('long', 'ticket 2'))
  await settle()
  await outbox.add(clock('start 1'))
  await settle()
  expect(outbox.state()).toBe('unreachable')
  server.answer = () => 'done'
  await vi.advanceTimersByTimeAsync(10_000)
  expect(server.names()).toEqual(['start 1', 'long'])
})

test('a text is sent while photos are, also if one of its ticket was sent before', async () => {
  const server = createServer()
  server.answer = () => new Promise(resolve => setTimeout(resolve, 20_000))
  const { drafts, pending } = createDrafts(async queue => {
    pending.delete(queue)
    server.done.push({ input: 'text' } as OutboxEntry)
  })
  const outbox = openTestOutbox(server, { drafts })
  for (const name of ['1', '2', '3', '4', '5', '6']) await outbox.add(photo(name, 'ticket 2'))
  await settle()
  expect(server.names()).toEqual(['text'])
  pending.add('ticket 1')
  await vi.advanceTimersByTimeAsync(90_000)
  expect(server.names()).toEqual(['text', '1', 'text', '2', '3', '4'])
})

test('what was cut off is tried again while photos are sent', async () => {
  const server = createServer()
  server.answer = unreachable
  const outbox = openTestOutbox(server, { isSignedIn: async () => true })
  await outbox.add(clock('start 1'))
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  server.answer = ({ input }) => (input === 'long' ? new Promise(() => {}) : 'done')
  await outbox.add(photo('long', 'ticket 2'))
  await vi.advanceTimersByTimeAsync(2 * 60_000)
  expect(server.names()).toEqual(['start 1'])
})

test('several taps that no connection carries hold up their own tickets only', async () => {
  const server = createServer()
  const calls = new Map<string, number>()
  server.answer = ({ input, queue }) => {
    calls.set(queue, (calls.get(queue) ?? 0) + 1)
    return input === 'cut off' ? unreachable() : 'done'
  }
  const outbox = openTestOutbox(server, { isSignedIn: async () => true })
  const queues = ['1', '2', '3']
  for (const queue of queues) await outbox.add(clock('cut off', queue))
  await outbox.add(clock('start 4', '4'))
  await vi.advanceTimersByTimeAsync(7 * 60_000)
  expect(server.names()).toEqual(['start 4'])
  calls.clear()
  await outbox.add(photo('photo', '4'))
  await settle()
  expect(server.names()).toEqual(['start 4', 'photo'])
  await vi.advanceTimersByTimeAsync(30 * 60_000)
  for (const queue of queues) expect(calls.get(queue)).toBeGreaterThan(7)
})

test('a photo of which pieces arrive is not given up', async () => {
  const server = createServer()
  let share = 0
  server.send = async (_, __, onProgress) => {
    server.calls++
    if (share > 0) onProgress(share)
    share += 0.01
    onProgress(share)
    return unreachable()
  }
  const outbox = openTestOutbox(server, { isSignedIn: async () => true })
  await outbox.add(photo('photo'))
  await vi.advanceTimersByTimeAsync(2 * 60_000)
  expect(server.calls).toBeGreaterThan(30)
})

test('once the connection carries again what it had not, nothing waits a minute more, in order', async () => {
  const server = createServer()
  server.answer = unreachable
  const outbox = openTestOutbox(server, { isSignedIn: async () => true })
  for (const queue of ['1', '2', '3', '4', '5']) await outbox.add(clock(`start ${queue}`, queue))
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  server.answer = () => 'done'
  outbox.handleReconnect()
  await vi.advanceTimersByTimeAsync(80_000)
  const [first, ...others] = server.names()
  expect(others).toEqual(['start 1', 'start 2', 'start 3', 'start 4', 'start 5'].filter(one => one !== first))
})

test('after a tap that no connection carries was discarded, the next one is sent at once', async () => {
  const server = createServer()
  server.answer = ({ input }) => (input === 'cut off' ? unreachable() : 'done')
  const outbox = openTestOutbox(server, { isSignedIn: async () => true })
  const { key } = await outbox.add(clock('cut off'))
  await vi.advanceTimersByTimeAsync(20 * 60_000 + 30_000)
  await outbox.remove(key)
  await outbox.add(clock('start 1'))
  await settle()
  expect(server.names()).toEqual(['start 1'])
})

test('failures of an entry do not count for the next one', async () => {
  const server = createServer()
  server.answer = failed
  const outbox = openTestOutbox(server)
  const { key } = await outbox.add(say('one'))
  await vi.advanceTimersByTimeAsync(14_000)
  expect(server.calls).toBe(4)
  await outbox.remove(key)
  await outbox.add(say('two'))
  await vi.advanceTimersByTimeAsync(15_000)
  expect(server.calls).toBe(8)
  expect(outbox.entries()).toMatchObject([{ input: 'two', refusal: null }])
})

test('what no connection carries holds up its own ticket only', async () => {
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

test('a clock tap that no connection carries holds up its own ticket only', async () => {
  const server = createServer()
  server.answer = ({ input }) => (input === 'cut off' ? unreachable() : 'done')
  const outbox = openTestOutbox(server, { isSignedIn: async () => true })
  await outbox.add(clock('cut off'))
  await outbox.add(photo('same ticket'))
  await outbox.add(clock('start 2', 'ticket 2'))
  await outbox.add(photo('elsewhere', 'ticket 2'))
  await outbox.add(transition('send 2', 'ticket 2'))
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(server.names()).toEqual(['start 2', 'elsewhere', 'send 2'])
  expect(outbox.entries().map(({ refusal }) => refusal)).toEqual([null, null])
})

test('drafts go after the commands of their ticket, and before its photos and its transition', async () => {
  const server = createServer()
  server.answer = unreachable
  const counts: number[] = []
  const { drafts, pending } = createDrafts(async queue => {
    server.answer({} as OutboxEntry)
    pending.delete(queue)
    server.done.push({ input: 'cause' } as OutboxEntry)
  })
  const outbox = openTestOutbox(server, { drafts, onCount: ({ waiting }) => counts.push(waiting) })
  await outbox.add(photo('photo'))
  await outbox.add(say('clock in'))
  await outbox.add(transition('send'))
  expect(counts.at(-1)).toBe(4)
  server.answer = () => 'done'
  await outbox.flush()
  expect(server.names()).toEqual(['clock in', 'cause', 'photo', 'send'])
  expect(counts.at(-1)).toBe(0)
})

test('a transition waits for drafts that are not ready yet', async () => {
  const server = createServer()
  const { drafts } = createDrafts(async () => {})
  const outbox = openTestOutbox(server, { drafts: { ...drafts, queues: () => [] } })
  await outbox.add(transition('send'))
  await outbox.add(transition('elsewhere', 'ticket 2'))
  await outbox.flush()
  expect(server.names()).toEqual(['elsewhere'])
})

type Step =
  | { readonly kind: 'command' | 'photo' | 'transition' | 'clock'; readonly queue: number }
  | { readonly kind: 'line'; readonly line: 'good' | 'cut' | 'answers lost' | 'refuses' | 'fails' }
  | { readonly kind: 'reload' | 'reconnect' | 'discard' }
  | { readonly kind: 'wait'; readonly seconds: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constantFrom('command', 'photo', 'clock'), queue: fc.nat(2) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('transition'), queue: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('line'),
      line: fc.constantFrom('good', 'cut', 'answers lost', 'refuses', 'fails'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('reload', 'reconnect', 'discard') }) },
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

test('whatever the connection does, everything is done once and in its order, or is a card', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.boolean(), async (steps, isProbed) => {
      const server = createServer()
      const store = createMemoryStore()
      const options = { store, ...(isProbed ? { isSignedIn: async () => true } : {}) }
      let outbox = openTestOutbox(server, options)
      let tapped: OutboxEntry[] = []
      const isTransitionWaiting = (queue: string): boolean =>
        outbox
          .entries()
          .some(entry => entry.name === 'transition' && entry.queue === queue && entry.refusal === null)
      /** They have no order with those of other tickets. */
      const behindTransition = new Set<string>()
      for (const one of steps) {
        if (one.kind === 'command') tapped.push(await outbox.add(say('command', `${one.queue}`)))
        else if (one.kind === 'photo') tapped.push(await outbox.add(photo('photo', `${one.queue}`)))
        else if (one.kind === 'transition')
          tapped.push(await outbox.add(transition('transition', `${one.queue}`)))
        else if (one.kind === 'clock') {
          const entry = await outbox.add(clock('clock', `${one.queue}`))
          tapped.push(entry)
          // Asked afterwards: a page that was just loaded reads its entries first.
          if (isTransitionWaiting(entry.queue)) behindTransition.add(entry.key)
        } else if (one.kind === 'discard') {
          const discarded = outbox.entries()[0]
          const isDiscarded = await outbox.remove(discarded?.key ?? '').then(
            () => true,
            () => false,
          )
          if (isDiscarded) tapped = tapped.filter(({ key }) => key !== discarded?.key)
        } else if (one.kind === 'line') setLine(server, one.line)
        else if (one.kind === 'reconnect') outbox.handleReconnect()
        else if (one.kind === 'wait') await vi.advanceTimersByTimeAsync(one.seconds * 1000)
        else {
          outbox.close()
          outbox = openTestOutbox(server, options)
        }
      }
      setLine(server, 'good')
      await vi.advanceTimersByTimeAsync(10 * 60_000)

      const cards = new Set(outbox.entries().map(({ key }) => key))
      expect(outbox.entries().filter(({ refusal }) => refusal === null)).toEqual([])
      const done = server.done.map(({ key }) => key)
      expect(new Set(done).size).toBe(done.length)
      const clocksOf = (entries: readonly OutboxEntry[]): string[] =>
        entries
          .filter(({ name, key }) => name === 'clock' && !behindTransition.has(key))
          .map(({ key }) => key)
      // What is cut off too often, while the server can be reached, lets others pass.
      if (!isProbed) {
        const clocks = clocksOf(tapped)
        expect(clocksOf(server.done).filter(key => clocks.includes(key))).toEqual(
          clocks.filter(key => done.includes(key)),
        )
      }
      expect(tapped.filter(({ key }) => !done.includes(key) && !cards.has(key))).toEqual([])
      for (const queue of ['0', '1', '2']) {
        const all = tapped.filter(entry => entry.queue === queue && done.includes(entry.key))
        const positions = all.map(({ key }) => done.indexOf(key))
        all.forEach((entry, index) => {
          const before = all
            .slice(0, index)
            .filter(({ name }) => name === entry.name || name === 'transition' || entry.name === 'transition')
          for (const { key } of before) expect(done.indexOf(key)).toBeLessThan(positions[index] ?? 0)
        })
      }
      outbox.close()
    }),
    { numRuns: 150 },
  )
})

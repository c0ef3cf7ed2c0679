import { expect, test, vi } from 'vitest'
import { timeOfUuid } from '#domain/lib/uuid.ts'
import {
  createServer,
  installFakeTime,
  NOW,
  openTestOutbox,
  photo,
  refusedWith,
  say,
  settle,
  transition,
  unreachable,
} from '../../../../test/support/outbox.ts'
import { createMemoryStore, FullStorageError } from './outbox-store.ts'

const DAY_MS = 24 * 60 * 60_000

installFakeTime()

test('what was tapped offline is sent in order: commands first, then photos, and a transition last', async () => {
  const server = createServer()
  server.answer = unreachable
  const outbox = openTestOutbox(server)
  await outbox.add(photo('photo'))
  await outbox.add(say('clock in'))
  await outbox.add(say('elsewhere', 'ticket 2'))
  await outbox.add(say('clock out'))
  await outbox.add(transition('send'))
  await outbox.add(say('after it'))
  expect(server.done).toEqual([])
  expect(outbox.entries()).toHaveLength(6)
  server.answer = () => 'done'
  await outbox.flush()
  expect(server.names()).toEqual(['clock in', 'elsewhere', 'clock out', 'photo', 'send', 'after it'])
  expect(outbox.entries()).toEqual([])
})

test('a tap counts as taken once it is stored, and keeps its time by the server’s clock in its key', async () => {
  const server = createServer()
  server.answer = unreachable
  const outbox = openTestOutbox(server, { clockOffset: () => DAY_MS })
  const entry = await outbox.add(say('clock in'))
  expect(entry).toMatchObject({ tappedAt: NOW, clockOffset: DAY_MS, account: 'rosa', refusal: null })
  expect(entry.key).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(timeOfUuid(entry.key)).toBe(NOW + DAY_MS)
})

test('a tap that cannot be stored is not shown, and not sent', async () => {
  const server = createServer()
  const store = createMemoryStore()
  const outbox = openTestOutbox(server, {
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
  const first = openTestOutbox(server, { store })
  await first.add(say('clock in'))
  await first.add(photo('photo'))
  first.close()
  server.answer = () => 'done'
  const second = openTestOutbox(server, { store })
  await second.flush()
  expect(server.names()).toEqual(['clock in', 'photo'])
  expect(second.entries()).toEqual([])
})

test('an answer that got lost is asked for again with the same key', async () => {
  const server = createServer()
  server.isAnswerLost = () => server.calls < 3
  const outbox = openTestOutbox(server)
  await outbox.add(say('clock in'))
  await outbox.add(say('clock out'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(server.names()).toEqual(['clock in', 'clock out'])
  expect(server.calls).toBe(4)
  expect(outbox.entries()).toEqual([])
})

test('without a connection it waits twice as long each time, a minute at most, and at once after a reconnect', async () => {
  const server = createServer()
  server.answer = unreachable
  const outbox = openTestOutbox(server)
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
  const outbox = openTestOutbox(server)
  await outbox.add(say('clock in'))
  await outbox.add(photo('photo'))
  await outbox.add(transition('send'))
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
  expect(server.done.at(-1)).toMatchObject({ input: 'clock in', tappedAt: NOW, firstKey: refused?.key })
  expect(server.done.at(-1)?.key).not.toBe(refused?.key)
  expect(outbox.entries()).toEqual([])
})

test('Send Again tapped twice sends once', async () => {
  const server = createServer()
  server.answer = refusedWith(409)
  const outbox = openTestOutbox(server)
  const { key } = await outbox.add(say('clock in'))
  await outbox.flush()
  server.answer = () => 'done'
  await Promise.all([outbox.retry(key), outbox.retry(key)])
  await settle()
  expect(server.names()).toEqual(['clock in'])
})

test('what another tab has sent again is not added a second time', async () => {
  const store = createMemoryStore()
  const outbox = openTestOutbox(createServer(), { store })
  const entry = await outbox.add(say('clock in'))
  await outbox.flush()
  await store.replace(entry.key, { ...entry, key: crypto.randomUUID() })
  expect((await store.list('rosa')).entries).toEqual([])
})

test('a photo that the server refuses can be sent again, with its picture', async () => {
  const server = createServer()
  server.answer = refusedWith(400)
  const outbox = openTestOutbox(server)
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
  const outbox = openTestOutbox(server)
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
  const outbox = openTestOutbox(server)
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
  const outbox = openTestOutbox(server)
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
  const outbox = openTestOutbox(server, { isSignedIn: async () => account === 'rosa' })
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

test('nobody sends what another account tapped', async () => {
  const store = createMemoryStore()
  const server = createServer()
  server.answer = unreachable
  const first = openTestOutbox(server, { store })
  await first.add(say('clock in'))
  first.close()
  server.answer = () => 'done'
  const second = openTestOutbox(server, { store, account: 'dana' })
  await second.flush()
  expect([second.entries(), server.names()]).toEqual([[], []])
})

test.each([408, 425, 502, 504])('status %i is no answer: it is sent again', async status => {
  const server = createServer()
  server.answer = refusedWith(status)
  const outbox = openTestOutbox(server)
  await outbox.add(say('clock in'))
  await settle()
  expect(outbox.state()).toBe('unreachable')
  expect(outbox.entries()[0]?.refusal).toBeNull()
})

test('an entry of 91 days becomes a card, one of 8 days is sent', async () => {
  const server = createServer()
  server.answer = unreachable
  const outbox = openTestOutbox(server, { isOnline: () => false })
  await outbox.add(say('clock in'))
  await settle()
  vi.setSystemTime(NOW + 83 * DAY_MS)
  await outbox.add(say('clock out'))
  vi.setSystemTime(NOW + 91 * DAY_MS)
  server.answer = () => 'done'
  await outbox.flush()
  expect(server.names()).toEqual(['clock out'])
  const [old] = outbox.entries()
  expect(old?.refusal?.message).toBe('You tapped this more than 90 days ago, so it was not sent.')
  await outbox.retry(old?.key ?? '')
  await settle()
  expect(server.done.at(-1)).toMatchObject({ input: 'clock in', tappedAt: NOW })
})

test('a tap from before a newer transition of its ticket becomes a card that can be sent anyway', async () => {
  const server = createServer()
  server.answer = unreachable
  const transitions: Record<string, { at: number; message: string }> = {}
  const outbox = openTestOutbox(server, {
    isOnline: () => false,
    lastTransitionOf: queue => transitions[queue] ?? null,
  })
  await outbox.add(say('clock in'))
  await outbox.add(say('elsewhere', 'ticket 2'))
  vi.setSystemTime(NOW + 60_000)
  transitions['ticket 1'] = {
    at: NOW + 30_000,
    message: 'Dana finalized this ticket after you tapped this.',
  }
  transitions['ticket 2'] = { at: NOW - 30_000, message: 'Dana accepted this ticket.' }
  server.answer = () => 'done'
  await outbox.flush()
  expect(server.names()).toEqual(['elsewhere'])
  const [moved] = outbox.entries()
  expect(moved?.refusal).toMatchObject({ message: transitions['ticket 1']?.message, code: 'MOVED' })
  await outbox.retry(moved?.key ?? '')
  await settle()
  expect(server.names()).toEqual(['elsewhere', 'clock in'])
})

test('what was sent before a transition, with its answer lost, is asked for again after a reload', async () => {
  const server = createServer()
  server.isAnswerLost = () => true
  const store = createMemoryStore()
  const lastTransitionOf = () => ({ at: NOW + 30_000, message: 'Dana finalized this ticket.' })
  const first = openTestOutbox(server, { store })
  const { key } = await first.add(say('clock in'))
  await settle()
  first.close()
  vi.setSystemTime(NOW + 60_000)
  server.isAnswerLost = () => false
  const second = openTestOutbox(server, { store, lastTransitionOf })
  await second.flush()
  expect(server.done.map(one => one.key)).toEqual([key])
  expect([server.calls, second.entries()]).toEqual([2, []])
})

test('a command whose outcome may no longer be read is refused with that reason, and sent again with the same key', async () => {
  const server = createServer()
  server.isAnswerLost = () => true
  const outbox = openTestOutbox(server)
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
  const outbox = openTestOutbox(createServer())
  await outbox.add({ ...say('old'), name: 'unknown' })
  await outbox.flush()
  expect(outbox.entries()[0]?.refusal?.code).toBe('UNKNOWN_COMMAND')
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
  const outbox = openTestOutbox(server, { store: { ...store, list } })
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

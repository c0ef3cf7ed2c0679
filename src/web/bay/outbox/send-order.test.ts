import { expect, test } from 'vitest'
import type { OutboxEntry } from './outbox-types.ts'
import { createSendOrder, type SendKind } from './send-order.ts'

const entryOf = (key: string, queue: string, photoSize: number | null = null): OutboxEntry => ({
  key,
  account: 'rosa',
  queue,
  name: key.startsWith('transition') ? 'transition' : 'say',
  input: null,
  label: key,
  tappedAt: 0,
  clockOffset: 0,
  photoSize,
  refusal: null,
})
const commandOf = ({ name, key }: OutboxEntry) => ({
  isTransition: name === 'transition',
  isSequential: key.startsWith('clock'),
})

const always = (): boolean => true
const never = (_queue: string): boolean => false

/** Sends everything, and returns the keys in order; `looks` counts how often an entry was looked at. */
function drain(entries: readonly OutboxEntry[]) {
  const waiting = new Set(entries.map(({ key }) => key))
  let looks = 0
  const order = createSendOrder(entries, commandOf, key => {
    looks++
    return waiting.has(key)
  })
  const keys: string[] = []
  const kinds: readonly SendKind[] = ['commands', 'photos', 'transition']
  for (;;) {
    const next = kinds.map(kind => order.next(kind, always, never)).find(entry => entry !== null)
    if (next === undefined || next === null) return { keys, looks, left: waiting.size }
    waiting.delete(next.key)
    keys.push(next.key)
  }
}

test('commands of all queues go in the order of their taps, then photos', () => {
  const { keys } = drain([entryOf('a', '1'), entryOf('photo', '1', 9), entryOf('b', '2'), entryOf('c', '1')])
  expect(keys).toEqual(['a', 'b', 'c', 'photo'])
})

test('a transition waits for what is before it in its queue, and holds back what is behind', () => {
  const { keys } = drain([
    entryOf('photo', '1', 9),
    entryOf('transition 1', '1'),
    entryOf('behind', '1'),
    entryOf('transition 2', '2'),
    entryOf('other', '2'),
  ])
  expect(keys).toEqual(['photo', 'transition 1', 'behind', 'transition 2', 'other'])
})

test('a queue that is not open is passed over', () => {
  const order = createSendOrder([entryOf('a', '1'), entryOf('b', '2')], commandOf, () => true)
  expect(order.next('commands', queue => queue !== '1', never)?.key).toBe('b')
  expect(order.next('photos', always, never)).toBeNull()
})

test('sequential entries, and transitions, do not pass sequential ones of a queue that is passed over', () => {
  const entries = [
    entryOf('a', '1'),
    entryOf('clock 1', '1'),
    entryOf('clock 2', '2'),
    entryOf('transition', '3'),
    entryOf('b', '4'),
  ]
  const sent = new Set<string>()
  const order = createSendOrder(entries, commandOf, key => !sent.has(key))
  const isOpen = (queue: string): boolean => queue !== '1'
  const nextKey = (kind: SendKind, isStuck = never) => order.next(kind, isOpen, isStuck)?.key
  expect([nextKey('commands'), nextKey('transition')]).toEqual(['b', undefined])
  sent.add('b')
  expect(nextKey('commands')).toBeUndefined()
  const isStuck = (queue: string): boolean => queue === '1'
  expect([nextKey('commands', isStuck), nextKey('transition', isStuck)]).toEqual(['clock 2', undefined])
  sent.add('a').add('clock 1')
  expect(nextKey('commands')).toBe('clock 2')
  sent.add('clock 2')
  expect(nextKey('transition')).toBe('transition')
})

test('a sequential entry behind a waiting transition holds back those of its own queue only', () => {
  const entries = [
    entryOf('clock 0', '1'),
    entryOf('a', '1'),
    entryOf('transition 1', '1'),
    entryOf('clock 1', '1'),
    entryOf('clock 2', '2'),
    entryOf('transition 2', '2'),
  ]
  const sent = new Set(['clock 0'])
  const order = createSendOrder(entries, commandOf, key => !sent.has(key))
  const isOther = (queue: string): boolean => queue !== '1'
  expect(order.next('commands', isOther, never)?.key).toBe('clock 2')
  // Once the transition is sent, it is its turn.
  sent.add('a').add('transition 1')
  expect(order.next('commands', isOther, never)).toBeNull()
  expect(order.next('commands', always, never)?.key).toBe('clock 1')
  sent.add('clock 2')
  expect(order.next('transition', isOther, never)).toBeNull()
  sent.add('clock 1')
  expect(order.next('transition', isOther, never)?.key).toBe('transition 2')
})

test('sending ten times as many looks at about ten times as many', () => {
  const looksAt = (count: number): number => {
    const entries = Array.from({ length: count }, (_, index) =>
      entryOf(`${index % 3 === 0 ? 'clock ' : ''}${index}`, `${index % 7}`, index % 3 === 0 ? null : 9),
    )
    const { keys, looks, left } = drain(entries)
    expect([keys.length, left]).toEqual([count, 0])
    return looks
  }
  expect(looksAt(2000)).toBeLessThan(11 * looksAt(200))
})

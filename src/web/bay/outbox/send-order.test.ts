import { expect, test } from 'vitest'
import type { OutboxEntry } from './outbox-types.ts'
import { createSendOrder, type SendKind } from './send-order.ts'

const entryOf = (key: string, lane: string, photoSize: number | null = null): OutboxEntry => ({
  key,
  account: 'rosa',
  lane,
  name: key.startsWith('move') ? 'move' : 'say',
  input: null,
  label: key,
  pressedAt: 0,
  clockOffset: 0,
  photoSize,
  refusal: null,
})
const commandOf = ({ name, key }: OutboxEntry) => ({
  isMove: name === 'move',
  isSequential: key.startsWith('clock'),
})

const always = (): boolean => true
const never = (_lane: string): boolean => false

/** Sends everything, and returns the keys in order; `looks` counts how often an entry was looked at. */
function drain(entries: readonly OutboxEntry[]) {
  const waiting = new Set(entries.map(({ key }) => key))
  let looks = 0
  const order = createSendOrder(entries, commandOf, key => {
    looks++
    return waiting.has(key)
  })
  const keys: string[] = []
  const kinds: readonly SendKind[] = ['words', 'photos', 'move']
  for (;;) {
    const next = kinds.map(kind => order.next(kind, always, never)).find(entry => entry !== null)
    if (next === undefined || next === null) return { keys, looks, left: waiting.size }
    waiting.delete(next.key)
    keys.push(next.key)
  }
}

test('words of all lanes go in the order of their presses, then photos', () => {
  const { keys } = drain([entryOf('a', '1'), entryOf('photo', '1', 9), entryOf('b', '2'), entryOf('c', '1')])
  expect(keys).toEqual(['a', 'b', 'c', 'photo'])
})

test('a move waits for what is before it in its lane, and holds back what is behind', () => {
  const { keys } = drain([
    entryOf('photo', '1', 9),
    entryOf('move 1', '1'),
    entryOf('behind', '1'),
    entryOf('move 2', '2'),
    entryOf('other', '2'),
  ])
  expect(keys).toEqual(['photo', 'move 1', 'behind', 'move 2', 'other'])
})

test('a lane that is not open is passed over', () => {
  const order = createSendOrder([entryOf('a', '1'), entryOf('b', '2')], commandOf, () => true)
  expect(order.next('words', lane => lane !== '1', never)?.key).toBe('b')
  expect(order.next('photos', always, never)).toBeNull()
})

test('sequential entries, and moves, do not pass sequential ones of a lane that is passed over', () => {
  const entries = [
    entryOf('a', '1'),
    entryOf('clock 1', '1'),
    entryOf('clock 2', '2'),
    entryOf('move', '3'),
    entryOf('b', '4'),
  ]
  const sent = new Set<string>()
  const order = createSendOrder(entries, commandOf, key => !sent.has(key))
  const isOpen = (lane: string): boolean => lane !== '1'
  const nextKey = (kind: SendKind, isStuck = never) => order.next(kind, isOpen, isStuck)?.key
  expect([nextKey('words'), nextKey('move')]).toEqual(['b', undefined])
  sent.add('b')
  expect(nextKey('words')).toBeUndefined()
  const isStuck = (lane: string): boolean => lane === '1'
  expect([nextKey('words', isStuck), nextKey('move', isStuck)]).toEqual(['clock 2', undefined])
  sent.add('a').add('clock 1')
  expect(nextKey('words')).toBe('clock 2')
  sent.add('clock 2')
  expect(nextKey('move')).toBe('move')
})

test('a sequential entry behind a waiting move holds back those of its own lane only', () => {
  const entries = [
    entryOf('clock 0', '1'),
    entryOf('a', '1'),
    entryOf('move 1', '1'),
    entryOf('clock 1', '1'),
    entryOf('clock 2', '2'),
    entryOf('move 2', '2'),
  ]
  const sent = new Set(['clock 0'])
  const order = createSendOrder(entries, commandOf, key => !sent.has(key))
  const isOther = (lane: string): boolean => lane !== '1'
  expect(order.next('words', isOther, never)?.key).toBe('clock 2')
  // Once the move is sent, it is its turn.
  sent.add('a').add('move 1')
  expect(order.next('words', isOther, never)).toBeNull()
  expect(order.next('words', always, never)?.key).toBe('clock 1')
  sent.add('clock 2')
  expect(order.next('move', isOther, never)).toBeNull()
  sent.add('clock 1')
  expect(order.next('move', isOther, never)?.key).toBe('move 2')
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

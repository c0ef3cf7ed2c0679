import { expect, test } from 'vitest'
import { shareStructure } from './structural-sharing.ts'

const cardOf = (ticketId: number, since = '2025-11-20T15:00:00Z') => ({ ticketId, since: new Date(since) })

test('an equal answer is the same object, including its dates', () => {
  const before = { cards: [cardOf(1), cardOf(2)], next: null }
  expect(shareStructure(before, structuredClone(before))).toBe(before)
})

test('only changed parts are new objects, at any depth', () => {
  const before = { active: [cardOf(1), cardOf(2)], approval: [cardOf(3)] }
  const answer = { active: [cardOf(1), cardOf(2, '2025-11-20T16:00:00Z')], approval: [cardOf(3)] }
  const after = shareStructure(before, answer) as typeof before
  expect(after).toEqual(answer)
  expect(after).not.toBe(before)
  expect(after.active[0]).toBe(before.active[0])
  expect(after.active[1]).not.toBe(before.active[1])
  expect(after.approval).toBe(before.approval)
})

test.each([
  [[1, 2], [1]],
  [{ a: undefined }, {}],
  [{}, { a: undefined }],
  [{ a: 1 }, [1]],
  [null, {}],
  [new Date(0), '1970'],
])('%o is not equal to %o', (before, after) => {
  expect(shareStructure(before, after)).toEqual(after)
  expect(shareStructure(before, after)).not.toBe(before)
})

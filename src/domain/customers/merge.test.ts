import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canSeparate, mergedIntoOf, SEPARATE_DAYS } from './merge.ts'

const recordsOf = (pairs: Readonly<Record<string, string | null>>) =>
  Object.entries(pairs).map(([customerId, mergedWith]) => ({ customerId, mergedWith }))

describe('whose the records of merged customers are', () => {
  test('is the end of the chain', () => {
    expect([...mergedIntoOf(recordsOf({ a: 'b', b: 'c', c: null, d: null }))]).toEqual([
      ['a', 'c'],
      ['b', 'c'],
      ['c', null],
      ['d', null],
    ])
  })

  test('is their own without the other one, and in a circle', () => {
    expect([...mergedIntoOf(recordsOf({ a: 'gone', b: 'b', c: 'd', d: 'c', e: 'c' })).values()]).toEqual(
      Array.from({ length: 5 }, () => null),
    )
  })

  test('is never one who was merged themself', () => {
    const ids = ['a', 'b', 'c', 'd', 'e']
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.constantFrom(...ids, 'gone')), { minLength: 5, maxLength: 5 }),
        withs => {
          const into = mergedIntoOf(
            ids.map((customerId, at) => ({ customerId, mergedWith: withs[at] ?? null })),
          )
          for (const last of into.values()) if (last !== null) expect(into.get(last)).toBeNull()
        },
      ),
    )
  })
})

test('two customers can be separated for 30 days', () => {
  const mergedAt = new Date('2026-03-01T12:00:00Z')
  const after = (ms: number) => new Date(mergedAt.getTime() + SEPARATE_DAYS * 24 * 60 * 60_000 + ms)
  expect(canSeparate(mergedAt, after(-1))).toBe(true)
  expect(canSeparate(mergedAt, after(0))).toBe(false)
})

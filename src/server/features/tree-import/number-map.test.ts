import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashOf, NumberMap } from './number-map.ts'

test('has what a Map would have, however many there are', () => {
  const keys = fc.oneof(
    fc.integer({ min: 1, max: 20_000 }),
    fc.maxSafeNat().map(key => key + 1),
  )
  const entriesOf = fc.array(fc.tuple(keys, fc.double({ noNaN: true })), { maxLength: 5000, size: 'max' })
  fc.assert(
    fc.property(entriesOf, entries => {
      const [expected, map] = [new Map(entries), new NumberMap()]
      for (const [key, value] of entries) map.set(key, value)
      for (const key of [...expected.keys(), 20_001, Number.MAX_SAFE_INTEGER]) {
        expect(map.get(key)).toBe(expected.get(key))
        expect(map.has(key)).toBe(expected.has(key))
      }
    }),
    { numRuns: 20 },
  )
})

test('texts become different numbers, the same each time', () => {
  const texts = Array.from({ length: 20_000 }, (_, index) => `customer-${index}`)
  const hashes = texts.map(hashOf)
  expect(new Set(hashes).size).toBe(texts.length)
  expect(hashes.every(hash => Number.isSafeInteger(hash) && hash > 0)).toBe(true)
  expect(texts.map(hashOf)).toEqual(hashes)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents } from '#domain/lib/money.ts'
import { markedUp } from '#domain/lib/percentage.ts'
import { markupOf } from './sublet.ts'

test.each([
  [110_00, 25, 137_50],
  [99, 25, 124],
  [110_00, 0, 110_00],
  [80_00, 33.3, 106_64],
])('%i cents and %f percent are %i cents', (cost, percent, price) => {
  expect(markedUp(cents(cost), percent)).toBe(price)
})

test('a markup is in percent of the cost, below it too, and unknown for work that costs nothing', () => {
  expect(markupOf(cents(137_50), cents(110_00))).toBe(25)
  expect(markupOf(cents(99_00), cents(110_00))).toBe(-10)
  expect(markupOf(cents(99_00), cents(0))).toBeNull()
})

test('a markup gives the price from which it is read again', () => {
  const costs = fc.integer({ min: 100_00, max: 1_000_000_00 }).map(cents)
  fc.assert(
    fc.property(costs, fc.integer({ min: 0, max: 3000 }), (cost, tenths) => {
      expect(markupOf(markedUp(cost, tenths / 10), cost)).toBe(tenths / 10)
    }),
  )
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cents, cents } from '#domain/lib/money.ts'
import { markedUp } from '#domain/lib/percentage.ts'
import { belowCostSentence, byVendorAndCost, markupFor, markupProblem } from './markup.ts'

const LIPPERT = 'lippert'
const of = (costFrom: number, percent: number, vendorId: string | null = null) => ({
  costFrom: cents(costFrom),
  percent,
  vendorId,
})
const MATRIX = [of(200_00, 40), of(0, 100), of(50_00, 60), of(100_00, 25, LIPPERT)]
const percentOf = (cost: number, vendorId: string | null = null) =>
  markupFor(MATRIX, { cost: cents(cost), vendorId })?.percent ?? null

describe('a part has the markup', () => {
  test.each([
    [1, 100],
    [49_99, 100],
    [50_00, 60],
    [199_99, 60],
    [200_00, 40],
    [9_000_000_00, 40],
  ])('of the highest cost that it reaches: %i cents', (cost, percent) => {
    expect(percentOf(cost)).toBe(percent)
  })

  test('of its vendor, if that has one from its cost or less', () => {
    expect([99_99, 100_00, 500_00].map(cost => percentOf(cost, LIPPERT))).toEqual([60, 25, 25])
    expect(percentOf(100_00, 'dometic')).toBe(60)
  })

  test('or none', () => {
    expect(markupFor([of(10_00, 50)], { cost: cents(9_99), vendorId: null })).toBeNull()
    expect(markupFor([], { cost: cents(1), vendorId: LIPPERT })).toBeNull()
  })
})

test('a price is its cost and the markup, half a cent up', () => {
  expect([
    markedUp(cents(10_00), 80),
    markedUp(cents(41_25), 80),
    markedUp(cents(33), 50),
    markedUp(cents(41_25), 0),
  ]).toEqual([18_00, 74_25, 50, 41_25])
})

test('a price is never below its cost, and rises with the percentage', () => {
  fc.assert(
    fc.property(fc.nat({ max: 100_000_000 }), fc.nat({ max: 999 }), (cost, percent) => {
      const [price, more] = [percent, percent + 1].map(each => markedUp(cents(cost), each))
      return (price as Cents) >= cost && (more as Cents) >= (price as Cents)
    }),
  )
})

test('from one cost there is one markup of a vendor, and one of all', () => {
  const problem = 'There is already a markup from this cost. Remove it first.'
  expect(markupProblem(of(50_00, 10), MATRIX)).toBe(problem)
  expect(markupProblem(of(100_00, 10, LIPPERT), MATRIX)).toBe(problem)
  expect(markupProblem(of(50_00, 10, LIPPERT), MATRIX)).toBeNull()
  expect(markupProblem(of(51_00, 10), MATRIX)).toBeNull()
  expect(MATRIX.toSorted(byVendorAndCost).map(({ percent }) => percent)).toEqual([100, 60, 40, 25])
})

test('a price below the cost is said', () => {
  const say = (price: number | null, cost: number | null) =>
    belowCostSentence(price === null ? null : cents(price), cost === null ? null : cents(cost))
  expect(say(41_24, 41_25)).toBe('This is less than the part costs.')
  expect([say(41_25, 41_25), say(null, 41_25), say(1, null)]).toEqual([null, null, null])
})

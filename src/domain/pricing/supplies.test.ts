import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, timesFraction } from '#domain/lib/money.ts'
import { PERCENTAGE_SCALE } from '#domain/lib/percentage.ts'
import { describeSupplies, STANDARD_SUPPLIES, shopSuppliesOf } from './supplies.ts'

const ruleOf = (percent: number, cap: number | null = null) => ({
  percentage: Math.round(percent * PERCENTAGE_SCALE),
  cap: cap === null ? null : cents(cap),
})

test.each([
  ['the specification’s 10 % without a rule', null, 289_00, 28_90],
  ['half a cent up', null, 5, 1],
  ['8.25 % of $289.00, $23.8425', ruleOf(8.25), 289_00, 23_84],
  ['nothing at 0 %', ruleOf(0), 289_00, 0],
  ['the cap once it is reached', ruleOf(10, 25_00), 289_00, 25_00],
  ['less than the cap below it', ruleOf(10, 25_00), 100_00, 10_00],
  ['nothing with a cap of $0', ruleOf(10, 0), 289_00, 0],
  // 10,000 of a part at $1,000,000.00.
  ['12.3456 % of the largest part', ruleOf(12.3456), 1_000_000_000_000, 123_456_000_000],
])('shop supplies are %s', (_, rule, parts, expected) => {
  expect(shopSuppliesOf(cents(parts), rule)).toBe(expected)
})

test('shop supplies of a company without a rule are those of one that set the specification’s', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e13 }), amount => {
      const parts = cents(amount)
      expect(shopSuppliesOf(parts, null)).toBe(timesFraction(parts, 10, 100))
      expect(shopSuppliesOf(parts, STANDARD_SUPPLIES)).toBe(shopSuppliesOf(parts, null))
    }),
  )
})

test.each([
  [ruleOf(8.25), '8.25% of parts'],
  [ruleOf(12, 50_00), '12% of parts, at most $50.00'],
])('a rule reads as %j', (rule, text) => {
  expect(describeSupplies(rule)).toBe(text)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cents, cents, sum, timesFraction } from '#domain/lib/money.ts'
import { PERCENTAGE_SCALE } from '#domain/lib/percentage.ts'
import {
  describeSupplies,
  STANDARD_SUPPLIES,
  type SuppliesGroup,
  type SuppliesRule,
  shopSuppliesOf,
  suppliesShares,
} from './supplies.ts'

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

describe('a ticket’s supplies are divided so that they', () => {
  const open = (...parts: readonly number[]): SuppliesGroup[] =>
    parts.map(amount => ({ parts: cents(amount), fixed: null }))
  const approved = (parts: number, supplies: number): SuppliesGroup => ({
    parts: cents(parts),
    fixed: cents(supplies),
  })

  test.each([
    // 10 % of $0.42 is 4 cents, although each is 1.4.
    ['are rounded once', null, open(14, 14, 14), [1, 2, 1]],
    ['count a cap once', ruleOf(10, 50_00), open(400_00, 400_00), [40_00, 10_00]],
    ['keep what was approved', ruleOf(10, 50_00), [approved(400_00, 25_00), ...open(400_00)], [25_00, 25_00]],
    [
      'leave the rest of the cap to open lines, up to their own percentage',
      ruleOf(10, 50_00),
      [approved(400_00, 10_00), ...open(100_00)],
      [10_00, 10_00],
    ],
    ['leave a cent to the last open line', null, [approved(14, 2), ...open(14, 14)], [2, 2, 0]],
    ['keep what was approved when nothing is open', ruleOf(10, 50_00), [approved(400_00, 10_00)], [10_00]],
    [
      'keep what was approved before the cap was lowered',
      ruleOf(10, 5_00),
      [approved(400_00, 40_00), ...open(100_00)],
      [40_00, 0],
    ],
    [
      'follow a new percentage on open lines alone',
      ruleOf(5),
      [approved(400_00, 40_00), ...open(100_00)],
      [40_00, 5_00],
    ],
    ['are nothing without parts', null, open(0, 0), [0, 0]],
  ] satisfies [string, SuppliesRule | null, readonly SuppliesGroup[], number[]][])(
    '%s',
    (_, rule, groups, expected) => {
      expect(suppliesShares(groups, rule)).toEqual(expected)
    },
  )

  const anyRule = fc.option(
    fc.record({
      percentage: fc.integer({ min: 0, max: 100 * PERCENTAGE_SCALE }),
      cap: fc.option(fc.integer({ min: 0, max: 500_00 }).map(cents)),
    }),
  )
  const anyParts = fc.array(fc.integer({ min: 0, max: 500_00 }), { minLength: 1, maxLength: 8 })

  test('are the rule’s amount, and stay as they are whatever is approved first', () => {
    fc.assert(
      fc.property(anyParts, anyRule, fc.array(fc.nat(), { maxLength: 8 }), (parts, rule, order) => {
        const shares = suppliesShares(open(...parts), rule)
        expect(sum(shares)).toBe(shopSuppliesOf(cents(parts.reduce((all, each) => all + each, 0)), rule))
        const groups: { parts: Cents; fixed: Cents | null }[] = open(...parts)
        for (const at of order) {
          const index = at % parts.length
          const group = groups[index]
          if (group !== undefined) group.fixed = shares[index] ?? null
          expect(suppliesShares(groups, rule)).toEqual(shares)
        }
      }),
    )
  })

  test('are the rule’s amount for what is left, if lines are answered in their order', () => {
    fc.assert(
      fc.property(anyParts, anyRule, fc.array(fc.boolean(), { maxLength: 8 }), (parts, rule, answers) => {
        let groups: { parts: Cents; fixed: Cents | null }[] = open(...parts)
        for (const isApproved of answers) {
          const next = groups.find(group => group.fixed === null)
          if (next === undefined) break
          const share = suppliesShares(groups, rule)[groups.indexOf(next)] ?? null
          if (isApproved) next.fixed = share
          else groups = groups.filter(group => group !== next)
          const all = sum(groups.map(group => group.parts))
          expect(sum(suppliesShares(groups, rule))).toBe(shopSuppliesOf(all, rule))
        }
      }),
    )
  })
})

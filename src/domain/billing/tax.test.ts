import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocate } from '#domain/lib/allocate.ts'
import { type Cents, cents, sum } from '#domain/lib/money.ts'
import { formatPercentage, percentageOf } from '#domain/lib/percentage.ts'
import { isExempt } from './tax.ts'

const amounts = fc.integer({ min: 0, max: 10_000_000_000 }).map(cents)

describe('a percentage of an amount', () => {
  test.each([
    // 1 % of $0.50 is half a cent.
    [50, 10_000, 1],
    [-50, 10_000, -1],
    [49, 10_000, 0],
    // 8.25 % of $359.12 is $29.6274.
    [35_912, 82_500, 2963],
    // 0.0001 % of $5,000.00 is half a cent.
    [500_000, 1, 1],
    [499_999, 1, 0],
    // 100 % of ten billion dollars is beyond what a double multiplies exactly.
    [1_000_000_000_001, 999_999, 999_999_000_001],
  ])('of %d cents at %d ten-thousandths is %d, half away from zero', (amount, percentage, expected) => {
    expect(percentageOf(cents(amount), percentage)).toBe(expected)
  })

  test('has as many decimals as it was typed with', () => {
    expect([82_500, 70_000, 1, 66_250].map(formatPercentage)).toEqual(['8.25%', '7%', '0.0001%', '6.625%'])
  })
})

describe('sharing an amount', () => {
  test('adds up to it, in proportion to within a cent, and never gives a line more than its weight', () => {
    fc.assert(
      fc.property(fc.array(amounts, { maxLength: 30 }), fc.nat({ max: 1000 }), (weights, perMille) => {
        const total = sum(weights)
        const amount = percentageOf(total, perMille * 1000)
        const shares = allocate(amount, weights)
        expect(sum(shares)).toBe(total === 0 ? 0 : amount)
        for (const [index, share] of shares.entries()) {
          const weight = weights[index] as Cents
          expect(share).toBeLessThanOrEqual(weight)
          if (total > 0) expect(Math.abs(share - (amount * weight) / total)).toBeLessThan(1 + 1e-3)
        }
      }),
    )
  })

  test('gives what rounding leaves to the largest remainders', () => {
    expect(allocate(cents(100), [cents(1), cents(1), cents(1)])).toEqual([34, 33, 33])
    expect(allocate(cents(10), [cents(0), cents(17), cents(3)])).toEqual([0, 9, 1])
    expect(allocate(cents(10), [])).toEqual([])
  })
})

test('a certificate exempts through its last day, and an expired one exempts nothing', () => {
  const certificate = { expiresOn: '2025-12-31' }
  expect(['2025-12-30', '2025-12-31', '2026-01-01'].map(day => isExempt(certificate, day))).toEqual([
    true,
    true,
    false,
  ])
  expect(isExempt(null, '2025-12-31')).toBe(false)
})

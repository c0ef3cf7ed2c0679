import { expect, test } from 'vitest'
import { cents } from '#domain/lib/money.ts'
import { PERCENTAGE_SCALE } from '#domain/lib/percentage.ts'
import { feeOf } from './fee.ts'

test.each([
  // 3 % of $181.25 is $5.4375.
  ['3 % of $181.25', { amount: null, percentage: 3 * PERCENTAGE_SCALE }, 181_25, 5_44],
  ['3 % of $499.15, $14.9745', { amount: null, percentage: 3 * PERCENTAGE_SCALE }, 499_15, 14_97],
  ['half a cent up', { amount: null, percentage: 5 * PERCENTAGE_SCALE }, 10, 1],
  ['an amount, whatever the invoice comes to', { amount: cents(25_00), percentage: null }, 181_25, 25_00],
  ['neither', { amount: null, percentage: null }, 181_25, 0],
])('a fee of %s', (_, fee, total, expected) => {
  expect(feeOf(fee, cents(total))).toBe(expected)
})

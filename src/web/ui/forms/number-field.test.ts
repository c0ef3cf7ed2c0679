import { expect, test } from 'vitest'
import { formatNumber } from './number-field.tsx'

test.each([
  [2201.8, true, '2,201.80'],
  [2201.81, true, '2,201.81'],
  [145, true, '145'],
  [0.125, true, '0.125'],
  [1.5, false, '1.5'],
  [7.0625, false, '7.0625'],
])('%s is written, as dollars: %s, as %s', (value, isDollars, text) => {
  expect(formatNumber(value, true, isDollars)).toBe(text)
})

test('the number of an invoice has no separators', () => {
  expect(formatNumber(1001, false, false)).toBe('1001')
})

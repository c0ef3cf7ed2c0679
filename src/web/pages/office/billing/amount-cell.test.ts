import { expect, test } from 'vitest'
import { cents } from '#domain/lib/money.ts'
import { amountCell } from './amount-cell.ts'

test.each([
  [1234_50, '1234.50'],
  [0, '0.00'],
  [-5, '(0.05)'],
])('%d cents are %s dollars in a spreadsheet', (amount, cell) => {
  expect(amountCell(cents(amount))).toBe(cell)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseNumber } from './parse-number.ts'

describe('a typed number', () => {
  test.each([
    ['12', 12],
    ['12.', 12],
    ['12.50', 12.5],
    ['.5', 0.5],
    ['-3', -3],
    [' 7 ', 7],
    ['$12.50', 12.5],
    ['\u202a$\u00a012.50\u202c', 12.5],
    ['\u22123', -3],
    ['1,250', 1250],
    ['1,250.00', 1250],
    ['1,234,567.8', 1_234_567.8],
    ['12,50', 12.5],
    ['12,5', 12.5],
    ['1250,5', 1250.5],
    ['1234,567', 1234.567],
    ['0,125', 0.125],
    [',5', 0.5],
    ['12,', 12],
  ])('%j is read as %d', (typed, number) => {
    expect(parseNumber(typed)).toBe(number)
  })

  test.each([
    '',
    ' ',
    '1e3',
    '12abc',
    '1.250,50',
    '12,50,5',
    '1,25.5',
    '1 250',
    '1.2.3',
    ',',
    '.',
    '-',
    '0x10',
  ])('%j is not a number', typed => {
    expect(parseNumber(typed)).toBeNull()
  })

  test('survives the round trip', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9_999_999_99, max: 9_999_999_99 }), cents => {
        const amount = cents / 100
        expect(parseNumber(amount.toLocaleString('en-US', { minimumFractionDigits: 2 }))).toBe(amount)
      }),
    )
  })
})

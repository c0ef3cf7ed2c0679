import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents, MAX_PRICE } from '#domain/lib/money.ts'
import { MAX_QUANTITY, partLabel, partTotal } from './part.ts'

describe('a part costs quantity times price, half up to a cent', () => {
  test.each([
    [1, 24_95, 24_95],
    [4, 9_80, 39_20],
    [0.5, 18_40, 9_20],
    [0.5, 3, 2],
    [0.333, 1_00, 33],
    [1.005, 1_00, 101],
    [2.675, 1_00, 268],
    [0.001, 4_99, 0],
    [0.001, 5_00, 1],
    [MAX_QUANTITY, MAX_PRICE, MAX_QUANTITY * MAX_PRICE],
  ])('%d × %d = %d', (quantity, price, total) => {
    expect(partTotal({ quantity, perPartAmount: cents(price) })).toBe(total)
  })

  test('for any fractional quantity', () => {
    const thousandths = fc.integer({ min: 1, max: MAX_QUANTITY * 1000 })
    fc.assert(
      fc.property(thousandths, fc.integer({ min: 1, max: MAX_PRICE }), (count, price) => {
        const exact = (2n * BigInt(count) * BigInt(price) + 1000n) / 2000n
        expect(BigInt(partTotal({ quantity: count / 1000, perPartAmount: cents(price) }) ?? -1)).toBe(exact)
      }),
    )
  })
})

test('a part without a price has no total', () => {
  expect(partTotal({ quantity: 2, perPartAmount: null })).toBeNull()
})

test('a part without a description still has a name in sentences', () => {
  expect(partLabel({ description: '' })).toBe('a part without description')
  expect(partLabel({ description: 'Awning motor' })).toBe('Awning motor')
})

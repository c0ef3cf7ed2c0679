import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cents,
  formatMoney,
  fromDollars,
  isWholeCents,
  MAX_PRICE,
  sum,
  timesFraction,
  toDollars,
} from './money.ts'

/** Half up in exact arithmetic. */
const exactly = (amount: number, count: number, per: number): bigint => {
  const doubled = 2n * BigInt(amount) * BigInt(count) + BigInt(per)
  const divisor = 2n * BigInt(per)
  return doubled / divisor - (doubled % divisor < 0n ? 1n : 0n)
}

const price = fc.integer({ min: 0, max: MAX_PRICE })
const per = fc.constantFrom(1, 2, 3, 100, 1000)

describe('cents', () => {
  test.each([0.5, 12.345, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    '%d is not a whole number of cents',
    amount => {
      expect(() => cents(amount)).toThrow(RangeError)
    },
  )

  test('every price in whole cents survives the round trip', () => {
    fc.assert(fc.property(price, amount => fromDollars(toDollars(cents(amount))) === amount))
  })

  test.each([
    [0.1 + 0.2, true],
    [1.1, true],
    [19.99, true],
    [1_000_000, true],
    [12.345, false],
    [0.001, false],
    [999_999.999, false],
  ])('whether %d dollars are whole cents: %s', (dollars, isWhole) => {
    expect(isWholeCents(dollars)).toBe(isWhole)
  })
})

describe('a product is rounded once, half up', () => {
  test.each([
    [145_00, 125, 100, 181_25],
    [9_80, 4000, 1000, 39_20],
    [18_40, 500, 1000, 9_20],
    [1, 499, 1000, 0],
    [1, 500, 1000, 1],
    [1, 1500, 1000, 2],
    [3, 500, 1000, 2],
    [5, 10, 100, 1],
    [4, 10, 100, 0],
    [-1, 500, 1000, 0],
    [-3, 500, 1000, -1],
  ])('%d × %d / %d = %d', (amount, count, divisor, expected) => {
    expect(timesFraction(cents(amount), count, divisor)).toBe(expected)
  })

  test('it matches exact arithmetic for every realistic price, quantity and time', () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 0, max: 10_000_000 }), per, (amount, count, divisor) => {
        expect(BigInt(timesFraction(cents(amount), count, divisor))).toBe(exactly(amount, count, divisor))
      }),
    )
  })

  test('it matches exact arithmetic up to the largest safe integer', () => {
    const large = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
    fc.assert(
      fc.property(large, fc.integer({ min: 1, max: 1000 }), per, (product, count, divisor) => {
        const amount = Math.floor(product / count)
        expect(BigInt(timesFraction(cents(amount), count, divisor))).toBe(exactly(amount, count, divisor))
      }),
      { numRuns: 2000 },
    )
    for (let below = 0; below < 4000; below += 1) {
      const amount = Number.MAX_SAFE_INTEGER - below
      expect(BigInt(timesFraction(cents(amount), 1, 1000))).toBe(exactly(amount, 1, 1000))
    }
  })

  test('a product too large to be exact is an error, never a wrong amount', () => {
    expect(() => timesFraction(cents(Number.MAX_SAFE_INTEGER), 2, 1)).toThrow(RangeError)
  })
})

describe('a sum', () => {
  test('loses no cent, in any order', () => {
    fc.assert(
      fc.property(fc.array(price, { maxLength: 300 }), amounts => {
        const exact = amounts.reduce((total, amount) => total + BigInt(amount), 0n)
        expect(BigInt(sum(amounts.map(cents)))).toBe(exact)
        expect(sum(amounts.toReversed().map(cents))).toBe(sum(amounts.map(cents)))
      }),
    )
  })

  test('throws if it cannot be exact', () => {
    expect(() => sum([cents(Number.MAX_SAFE_INTEGER), cents(1)])).toThrow(RangeError)
  })
})

describe('money is printed with $ and two decimals', () => {
  test.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [1_234_50, '$1,234.50'],
    [1_000_000_00, '$1,000,000.00'],
    [-2_50, '-$2.50'],
  ])('%d cents are %s', (amount, printed) => {
    expect(formatMoney(cents(amount))).toBe(printed)
  })

  test('parsing the text returns the same amount', () => {
    fc.assert(
      fc.property(price, amount => {
        const printed = formatMoney(cents(amount))
        expect(printed).toMatch(/^\$\d{1,3}(,\d{3})*\.\d{2}$/)
        expect(Number(printed.replace(/[$,.]/g, ''))).toBe(amount)
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkDigit,
  isCycleOfLightVehicle,
  isSharedVin,
  isStorableVin,
  isWordForNoVin,
  modelYears,
  normalizeVin,
  vinWarning,
} from './vin.ts'

const SIGNS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'
const sign = fc.constantFrom(...SIGNS)
const seventeen = fc.array(sign, { minLength: 17, maxLength: 17 })
const withNinth = (signs: readonly string[], ninth: string) => signs.with(8, ninth).join('')

/** 49 CFR 565.15, table IV: characters in one column stand for the same digit. */
const SAME = ['AJ1', 'BKS2', 'CLT3', 'DMU4', 'ENV5', 'FW6', 'GPX7', 'HY8', 'RZ9', '0']
const worth = (letter: string) => SAME.findIndex(column => column.includes(letter))

describe('typed VINs are normalized', () => {
  test.each([
    ['1ujbj0bn8m17x0042', '1UJBJ0BN8M17X0042'],
    ['  1UJ BJ0 BN8\tM17X\n0042 ', '1UJBJ0BN8M17X0042'],
    ['1UJBJ0BN8\u00a0M17X\u20090042', '1UJBJ0BN8M17X0042'],
    ['', ''],
  ])('%j becomes %s', (typed, normalized) => {
    expect(normalizeVin(typed)).toBe(normalized)
  })

  test('normalizing twice changes nothing', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'aZ1-ßıſﬀé \t\n\u00a0\u2009\u3000\ufeff') })
    fc.assert(fc.property(typed, text => normalizeVin(normalizeVin(text)) === normalizeVin(text)))
  })
})

describe('a VIN is accepted', () => {
  test.each(['1', 'HOME-BUILT-1974', '1UJBJ0BN8M17X0042', 'IOQ'])('%s', vin => {
    expect(isStorableVin(vin)).toBe(true)
  })

  test.each(['', '1UJBJ0BN8M17X00420', '1UJ BJ0', '1ujbj0', 'VIN_1', 'É', '1\n', "'", '１２３'])(
    'except %j',
    vin => {
      expect(isStorableVin(vin)).toBe(false)
    },
  )
})

describe('a rig that all companies share', () => {
  test.each([
    '1UJBJ0BN8M17X0042',
    // A wrong check digit, and none as in Europe.
    '1UJBJ0BN1M17X0042',
    'WMH0000000000M123',
    '12345000000000000',
  ])('has %s', vin => {
    expect(isSharedVin(vin)).toBe(true)
  })

  test.each([
    ...['', '12345', 'HOME-BUILT-1974', 'UNKNOWN', '00000000000000000', '11111111111111111'],
    // Four different characters, and letters that no VIN has.
    ...['12300000000000000', '1UJBJ0BN8M17XO042', '1UJBJ0BN8M17XI042', 'Q1234567890123456'],
    ...['1UJBJ0BN8M17X004', '1UJBJ0BN8M17X00422', '1UJBJ0-N8M17X0042', '1ujbj0bn8m17x0042'],
  ])('has not %j', vin => {
    expect(isSharedVin(vin)).toBe(false)
  })
})

describe('a word for "none" is known', () => {
  test.each([
    ...[
      'UNKNOWN',
      'none',
      'N/A',
      'n.a.',
      'NA',
      'NO VIN',
      'no-vin',
      'NOVIN',
      'TBD',
      'unk',
      'NULL',
      'VIN',
      '(none)',
    ],
    ...[
      'Not Available',
      'X',
      'XXXX',
      'xxxxxxxxxxxxxxxx',
      '0',
      '0000',
      '0-0-0',
      '-',
      '-----------------',
      '?',
      '...',
    ],
  ])('%s', typed => {
    expect(isWordForNoVin(normalizeVin(typed))).toBe(true)
  })

  test.each([
    ...['', '12345', 'UNKNOWN-1', 'NONE2', 'NA1', 'NOVA', 'XX7', '00412', 'HOME-BUILT-1974', 'VINTAGE'],
    ...['00000000000000000', 'XXXXXXXXXXXXXXXXX', '1UJBJ0BN8M17X0042'],
  ])('except %j', typed => {
    expect(isWordForNoVin(normalizeVin(typed))).toBe(false)
  })
})

describe('the check digit', () => {
  test.each([
    ['11111111111111111', '1'],
    ['1M8GDM9AXKP042788', 'X'],
    ['5GZCZ43D13S812715', '1'],
    ['1UJBJ0BN8M17X0042', '8'],
    ['1FDXE4FN1KDC9X118', '1'],
    ['4UZACGFC8LCL9X204', '8'],
  ])('of %s is %s', (vin, digit) => {
    expect(checkDigit(vin)).toBe(digit)
  })

  test.each(['', '1UJBJ0BN8M17X004', '1UJBJ0BN8M17X00422', '1UJBJ0BN8M17XO042', 'IUJBJ0BN8M17X0042'])(
    'of %j is not defined',
    vin => {
      expect(checkDigit(vin)).toBeNull()
    },
  )

  test('is a digit or X, and does not depend on its own position', () => {
    fc.assert(
      fc.property(seventeen, sign, (signs, ninth) => {
        const digit = checkDigit(signs.join(''))
        expect(digit).toMatch(/^[0-9X]$/)
        expect(checkDigit(withNinth(signs, ninth))).toBe(digit)
      }),
    )
  })

  test('detects every single mistyped character of a different value', () => {
    const place = fc.integer({ min: 0, max: 16 }).filter(index => index !== 8)
    fc.assert(
      fc.property(seventeen, place, sign, (signs, index, typo) => {
        fc.pre(worth(typo) !== worth(signs[index] ?? ''))
        expect(checkDigit(signs.with(index, typo).join(''))).not.toBe(checkDigit(signs.join('')))
      }),
    )
  })
})

describe('a VIN warning', () => {
  test.each([
    ['1UJBJ0BN8M17XO042', 'A VIN never has the letter O. Is it a 1 or a 0?'],
    ['IQI', 'A VIN never has the letter I or Q. Is it a 1 or a 0?'],
    ['HME-BU1LT', 'VINs have no hyphens. Keep it only if the VIN plate shows one.'],
    ['1UJBJ0BN8M17X004', 'VINs since 1981 have 17 characters. You entered 16.'],
    ['1UJBJ0BN8M17X0043', 'This VIN looks wrong. Double-check it against the VIN plate.'],
  ])('%s: %s', (vin, warning) => {
    expect(vinWarning(vin)).toBe(warning)
  })

  test.each(['', '11111111111111111', '1M8GDM9AXKP042788', '1UJBJ0BN8M17X0042'])(
    'does not appear for %j',
    vin => {
      expect(vinWarning(vin)).toBeNull()
    },
  )

  test('appears exactly when the ninth character is not the check digit', () => {
    fc.assert(
      fc.property(seventeen, sign, (signs, ninth) => {
        const digit = checkDigit(signs.join('')) ?? ''
        expect(vinWarning(withNinth(signs, digit))).toBeNull()
        if (ninth !== digit) expect(vinWarning(withNinth(signs, ninth))).toMatch(/looks wrong/)
      }),
    )
  })
})

describe('the model years that position 10 can mean', () => {
  const tenth = (sign: string) => `1UJBJ0BN8${sign}17X0042`

  test.each([
    ['A', 2027, [2010, 1980]],
    ['R', 2027, [2024, 1994]],
    ['V', 2027, [2027, 1997]],
    ['W', 2027, [1998]],
    ['Y', 2027, [2000]],
    ['1', 2027, [2001]],
    ['9', 2027, [2009]],
    ['9', 2039, [2039, 2009]],
    ['A', 2040, [2040, 2010, 1980]],
    ['R', 1979, []],
  ])('%s, up to %i: %j', (sign, latest, years) => {
    expect(modelYears(tenth(sign), latest)).toEqual(years)
  })

  test.each(['0', 'U', 'Z', 'I', 'O', 'Q', '-'])('%s means no year', sign => {
    expect(modelYears(tenth(sign), 2027)).toEqual([])
  })

  test('a short VIN has none', () => {
    expect(modelYears('1UJBJ0', 2027)).toEqual([])
  })
})

describe('position 7 of a light vehicle', () => {
  test.each([
    ['1FTEF15N0TL000042', 1996, true],
    ['1FTEF15N0TL000042', 2026, false],
    ['1FTFW1E50MF000042', 2021, true],
    ['1FTFW1E50MF000042', 1991, false],
  ])('of %s: %i is %s', (vin, year, holds) => {
    expect(isCycleOfLightVehicle(vin, year)).toBe(holds)
  })
})

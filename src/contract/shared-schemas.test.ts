import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { MAX_PRICE, toDollars } from '#domain/lib/money.ts'
import { typedCents } from '#domain/lib/typed-money.ts'
import { isStorableVin } from '#domain/rigs/vin.ts'
import {
  coordinates,
  day,
  email,
  estimatedTime,
  money,
  moneyOut,
  newPassword,
  phone,
  requiredLine,
  requiredText,
  suggestedTime,
  text,
  ticketId,
  vin,
} from './shared-schemas.ts'

/** The error for the field; null if the value is valid. */
const errorOf = (schema: z.ZodType, value: unknown): string | null => {
  const parsed = schema.safeParse(value)
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? '')
}

describe('money as typed', () => {
  test.each([
    [12.345, 'Use no more than 2 decimal places.'],
    [0.001, 'Use no more than 2 decimal places.'],
    [-0.01, 'Enter 0 or more.'],
    [1_000_000.01, 'Enter at most 1,000,000.'],
    ['12', 'Enter a number.'],
    ['', 'Required.'],
    [null, 'Required.'],
    [undefined, 'Required.'],
    [Number.NaN, 'Enter a number.'],
    [Number.POSITIVE_INFINITY, 'Enter a number.'],
    [true, 'Enter a number.'],
    [[12], 'Enter a number.'],
  ])('%j is refused: %s', (value, sentence) => {
    expect(errorOf(money, typedCents(value))).toBe(sentence)
  })

  test.each([
    [0, 0],
    [0.01, 1],
    [12.34, 12_34],
    [0.1 + 0.2, 30],
    [1_000_000, MAX_PRICE],
  ])('%d dollars are stored as %d cents', (dollars, inside) => {
    expect(money.parse(typedCents(dollars))).toBe(inside)
  })

  test('every price survives the round trip unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_PRICE }), whole => {
        const inside = money.parse(typedCents(whole / 100))
        expect(inside).toBe(whole)
        expect(toDollars(moneyOut.parse(inside))).toBe(whole / 100)
      }),
    )
  })

  test('half a cent is never sent', () => {
    expect(moneyOut.safeParse(12.5).success).toBe(false)
  })
})

describe('text', () => {
  const short = text(10)

  test.each([
    ['a\0b', 'Remove the unsupported character.'],
    ['a\ud800', 'Remove the unsupported character.'],
    ['\udc00a', 'Remove the unsupported character.'],
    ['x'.repeat(11), 'Use at most 10 characters.'],
    [7, 'Required.'],
    [null, 'Required.'],
    [undefined, 'Required.'],
    [{ toString: () => 'a' }, 'Required.'],
  ])('%j is refused: %s', (value, sentence) => {
    expect(errorOf(short, value)).toBe(sentence)
  })

  test.each([
    ['', ''],
    ['  Díaz ', 'Díaz'],
    ['\tJay\u00a0', 'Jay'],
    ['x'.repeat(10), 'x'.repeat(10)],
    [`  ${'x'.repeat(10)}  `, 'x'.repeat(10)],
    ['שלום', 'שלום'],
    ['مرحبا', 'مرحبا'],
    ['🚐🏕️', '🚐🏕️'],
    ['e\u0301', 'e\u0301'],
    ['a\nb', 'a\nb'],
    ["'); --", "'); --"],
  ])('%j passes as %j', (typed, expected) => {
    const parsed = short.safeParse(typed)
    expect(parsed.data).toBe(expected)
  })

  test('any text that can be stored passes unchanged except for outer spaces', () => {
    const storable = fc.string({ unit: 'binary', maxLength: 200 }).filter(typed => !typed.includes('\0'))
    fc.assert(fc.property(storable, typed => text(1000).parse(typed) === typed.trim()))
  })

  test.each(['', '   ', '\u00a0\n'])('%j does not fill a required field', typed => {
    expect(errorOf(requiredText(10), typed)).toBe('Required.')
  })
})

describe('a line', () => {
  test.each([
    ['Dana\r\nBcc: all@mail.example', 'Dana Bcc: all@mail.example'],
    ['\nDana \n\n Reyes\r', 'Dana Reyes'],
    ['Dana\u2028Reyes\vJr.', 'Dana Reyes Jr.'],
    ['Dana  Reyes', 'Dana  Reyes'],
  ])('%j is stored as %j', (typed, expected) => {
    expect(requiredLine(80).parse(typed)).toBe(expected)
  })

  test('of line breaks alone is empty', () => {
    expect(errorOf(requiredLine(80), '\r\n')).toBe('Required.')
  })
})

describe('an email', () => {
  test.each(['', 'dana', 'dana@', '@bluebonnet.example', 'dana@blue bonnet.example', 'a@b@c.example', 7])(
    '%j is refused',
    value => {
      expect(errorOf(email, value)).not.toBeNull()
    },
  )

  test('is the same account however it is written', () => {
    expect(email.parse('  Dana@Bluebonnet.EXAMPLE ')).toBe('dana@bluebonnet.example')
  })
})

describe('a password', () => {
  test('is kept exactly as typed, spaces included', () => {
    expect(newPassword.parse('  campfire ')).toBe('  campfire ')
  })

  test.each(['a\0bcdefgh', 'abcdefgh\ud800'])('%j is refused', password => {
    expect(errorOf(newPassword, password)).toBe('Remove the unsupported character.')
  })
})

describe('a VIN', () => {
  test.each([
    ['', 'Required.'],
    ['   ', 'Required.'],
    ['1UJBJ0BN8M17X00422', 'A VIN has at most 17 characters.'],
    ['1UJ_BJ0', 'A VIN has only letters and digits.'],
    ['1UJ\0BJ0', 'A VIN has only letters and digits.'],
    ['ВИН', 'A VIN has only letters and digits.'],
    [17, 'Required.'],
  ])('%j is refused: %s', (typed, sentence) => {
    expect(errorOf(vin, typed)).toBe(sentence)
  })

  test.each([
    [' 1uj bj0bn8m17x0042 ', '1UJBJ0BN8M17X0042'],
    ['home-built', 'HOME-BUILT'],
    ['7', '7'],
  ])('%j is stored as %s', (typed, stored) => {
    expect(vin.parse(typed)).toBe(stored)
  })

  test('a valid VIN can always be stored', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), typed => {
        const parsed = vin.safeParse(typed)
        expect(parsed.success ? isStorableVin(parsed.data) : true).toBe(true)
      }),
    )
  })
})

test.each([
  ['', 'Required.'],
  ['  ', 'Required.'],
  ['-', 'Enter a valid phone number.'],
  ['call June', 'Enter a valid phone number.'],
  ['911', 'Enter a phone number with at least 7 digits.'],
  ['555 x0142', 'Enter a phone number with at least 7 digits.'],
  ['5'.repeat(41), 'Use at most 40 characters.'],
])('the phone number %j is refused: %s', (typed, sentence) => {
  expect(errorOf(phone, typed)).toBe(sentence)
})

describe('an estimated time', () => {
  test.each([
    [-0.25, 'Enter 0 or more.'],
    [0.1, 'Use quarter-hour increments.'],
    [1.24, 'Use quarter-hour increments.'],
    [1000.25, 'Enter 1000 hours or less.'],
    ['1', 'Enter a number.'],
    [Number.NaN, 'Enter a number.'],
  ])('%j is refused: %s', (hours, sentence) => {
    expect(errorOf(estimatedTime, hours)).toBe(sentence)
  })

  test('may be any quarter hour from 0 to 1000', () => {
    for (let quarters = 0; quarters <= 4000; quarters += 1)
      expect(errorOf(estimatedTime, quarters / 4)).toBeNull()
  })
})

describe('a suggested time', () => {
  test.each([
    [-0.01, 'Enter 0 or more.'],
    [1.005, 'Use no more than 2 decimal places.'],
    [1000.01, 'Enter 1000 hours or less.'],
  ])('%j is refused: %s', (hours, sentence) => {
    expect(errorOf(suggestedTime, hours)).toBe(sentence)
  })

  test.each([0, 0.01, 0.29, 1.1, 2.33, 1000])('may be %d hours', hours => {
    expect(suggestedTime.parse(hours)).toBe(hours)
  })
})

describe('a ticket id', () => {
  test.each([99_999, 1_000_000, 100_000.5, -412_873, 'abc', '', null, '412873; drop table ticket'])(
    '%j is refused',
    value => {
      expect(errorOf(ticketId, value)).not.toBeNull()
    },
  )

  test.each([
    [100_000, 100_000],
    ['412873', 412_873],
    [999_999, 999_999],
  ])('%j is %d', (value, id) => {
    expect(ticketId.parse(value)).toBe(id)
  })
})

describe('a date', () => {
  test.each([
    '',
    'today',
    '2025-02-30',
    '2025-1-1',
    '0000-01-01',
    '1999-12-31',
    '3000-01-01',
    '9999-12-31',
    7,
  ])('%j is refused', value => {
    expect(errorOf(day, value)).toBe('Enter a date.')
  })

  test.each(['2000-01-01', '2024-02-29', '2999-12-31'])('%s is accepted', value => {
    expect(day.parse(value)).toBe(value)
  })
})

test.each([
  [90, 180, true],
  [-90, -180, true],
  [90.001, 0, false],
  [0, -180.5, false],
  [Number.NaN, 0, false],
])('whether the location %d, %d is on Earth: %s', (latitude, longitude, isThere) => {
  expect(coordinates.safeParse({ latitude, longitude }).success).toBe(isThere)
})

describe('an email is as browsers take it', () => {
  test.each([
    ['R&D@Shop.Example', 'r&d@shop.example'],
    ['r/d@shop.example', 'r/d@shop.example'],
    ['\u202ajune\u200b@mail.example\u202c\u00a0', 'june@mail.example'],
    ['june@bücher.example', 'june@xn--bcher-kva.example'],
    ['June@BÜCHER.рф', 'june@xn--bcher-kva.xn--p1ai'],
    ['june@bücher.example'.normalize('NFD'), 'june@xn--bcher-kva.example'],
  ])('%j is %j', (typed, stored) => {
    expect(email.parse(typed)).toBe(stored)
    expect(email.parse(stored)).toBe(stored)
  })

  test.each([
    'june',
    'june@',
    '@mail.example',
    'june@mail',
    'june@mail..example',
    'june park@mail.example',
    'jüne@mail.example',
    'june@mail.example, bo@mail.example',
    'june@-mail.example',
    'june@1.2.3.4',
    'june@bü cher.example',
    'june@bücher.example/path',
    '"june"@mail.example',
    '<june@mail.example>',
  ])('%j is none', typed => {
    expect(errorOf(email, typed)).toBe('Enter a valid email address.')
  })
})

test('a phone number is judged without what pasting adds, and two numbers are refused', () => {
  expect(phone.parse('\u202a(574)\u00a0555\u20110142\u202c')).toBe('(574) 555-0142')
  expect(errorOf(phone, '574-555-0142 / 574-555-0199')).toBe('Enter one phone number.')
})

test('a scanned VIN loses the stars of its barcode', () => {
  expect(vin.parse('*1UJBJ0BP8M1TA5047*\r\n')).toBe('1UJBJ0BP8M1TA5047')
})

test.each(['\u200b', '\u2800', ' \u00a0\ufeff'])(
  'a name of which nothing can be seen is missing: %j',
  name => {
    expect(errorOf(requiredLine(80), name)).toBe('Required.')
  },
)

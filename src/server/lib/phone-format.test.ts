import { expect, test } from 'vitest'
import { formatPhone } from './phone-format.ts'

test.each([
  ['5745550142', '(574) 555-0142'],
  ['574.555.0142', '(574) 555-0142'],
  ['+1 574 555 0142', '(574) 555-0142'],
  ['1-574-555-0142', '(574) 555-0142'],
  ['574-555-0142 X 9', '(574) 555-0142 ext. 9'],
  ['(574) 555-0142 ext. 12', '(574) 555-0142 ext. 12'],
  // An area code that no list has yet.
  ['9995550142', '(999) 555-0142'],
  ['604-555-0142', '(604) 555-0142'],
  ['+49 (0) 89 1234567', '+49 89 1234567'],
  ['+52 55 1234 5678', '+52 55 1234 5678'],
])('%j is written %s', (typed, formatted) => {
  expect(formatPhone(typed)).toBe(formatted)
  expect(formatPhone(formatted)).toBe(formatted)
})

test.each(['555-0142', '911', '574-555-01421', '57455501425745550143', '+49 1', '', 'call June'])(
  '%j stays as typed',
  typed => {
    expect(formatPhone(typed)).toBe(typed)
  },
)

import { expect, test } from 'vitest'
import { readEmail, readPhone } from './sheet-contacts.ts'

test.each([
  ['(574) 555-0142', '(574) 555-0142', []],
  ['574-555-0142 x12', '574-555-0142 x12', []],
  ['+52 664 123 4567', '+52 664 123 4567', []],
  ['', '', []],
  ['574-555-0143 (cell)', '574-555-0143', []],
  ['c: 574-555-0143', '574-555-0143', []],
  ['Phone:(574) 555-0142 Mobile:(574) 555-0199', '(574) 555-0142', ['(574) 555-0199']],
  ['Phone:(574) 555-0142 ext. 7 Fax:(574) 555-0199', '(574) 555-0142 ext. 7', ['(574) 555-0199']],
  ['Fax:(574) 555-0199 Phone:(574) 555-0142', '(574) 555-0142', ['(574) 555-0199']],
  ['574.555.0144 / 574.555.0198', '574.555.0144', ['574.555.0198']],
  ['5745550144 5745550198', '5745550144', ['5745550198']],
  ['call after 5: 574-555-0146', '574-555-0146', ['call after 5']],
  ['+52 664 123 4567 (cell)', '+52 664 123 4567', []],
  ['555-0142 home', '555-0142', []],
  ['ask June', 'ask June', []],
  ['5.74556E+09', '5.74556E+09', []],
])('the phone number of %j is %j, and %j is left out', (typed, value, leftOut) => {
  expect(readPhone(typed)).toEqual({ value, leftOut })
})

test.each([
  ['june@mail.example', 'june@mail.example', []],
  ['june@mail.example; jpark@work.example', 'june@mail.example', ['jpark@work.example']],
  ['june@mail.example,June@mail.example', 'june@mail.example', []],
  ['June Park <june@mail.example>', 'june@mail.example', []],
  ['r/d@mail.example', 'r/d@mail.example', []],
  ['june @mail.example', 'june @mail.example', []],
  ['call', 'call', []],
])('the email of %j is %j, and %j is left out', (typed, value, leftOut) => {
  expect(readEmail(typed)).toEqual({ value, leftOut })
})

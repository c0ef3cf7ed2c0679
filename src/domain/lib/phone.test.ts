import { expect, test } from 'vitest'
import { hasTwoNumbers, isCallable, isPhone, telOf } from './phone.ts'

test.each([
  '(574) 555-0142',
  '574.555.0142',
  '5550142',
  '911',
  '1',
  '574/555/0142',
  '574-555-0142 ext. 12',
  '+1 574 555 0142 x12',
  '574-555-0142 X 9',
  '+49 (0) 89 1234567-8901234',
])('%j is a valid phone number', text => {
  expect(isPhone(text)).toBe(true)
})

test.each([
  ['', 'nothing'],

  ['1'.repeat(21), '21 digits'],
  ['call June', 'words'],
  ['574-555-0142 after six', 'words after the digits'],
  ['574_555_0142', 'another sign'],
  ['(((---)))', 'signs alone'],
  ['٥٧٤٥٥٥٠١٤٢', 'digits that no keypad here has'],
])('%j is not: %s', text => {
  expect(isPhone(text)).toBe(false)
})

test.each([
  ['(574) 555-0142', true],
  ['555-0142', true],
  ['+1 574 555 0142 ext. 9', true],
  ['555-014', false],
  ['12', false],
  ['911', false],
  ['555 x0142', false],
  ['555 extension 0142', false],
])('the number to dial for %j: %j', (phone, can) => {
  expect([isPhone(phone), isCallable(phone)]).toEqual([true, can])
})

test.each([
  ['(574) 555-0142 ext. 12', 'tel:5745550142,12'],
  ['574-555-0142 x12 ', 'tel:5745550142,12'],
  ['+1 574 555 0142 Extension 7', 'tel:+15745550142,7'],
  ['574-555-0142,12', 'tel:5745550142,12'],
  ['574.555.0142', 'tel:5745550142'],
])('%j is called by %s', (phone, link) => {
  expect(telOf(phone)).toBe(link)
})

test.each([
  '574-555-0142 / 574-555-0199',
  '(574) 555-0142, (574) 555-0199',
  '(574) 555-0142 (574) 555-0199',
  '574-555-0142 x12 or 555-0199',
  '574 555 0142 574 555 0199',
  '555-0142; 555-0199',
  '+1 574 555 0142 +1 574 555 0199',
])('%j is two numbers', text => {
  expect(hasTwoNumbers(text)).toBe(true)
})

test.each([
  '(574) 555-0142',
  '574/555/0142',
  '574-555-0142, 12',
  '1-574-555-0142 ext. 1234567',
  '+1 (574) 555-0142',
  '+49 (0) 89 1234567-8901234',
  '011 49 89 1234567',
  '',
])('%j is not two numbers', text => {
  expect(hasTwoNumbers(text)).toBe(false)
})

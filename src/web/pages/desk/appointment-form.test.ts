import { expect, test } from 'vitest'
import { valuesOfSearch } from './appointment-form.ts'

test.each([
  ['Otis Bell', { firstName: 'Otis', lastName: 'Bell', phone: '' }],
  ['  Ana  María de la Cruz ', { firstName: 'Ana', lastName: 'María de la Cruz', phone: '' }],
  ['Cher', { firstName: 'Cher', lastName: '', phone: '' }],
  ['(574) 555-0177', { firstName: '', lastName: '', phone: '(574) 555-0177' }],
  // A ticket's number, a VIN or a model is nobody's name.
  ['1UJBJ0BN8M17X0042', { firstName: '', lastName: '', phone: '' }],
  ['2019 Jayco', { firstName: '', lastName: '', phone: '' }],
  ['', { firstName: '', lastName: '', phone: '' }],
])('what was typed to find somebody is their name or their number: %j', (who, expected) => {
  expect(valuesOfSearch(who).customerDetails).toEqual({ ...expected, email: '' })
})

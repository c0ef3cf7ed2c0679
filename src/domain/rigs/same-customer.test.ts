import { expect, test } from 'vitest'
import { isSameCustomer } from './same-customer.ts'

const june = { firstName: 'June', lastName: 'Park', email: 'june@mail.example', phone: '(574) 555-0201' }
const none = { email: '', phone: '' }

test.each([
  ['as they are', june],
  ['in other letters', { ...june, firstName: ' JUNE', email: 'June@Mail.example' }],
  ['with another email', { ...june, email: 'park@mail.example' }],
  ['with another phone', { ...june, phone: '(574) 555-0999' }],
  ['with the phone written otherwise', { ...june, email: '', phone: '574-555-0201' }],
  ['by the name alone', { ...june, ...none }],
])('a customer is known again %s', (_, other) => {
  expect(isSameCustomer(june, other)).toBe(true)
  expect(isSameCustomer(other, june)).toBe(true)
})

test.each([
  ['the email and phone of an office', { ...june, firstName: 'Mike' }],
  ['the name alone', { ...june, email: 'other@mail.example', phone: '(574) 555-0999' }],
  ['neither name nor contact', { firstName: '', lastName: '', ...none }],
])('two customers who share %s are two', (_, other) => {
  expect(isSameCustomer(june, other)).toBe(false)
  expect(isSameCustomer(other, june)).toBe(false)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { customerNames, type NamedCustomer } from './customer-names.ts'

const customer = (
  name: string,
  phone: string,
  email = '',
  customerId: string | null = null,
): NamedCustomer => ({
  ...{ name, customerId, email, phone },
})
const june = customer('June Park', '(574) 555-0201', 'june@mail.example')
const namesOf = (customers: readonly NamedCustomer[], maxLength = 41) =>
  customers.map(customerNames(customers, name => name, maxLength))

test('two customers of one name get two names: the second has the last digits of the phone, or a number', () => {
  expect(
    namesOf([
      june,
      customer('June Park', '(575) 555-0342'),
      customer('june park', '(576) 555-0342'),
      customer('Dale Hoover', ''),
      customer('Dale Hoover', '', 'dale@mail.example'),
    ]),
  ).toEqual(['June Park', 'June Park 0342', 'june park 2', 'Dale Hoover', 'Dale Hoover 2'])
})

test('one customer keeps one name, however the phone is written and whether it was known', () => {
  expect(
    namesOf([june, { ...june, phone: '+1 574-555-0201' }, { ...june, phone: '' }, { ...june, email: '' }]),
  ).toEqual(['June Park', 'June Park', 'June Park', 'June Park'])
})

test('the same record is one customer with any contact, and another record another one with the same contact', () => {
  const one = { ...june, customerId: 'one' }
  const other = { ...june, customerId: 'other' }
  const changed = customer('June Park', '574-555-0999', 'new@mail.example', 'one')
  expect(namesOf([one, other, changed, { ...june, phone: '' }])).toEqual([
    ...['June Park', 'June Park 0201', 'June Park', 'June Park'],
  ])
})

test('names that are shortened to the same text stay two', () => {
  const [one, other] = namesOf(
    [customer('Desert Rose Campground North', ''), customer('Desert Rose Campground South', '')],
    22,
  )
  expect([one, other]).toEqual(['Desert Rose Campground', 'Desert Rose Campgrou 2'])
})

const customers = fc.array(
  fc.record({
    name: fc.constantFrom('June Park', 'june park', 'June Parker of a long name', ''),
    customerId: fc.constantFrom(null, 'one', 'other'),
    email: fc.constantFrom('', 'a@mail.example', 'b@mail.example'),
    phone: fc.constantFrom('', '(574) 555-0201', '+1 574 555 0201', '575-555-0201', '12'),
  }),
  { maxLength: 12 },
)

test('customers who come later change no name of an earlier export, and no name is too long', () => {
  fc.assert(
    fc.property(customers, customers, (before, after) => {
      const early = customerNames(before, name => name, 12)
      const late = customerNames([...before, ...after], name => name, 12)
      for (const each of before) {
        expect(late(each)).toBe(early(each))
        expect(early(each).length).toBeLessThanOrEqual(12)
      }
    }),
  )
})

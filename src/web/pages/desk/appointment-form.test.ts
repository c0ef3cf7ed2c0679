import { expect, test } from 'vitest'
import { toNewAppointment, valuesOfSearch, withCustomer } from './appointment-form.ts'

const EMPTY = valuesOfSearch('')

test.each([
  ['Otis Bell', { firstName: 'Otis', lastName: 'Bell', phone: '' }],
  ['  Ana  María de la Cruz ', { firstName: 'Ana', lastName: 'María de la Cruz', phone: '' }],
  ['Cher', { firstName: 'Cher', lastName: '', phone: '' }],
  ['(574) 555-0177', { firstName: '', lastName: '', phone: '(574) 555-0177' }],
  // A ticket's number, a VIN or a model is nobody's name.
  ['1UJBJ0BN8M17X0042', { firstName: '', lastName: '', phone: '' }],
  ['2019 Jayco', { firstName: '', lastName: '', phone: '' }],
  ['', { firstName: '', lastName: '', phone: '' }],
  ['otis77@mail.example', { firstName: '', lastName: '', phone: '', email: 'otis77@mail.example' }],
])('what was typed to find a customer is their name, email or number: %j', (who, expected) => {
  expect(valuesOfSearch(who).customerDetails).toEqual({ email: '', ...expected })
})

test('the rig and the address of a customer who was picked by mistake go with them', () => {
  const rig = {
    vin: '1UJBJ0BN8M17X0042',
    make: 'Jayco',
    model: 'Jay Flight',
    year: '2021',
    axleAmount: 'Double',
    ticketId: null,
  } as const
  const ana = {
    customerId: null,
    companyName: '',
    firstName: 'Ana',
    lastName: 'Ruiz',
    email: '',
    phone: '5745550177',
    address: '1 Elm Street',
    coordinates: null,
    isImported: false,
    rigs: [rig],
  }
  const other = { ...ana, lastName: 'Ruoz', address: null, rigs: [] }
  const picked = withCustomer(valuesOfSearch(''), ana, null)
  expect(picked).toMatchObject({ customerRV: { vin: rig.vin }, where: { address: '1 Elm Street' } })
  expect(withCustomer(picked, other, ana)).toEqual({
    ...valuesOfSearch(''),
    picked: { customerId: null, firstName: 'Ana', lastName: 'Ruoz' },
    customerDetails: { firstName: 'Ana', lastName: 'Ruoz', email: '', phone: '5745550177' },
  })
  const typed = { ...picked, customerRV: { ...picked.customerRV, model: 'Eagle' } }
  expect(withCustomer(typed, other, ana).customerRV).toEqual(typed.customerRV)
})

test('a restored draft still names the customer who was picked, until another name is typed', () => {
  const ana = {
    ...{
      customerId: 'f3c8e3f0-5c1d-4d1c-9c56-0a4b3c8e1a11',
      companyName: '',
      firstName: 'Ana',
      lastName: 'Ruiz',
    },
    ...{ email: '', phone: '5745550177', address: null, coordinates: null, isImported: false, rigs: [] },
  }
  const restored: typeof EMPTY = JSON.parse(JSON.stringify(withCustomer(EMPTY, ana, null)))
  expect(toNewAppointment(restored)).toMatchObject({ customerId: ana.customerId })
  const renamed = { ...restored, customerDetails: { ...restored.customerDetails, firstName: 'Anna' } }
  expect(toNewAppointment(renamed).customerId).toBeUndefined()
  expect(toNewAppointment(EMPTY).customerId).toBeUndefined()
})

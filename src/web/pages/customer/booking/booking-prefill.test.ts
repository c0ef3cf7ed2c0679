import { describe, expect, test } from 'vitest'
import { EMPTY_BOOKING } from './booking-form.ts'
import { prefillOf, withPrefill } from './booking-prefill.ts'

const NOBODY = { account: null, rigs: [], ticket: null, rig: null }
const NO_PERSON = EMPTY_BOOKING.customerDetails
const NO_RIG = EMPTY_BOOKING.customerRV

const june = {
  ...{ firstName: 'June', lastName: 'Park', email: 'june@mail.example', phone: '(574) 555-0177' },
  ...{ address: '1 Elm St', sharesContact: true },
}
const jayco = {
  ...{ vin: '1UJBJ0BN8M17X0042', make: 'Jayco', model: 'Jay Flight', year: '2021', axleAmount: '2' },
  visits: 3,
}
const ford = { vin: '1FDXE4FS0GDC12345', make: 'Ford', model: 'E-450', year: '', axleAmount: null }
const rigOf = ({ vin, make, model, year, axleAmount }: typeof jayco | typeof ford) => ({
  ...{ vin, make, model, year, axleAmount: axleAmount ?? '' },
})
const ticket = { customer: { firstName: 'June', lastName: 'Park' }, customerRV: jayco }

describe('the booking form begins', () => {
  test('blank for a visitor', () => {
    expect(prefillOf(NOBODY)).toEqual({ customerDetails: NO_PERSON, customerRV: NO_RIG })
  })

  test('after a visit’s link with the name and the rig that it shows, without email and phone', () => {
    expect(prefillOf({ ...NOBODY, ticket })).toEqual({
      customerDetails: { ...NO_PERSON, firstName: 'June', lastName: 'Park' },
      customerRV: rigOf(jayco),
    })
  })

  test('for an RV owner with their contact, also after a link', () => {
    const { firstName, lastName, email, phone } = june
    const contact = { firstName, lastName, email, phone }
    expect(prefillOf({ ...NOBODY, account: june }).customerDetails).toEqual(contact)
    const other = { ...ticket, customer: { firstName: 'Otis', lastName: 'Redd' } }
    expect(prefillOf({ ...NOBODY, account: june, ticket: other }).customerDetails).toEqual(contact)
  })

  test.each([
    ['their only rig', [jayco], null, rigOf(jayco)],
    ['none of several', [jayco, ford], null, NO_RIG],
    ['the visit’s rig among several', [jayco, ford], { vin: ford.vin }, rigOf(ford)],
    ['the visit’s rig that is not on their list', [jayco], ford, rigOf(ford)],
    ['the visit’s rig without a VIN', [jayco], { ...ford, vin: '' }, { ...rigOf(ford), vin: '' }],
  ])('for an RV owner with %s', (_, rigs, rig, customerRV) => {
    expect(prefillOf({ ...NOBODY, account: june, rigs, rig }).customerRV).toEqual(customerRV)
  })
})

describe('a draft', () => {
  const prefill = prefillOf({ ...NOBODY, account: june, rigs: [jayco] })

  test('keeps the person and the rig that were typed, whole', () => {
    const typed = {
      ...EMPTY_BOOKING,
      problem: 'Roof leak',
      customerDetails: { ...NO_PERSON, firstName: 'Otis' },
      customerRV: { ...NO_RIG, make: 'Ford' },
    }
    expect(withPrefill(typed, prefill)).toEqual(typed)
  })

  test('without a person or a rig gets the known one', () => {
    const typed = { ...EMPTY_BOOKING, problem: 'Roof leak' }
    expect(withPrefill(typed, prefill)).toEqual({ ...typed, ...prefill })
    const withRig = { ...typed, customerRV: { ...NO_RIG, make: 'Ford' } }
    expect(withPrefill(withRig, prefill)).toEqual({
      ...withRig,
      customerDetails: prefill.customerDetails,
    })
  })
})

import { expect, test } from 'vitest'
import { changesOf } from './detail-changes.ts'

const place = { latitude: 41.7, longitude: -86 }
const before = {
  customerDetails: {
    firstName: 'June',
    lastName: 'Park',
    email: 'june@mail.example',
    phone: '(574) 555-0201',
    address: '118 Riverview Avenue',
  },
  customerRV: { vin: '1UJBJ0BN8M17X0042', make: 'Jayco', model: 'Jay Flight', year: '2021', axleAmount: '2' },
  coordinates: place,
  known: null,
}

test('nothing typed, or only a trailing space, is no change', () => {
  expect(changesOf(before, before)).toEqual({})
  const customerDetails = { ...before.customerDetails, phone: ' (574) 555-0201 ' }
  expect(changesOf(before, { ...before, customerDetails })).toEqual({})
})

test('only changed fields are sent', () => {
  const customerDetails = { ...before.customerDetails, phone: '(574) 555-0299' }
  const customerRV = { ...before.customerRV, vin: 'HOME-1', axleAmount: '3' }
  expect(changesOf(before, { ...before, customerDetails, customerRV })).toEqual({
    customerDetails: { phone: '(574) 555-0299' },
    customerRV: { vin: 'HOME-1', axleAmount: '3' },
  })
})

test('a new address has its coordinates, or none', () => {
  const customerDetails = { ...before.customerDetails, address: '9 Lakeshore Drive' }
  expect(changesOf(before, { ...before, customerDetails, coordinates: null })).toEqual({
    customerDetails: { address: '9 Lakeshore Drive', coordinates: null },
  })
})

test('the year of a picked rig is left to the record, whatever it says', () => {
  const customerRV = { ...before.customerRV, vin: 'HOME-1', make: 'Jayco', year: 'about 85' }
  const rig = { ...customerRV, axleAmount: null, assigned: false, customer: null }
  const known = { rig, before: { customerDetails: before.customerDetails, customerRV: before.customerRV } }
  expect(changesOf(before, { ...before, customerRV, known })).toEqual({
    customerRV: { vin: 'HOME-1', year: '' },
  })
})

test('an email is removed only by saying that there is none, and asked for again by taking that back', () => {
  const withEmail = (email: string, noEmail: boolean) => ({
    ...before,
    customerDetails: { ...before.customerDetails, email, noEmail },
  })
  const none = withEmail('', true)
  expect(changesOf(before, none)).toEqual({ customerDetails: { email: '', noEmail: true } })
  expect(changesOf(none, none)).toEqual({})
  // Refused as missing.
  for (const given of [before, none])
    expect(changesOf(given, withEmail('', false))).toEqual({ customerDetails: { email: '' } })
  const email = 'june.park@mail.example'
  expect(changesOf(none, withEmail(email, true))).toEqual({ customerDetails: { email } })
})

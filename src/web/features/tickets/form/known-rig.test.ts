import { describe, expect, test } from 'vitest'
import {
  applyCustomer,
  applyKnownRig,
  applySuggestedCustomer,
  applySuggestedRig,
  changeVin,
  isCustomerDifferent,
  removeKnownRig,
  withPickedRig,
} from './known-rig.ts'
import type { KnownRig, TicketFormValues } from './ticket-form.ts'

const NOBODY = { firstName: '', lastName: '', email: '', phone: '', address: '' }
const june = {
  firstName: 'June',
  lastName: 'Park',
  email: 'june@mail.example',
  phone: '201',
  address: 'Elkhart',
}
const vin = '1UJBJ0BN8M17X0042'
const rig: KnownRig = {
  vin,
  make: 'Jayco',
  model: 'Jay Flight',
  year: '2021',
  axleAmount: '2',
  assigned: true,
  customer: { ...june, coordinates: null },
}

const empty: TicketFormValues = {
  picked: null,
  customerDetails: NOBODY,
  customerRV: { vin: '1UJ', make: '', model: '', year: '', axleAmount: '' },
  coordinates: null,
  known: null,
  jobs: [],
  nextJob: { problem: '', estimatedTime: 0, estimate: false },
}
const half: TicketFormValues = {
  ...empty,
  customerDetails: { ...NOBODY, firstName: 'Jane', phone: ' ' },
  customerRV: { ...empty.customerRV, make: 'Jaco', axleAmount: '3' },
}

test('a picked rig fills the empty form with its record', () => {
  const typed = applyKnownRig(empty, rig)
  expect(typed.customerDetails).toEqual(june)
  expect(typed.customerRV).toEqual({ vin, make: 'Jayco', model: 'Jay Flight', year: '2021', axleAmount: '2' })
  expect(typed.known?.rig).toBe(rig)
  expect(isCustomerDifferent(typed)).toBe(false)
})

test('details typed for someone else, and the axle amount, stay', () => {
  const typed = applyKnownRig(half, rig)
  expect(typed.customerDetails).toEqual(half.customerDetails)
  expect(typed.customerRV).toMatchObject({ make: 'Jayco', axleAmount: '3' })
  expect(isCustomerDifferent(typed)).toBe(true)
  expect(applyCustomer(typed).customerDetails).toEqual(june)
  expect(isCustomerDifferent(applyCustomer(typed))).toBe(false)
})

test.each([
  ['a name', { firstName: 'Newt', lastName: 'Buyer', email: 'newt@b.co', phone: '5559876' }],
  ['an email', { firstName: 'June', email: 'newt@b.co' }],
  ['an address', { address: 'Goshen' }],
])("a record is not mixed with another person's %s", (_, own) => {
  const customerDetails = { ...NOBODY, ...own }
  expect(applyKnownRig({ ...empty, customerDetails }, rig).customerDetails).toEqual(customerDetails)
})

test('a partially typed customer who matches the record gets the rest of it', () => {
  const customerDetails = { ...NOBODY, firstName: ' june', email: 'JUNE@mail.example' }
  const typed = applyKnownRig({ ...empty, customerDetails }, rig)
  expect(typed.customerDetails).toEqual({ ...june, firstName: ' june', email: 'JUNE@mail.example' })
  expect(isCustomerDifferent(typed)).toBe(false)
})

test('accepting the record replaces all details typed before', () => {
  const homeless: KnownRig = { ...rig, customer: { ...june, address: null, coordinates: null } }
  const newt = { ...NOBODY, firstName: 'Newt', address: 'Goshen' }
  const coordinates = { latitude: 41.58, longitude: -85.83 }
  const taken = applyCustomer(applyKnownRig({ ...empty, customerDetails: newt, coordinates }, homeless))
  expect(taken).toMatchObject({ customerDetails: { ...june, address: '' }, coordinates: null })
  const herself = { ...NOBODY, firstName: 'June', lastName: 'Park', phone: '202', address: 'Goshen' }
  const result = applyCustomer(applyKnownRig({ ...empty, customerDetails: herself, coordinates }, homeless))
  expect(result).toMatchObject({ customerDetails: { ...june, address: 'Goshen' }, coordinates })
})

test('a record without a customer changes no customer field', () => {
  const typed = applyKnownRig(half, { ...rig, customer: null })
  expect(typed.customerDetails).toEqual(half.customerDetails)
  expect(applyCustomer(typed).customerDetails).toEqual(half.customerDetails)
  expect(isCustomerDifferent(typed)).toBe(false)
})

test('changing the VIN removes only what the record filled in', () => {
  for (const start of [empty, half]) {
    const typed = changeVin(applyKnownRig(start, rig), '4X4')
    expect(typed).toEqual({ ...start, customerRV: { ...start.customerRV, vin: '4X4' } })
  }
  const changed = applyKnownRig(empty, rig)
  const result = removeKnownRig({ ...changed, customerDetails: { ...june, phone: '555' } })
  expect(result.customerDetails).toEqual({ ...NOBODY, phone: '555' })
})

test('the same VIN in another case is the same rig', () => {
  expect(changeVin(applyKnownRig(empty, rig), ` ${vin.toLowerCase()} `).known?.rig).toBe(rig)
})

test('picking another rig drops the first one', () => {
  const second = applyKnownRig(applyKnownRig(half, rig), {
    ...rig,
    vin: 'OTHER',
    make: 'Lance',
    customer: null,
  })
  expect(second.customerDetails).toEqual(half.customerDetails)
  expect(removeKnownRig(second).customerRV.make).toBe('Jaco')
})

describe('a suggested customer', () => {
  const home = {
    ...{ vin: 'HOME-1974', year: '1974', make: 'Airstream', model: 'Argosy', axleAmount: '2' },
    ticketId: null,
  }
  const { ticketId: _, ...homeFields } = home
  const blank = { vin: '', make: '', model: '', year: '', axleAmount: '' }
  const rigOf = (typed: Partial<typeof blank>, changes: Partial<typeof home> = {}) =>
    applySuggestedRig({ ...empty, customerRV: { ...blank, ...typed } }, { ...home, ...changes }).customerRV

  test('replaces who was typed, with the place of their address', () => {
    const coordinates = { latitude: 41.6, longitude: -85.9 }
    const suggested = { ...june, customerId: null, companyName: '', coordinates, isImported: false, rigs: [] }
    const filled = applySuggestedCustomer(half, suggested)
    expect(filled.customerDetails).toEqual(june)
    expect(filled.coordinates).toEqual(coordinates)
    expect(filled.customerRV).toBe(half.customerRV)
  })

  test('without an email has none', () => {
    const nobody = { customerId: null, companyName: '', email: '', address: null, coordinates: null }
    const suggested = { ...june, ...nobody, isImported: true, rigs: [] }
    const noEmail = applySuggestedCustomer(half, suggested).customerDetails
    expect(noEmail).toEqual({ ...june, email: '', address: '', noEmail: true })
  })

  test('comes with their rig, with or without a VIN', () => {
    expect(rigOf({})).toEqual(homeFields)
    expect(rigOf({}, { vin: '' })).toEqual({ ...homeFields, vin: '' })
    expect(rigOf({ vin: '1UJ' }, { vin: '' })).toEqual({ ...homeFields, vin: '1UJ' })
  })

  test('fills in what is missing of the rig that was typed', () => {
    const typed = { vin: 'home-1974', make: 'AIRSTREAM' }
    expect(rigOf(typed)).toEqual({ ...homeFields, ...typed })
  })

  test.each([{ vin: '1UJ' }, { make: 'Jayco' }, { year: '2021', model: 'Argosy' }])(
    'adds nothing of theirs to another rig: %o',
    typed => expect(rigOf(typed)).toEqual({ ...blank, ...typed }),
  )

  test('changes no rig that was picked', () => {
    const picked = applyKnownRig(empty, { ...rig, axleAmount: null })
    expect(applySuggestedRig(picked, { ...home, vin: '' }).customerRV).toEqual(picked.customerRV)
  })
})

test('a rig that loads while the form is filled in is no change of it, but what was typed meanwhile is one', () => {
  const loaded = { ...rig, customer: null }
  expect(withPickedRig(empty, applyKnownRig(empty, loaded))).toEqual(applyKnownRig(empty, loaded))
  const typed = applyKnownRig({ ...half, nextJob: { ...empty.nextJob, problem: 'Roof leak' } }, loaded)
  const initial = withPickedRig(empty, typed)
  expect(initial).toEqual(applyKnownRig(empty, loaded))
  expect(initial).not.toEqual(typed)
  // It did not load, or another VIN was typed.
  expect(withPickedRig(empty, half)).toEqual(empty)
})

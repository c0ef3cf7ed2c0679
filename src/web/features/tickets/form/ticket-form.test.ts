import { expect, test } from 'vitest'
import {
  EMPTY_TICKET,
  type KnownRig,
  type TicketFormValues,
  toNewTicket,
  validateTicket,
} from './ticket-form.ts'

const customer = ['firstName', 'lastName', 'email', 'phone'].map(field => `customerDetails.${field}`)
const ofRig = (...fields: string[]) => fields.map(field => `customerRV.${field}`)
const faulty = async (typed: TicketFormValues) => Object.keys(await validateTicket(typed)).sort()

test('an empty form reports all missing fields at once', async () => {
  const rig = ofRig('vin', 'make', 'model', 'year', 'axleAmount')
  expect(await faulty(EMPTY_TICKET)).toEqual([...customer, ...rig].sort())
})

test('an RV that is not on file needs all details, not just spaces', async () => {
  const customerRV = { vin: '4X4TFLA23LZ001234', make: ' ', model: 'Cherokee', year: '', axleAmount: '2' }
  expect(await faulty({ ...EMPTY_TICKET, customerRV })).toEqual(
    [...customer, ...ofRig('make', 'year')].sort(),
  )
})

test('an RV picked from the list needs no further details', async () => {
  const rig: KnownRig = {
    vin: '4X4',
    make: '',
    model: '',
    year: 'about 85',
    axleAmount: null,
    assigned: false,
    customer: null,
  }
  const customerRV = { vin: '4X4', make: '', model: '', year: 'about 85', axleAmount: '2' }
  const known = { rig, before: { customerDetails: EMPTY_TICKET.customerDetails, customerRV } }
  expect(await faulty({ ...EMPTY_TICKET, customerRV, known })).toEqual([...customer].sort())
  expect(toNewTicket({ ...EMPTY_TICKET, customerRV, known }).customerRV).toEqual({
    vin: '4X4',
    axleAmount: '2',
  })
})

test('a typed year is a year, also beside a VIN', async () => {
  const customerRV = { ...EMPTY_TICKET.customerRV, vin: '4X4TFLA23LZ001234', year: 'about 85' }
  expect((await validateTicket({ ...EMPTY_TICKET, customerRV }))['customerRV.year']).toMatch(
    /^Enter a year from 1900/,
  )
})

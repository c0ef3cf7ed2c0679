import { expect, test } from 'vitest'
import { cents } from '#domain/lib/money.ts'
import { fromDeferred } from '#web/features/tickets/jobs/job-form-values.ts'
import {
  EMPTY_TICKET,
  type KnownRig,
  type TicketFormValues,
  toNewTicket,
  validateTicket,
} from './ticket-form.ts'

const SOME_ID = '0f0e6f0a-3b1c-4c5d-8e7f-102030405060'

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

test('a job that was declined before is sent with its hours, rate, flat price and parts, as they were changed', async () => {
  const vent = { description: 'Vent lid', quantity: 2, perPartAmount: 41.5 }
  const tape = { description: 'Butyl tape', quantity: 1, perPartAmount: null }
  const quoted = { ...vent, perPartAmount: cents(41_50) }
  const job = fromDeferred({
    ...{ ticketId: 100001, jobNumber: 1, declinedAt: null, total: cents(322_00), estimate: false },
    ...{ problem: 'Vent cracked', estimatedTime: 1.5, laborRateId: SOME_ID, flatPrice: cents(120_50) },
    parts: [quoted, tape],
  })
  const [first, second] = job.parts ?? []
  const changed = { ...job, parts: [{ ...vent, quantity: 3 }, second ?? vent] }
  const { jobs } = toNewTicket({ ...EMPTY_TICKET, jobs: [changed] })
  expect(first).toEqual(vent)
  expect(jobs).toEqual([
    {
      isByClock: false,
      ...{ problem: 'Vent cracked', estimatedTime: 1.5, estimate: false, laborRateId: SOME_ID },
      flatPrice: cents(120_50),
      parts: [
        { ...quoted, quantity: 3 },
        { description: 'Butyl tape', quantity: 1 },
      ],
    },
  ])
  const wrong = { ...job, parts: [{ ...vent, quantity: 0 }] }
  expect(await faulty({ ...EMPTY_TICKET, jobs: [wrong] })).toContain('jobs.0.parts.0.quantity')
})

test('the picked customer is sent, also from a draft, until another name is typed', () => {
  const customerDetails = { ...EMPTY_TICKET.customerDetails, firstName: 'June', lastName: 'Park' }
  const picked = { customerId: SOME_ID, firstName: 'June', lastName: 'Park', rigs: [] }
  const draft: TicketFormValues = JSON.parse(JSON.stringify({ ...EMPTY_TICKET, customerDetails, picked }))
  expect(toNewTicket(draft).customerId).toBe(picked.customerId)
  expect(
    toNewTicket({ ...draft, customerDetails: { ...customerDetails, firstName: 'Jane' } }).customerId,
  ).toBeUndefined()
  expect(toNewTicket(EMPTY_TICKET).customerId).toBeUndefined()
})

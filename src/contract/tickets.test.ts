import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { newPart } from './part.ts'
import { detailChanges, newTicket, ticketSummary } from './tickets.ts'

const ticket = {
  customerDetails: {
    firstName: 'June',
    lastName: 'Park',
    email: 'june.park@mail.example',
    phone: '(574) 555-0201',
  },
  customerRV: { vin: '1ujbj0bn8m17x0042', axleAmount: '2' },
}

const pathsOf = (value: unknown): string[] =>
  (newTicket.safeParse(value).error?.issues ?? []).map(({ path }) => path.join('.')).sort()

const partError = (value: object): string | undefined =>
  newPart.safeParse({ quantity: 1, ...value }).error?.issues[0]?.message

describe('a new ticket', () => {
  test('names every missing field by its path', () => {
    expect(pathsOf({ customerDetails: {}, customerRV: {} })).toEqual([
      'customerDetails.email',
      'customerDetails.firstName',
      'customerDetails.lastName',
      'customerDetails.phone',
      'customerRV.axleAmount',
      'customerRV.vin',
    ])
  })

  test.each([
    [{}, 'Required.'],
    [{ email: '' }, 'Required.'],
    [{ email: ' \u200b' }, 'Required.'],
    [{ email: '', noEmail: false }, 'Required.'],
    [{ noEmail: true }, 'Required.'],
    [{ email: 'none', noEmail: true }, 'Enter a valid email address.'],
    [{ email: 'june@mail.example', noEmail: true }, 'Leave the email empty, or leave out “noEmail”.'],
    [{ email: '', noEmail: true }, undefined],
    [{ email: 'june@mail.example' }, undefined],
  ])('with %j for an email says %s beside it, with the errors of other fields', (typed, sentence) => {
    const { email: _, ...others } = ticket.customerDetails
    const errorsOf = (schema: typeof newTicket | typeof detailChanges, firstName: string) =>
      (
        schema.safeParse({ ...ticket, customerDetails: { ...others, firstName, ...typed } }).error?.issues ??
        []
      ).map(({ path, message }) => [path.join('.'), message])
    const expected = sentence === undefined ? [] : [['customerDetails.email', sentence]]
    expect(errorsOf(newTicket, 'June')).toEqual(expected)
    expect(errorsOf(newTicket, '')).toEqual([['customerDetails.firstName', 'Required.'], ...expected])
    // A correction may leave it out.
    if (!isDeepStrictEqual(typed, {})) expect(errorsOf(detailChanges, 'June')).toEqual(expected)
  })

  test('points to the invalid job line', () => {
    const jobs = [{ problem: 'Awning' }, { problem: ' ', estimatedTime: 0.3 }]
    expect(pathsOf({ ...ticket, jobs })).toEqual(['jobs.1.estimatedTime', 'jobs.1.problem'])
  })

  test('has at most 200 job lines', () => {
    const jobs = Array.from({ length: 201 }, () => ({ problem: 'Awning' }))
    expect(pathsOf({ ...ticket, jobs })).toEqual(['jobs'])
    expect(pathsOf({ ...ticket, jobs: jobs.slice(1) })).toEqual([])
  })

  test.each(['4', 2, '', 'class c', null])('with %j axles is refused', axleAmount => {
    expect(pathsOf({ ...ticket, customerRV: { ...ticket.customerRV, axleAmount } })).toEqual([
      'customerRV.axleAmount',
    ])
  })

  test('needs neither job lines nor a described rig', () => {
    expect(newTicket.parse(ticket)).toMatchObject({
      jobs: [],
      customerDetails: { address: '' },
      customerRV: { vin: '1UJBJ0BN8M17X0042', make: '', model: '', year: '' },
    })
  })

  test('drops fields it does not declare', () => {
    const parsed = newTicket.parse({ ...ticket, state: 'recorded', companyId: 'other', ticketId: 1 })
    expect(Object.keys(parsed).sort()).toEqual(['customerDetails', 'customerRV', 'jobs'])
  })
})

describe('a part', () => {
  test.each([
    [{ quantity: 0 }, 'Enter a number greater than 0.'],
    [{ quantity: -1 }, 'Enter a number greater than 0.'],
    [{ quantity: 0.0005 }, 'Use no more than 3 decimal places.'],
    [{ quantity: 5e-324 }, 'Use no more than 3 decimal places.'],
    [{ quantity: 10_000.001 }, 'Enter at most 10,000.'],
    [{ quantity: '2' }, 'Enter a number.'],
    [{ quantity: '' }, 'Required.'],
    [{ quantity: undefined }, 'Required.'],
    [{ perPartAmount: '' }, 'Required.'],
    [{ perPartAmount: 0 }, 'Enter a number greater than 0.'],
    [{ perPartAmount: 12.345 }, 'Use no more than 2 decimal places.'],
    [{ perPartAmount: '12' }, 'Enter a number.'],
    [{ description: 'x'.repeat(301) }, 'Use at most 300 characters.'],
  ])('with %j is refused: %s', (value, sentence) => {
    expect(partError(value)).toBe(sentence)
  })

  test('needs only a quantity', () => {
    expect(newPart.parse({ quantity: 0.125 })).toEqual({ quantity: 0.125, description: '' })
  })
})

test('a card cannot carry undeclared fields: no money, no contact details', () => {
  const card = {
    ticketId: 412_873,
    state: 'active',
    firstName: 'June',
    lastName: 'Park',
    make: '',
    model: '',
    year: '',
    assignedTechnician: null,
    technician: null,
    helpers: [],
    jobCount: 0,
    since: '2025-11-20T19:14:00Z',
    hold: null,
    isClockRunning: false,
    askedCount: 0,
    approvedCount: 0,
    declinedCount: 0,
    bookedDay: null,
    appointmentAt: null,
    confirmedAt: null,
    plannedDay: null,
    serviceBay: null,
  }
  const parsed = ticketSummary.parse({ ...card, phone: '(574) 555-0201', totalBalance: 100 })
  expect(Object.keys(parsed).sort()).toEqual(Object.keys(card).sort())
})

import { describe, expect, test } from 'vitest'
import { create } from './ticket.ts'
import { matchesOf, searchTermsOf, searchTextOf } from './ticket-search-terms.ts'

const ticket = create(
  {
    ticketId: 481_516,
    customerDetails: {
      firstName: 'Inés',
      lastName: 'Ng',
      email: 'ines@mail.example',
      phone: '(574) 555-0188',
      address: '12 Secret Lane',
      coordinates: null,
      profileImageUrl: null,
    },
    customerRV: {
      vin: '4X4TRLR25CD012345',
      make: 'Forest  River',
      model: 'R-Pod',
      year: '2012',
      axleAmount: '2',
      rvImage: null,
    },
    jobs: [{ problem: 'Awning\nwon’t close', estimatedTime: 1, estimate: false }],
  },
  { id: 'dana', name: 'Dana Reyes' },
  new Date('2026-11-02T15:00:00Z'),
)

const finds = (asked: string): boolean => {
  const terms = searchTermsOf(asked)
  return terms.length > 0 && terms.every(term => searchTextOf(ticket).includes(term))
}

describe('a ticket is found by', () => {
  test.each([
    '481516',
    '4815',
    '555-0188',
    '(574) 555',
    '+574 555',
    '5745550188',
    '574-555-0188 x',
    '574-555-0188 x12',
    '555-0188 e',
    '(574) 555-0188 ext. ',
    '+1 574 555 0188 Extension 7',
    'ng 574-555-0188 x',
    'Inés (574) 555-0188 ext. 12',
    '4x4trlr25cd012345',
    'TRLR25',
    'ines',
    'INÉS',
    'ng',
    'Ng Inés',
    'forest river',
    'r-pod',
    '2012 forest',
    'awning close',
    'awning won’t',
    "awning won't",
    'awning wont',
    '+15745550188',
    '15745550188',
    '1-574-555',
    '1 (574) 555–0188',
    '+1 574',
    '574-555-0188 ext. 4',
    'Ng 574-555-0188',
    'Ng +15745550188',
    '#481516',
    'R–Pod',
    'forest-river',
  ])('%s', asked => expect(finds(asked)).toBe(true))
})

test('a part of a VIN is no number with an extension', () => {
  expect(searchTermsOf('17X0042')).toEqual(['17x0042'])
})

describe('a ticket is not found by', () => {
  test.each(['', '   ', 'in the', 'secret', 'mail.example', '999-0188', 'ning ng x9', 'wn'])('%j', asked =>
    expect(finds(asked)).toBe(false),
  )
})

test.each([
  ["o'b", 'O’Brien'],
  ['o’b', "O'Brien"],
  ['OBrien', 'O‘Brien'],
  ['pena', 'Peña'],
  ['soren', 'Søren'],
  ['strasse', 'Straße'],
  ['lodz', 'Łódź'],
  ['smith-jones', 'Smith—Jones'],
])('%s finds %s', (typed, lastName) => {
  const named = { ...ticket, customerDetails: { ...ticket.customerDetails, lastName } }
  expect(searchTermsOf(typed).every(term => searchTextOf(named).includes(term))).toBe(true)
})

test.each([
  ['12345', '12-345'],
  ['12-345', '12-345'],
  ['ab12', 'AB-12'],
])('%s finds the serial number %s', (typed, vin) => {
  const numbered = { ...ticket, customerRV: { ...ticket.customerRV, vin } }
  expect(searchTermsOf(typed).every(term => searchTextOf(numbered).includes(term))).toBe(true)
})

test.each([
  ['ng', [{ field: 'name', text: 'Inés Ng' }]],
  ['+15745550188', [{ field: 'phone', text: '(574) 555-0188' }]],
  ['4815', [{ field: 'number', text: '481516' }]],
  ['trlr25', [{ field: 'vin', text: '4X4TRLR25CD012345' }]],
  ['forest 2012', [{ field: 'rig', text: '2012 Forest  River R-Pod' }]],
  [
    'ng awning',
    [
      { field: 'name', text: 'Inés Ng' },
      { field: 'problem', text: 'Awning\nwon’t close' },
    ],
  ],
])('%s says where it was found', (typed, matches) => {
  const searched = { ...ticket, ...ticket.customerDetails, ...ticket.customerRV }
  expect(matchesOf(searched, searchTermsOf(typed))).toEqual(matches)
})

test('the search text of a ticket has a maximum length', () => {
  const problem = 'x'.repeat(2000)
  const jobs = Array.from({ length: 200 }, (_, index) => ({
    ...ticket.jobs[0],
    problem,
    jobNumber: index + 1,
  }))
  expect(searchTextOf({ ...ticket, jobs } as typeof ticket).length).toBeLessThanOrEqual(20_002)
})

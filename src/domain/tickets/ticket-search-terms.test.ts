import { describe, expect, test } from 'vitest'
import { create } from './ticket.ts'
import { searchTermsOf, searchTextOf } from './ticket-search-terms.ts'

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
  ])('%s', asked => expect(finds(asked)).toBe(true))
})

describe('a ticket is not found by', () => {
  test.each(['', '   ', 'in the', 'secret', 'mail.example', '999-0188', 'ning ng x9', 'wn'])('%j', asked =>
    expect(finds(asked)).toBe(false),
  )
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

import { describe, expect, test } from 'vitest'
import { isOpenAt } from './booking.ts'
import {
  companyTerms,
  countFilters,
  printShown,
  printSpot,
  readSearch,
  type SaidSearch,
  searchOf,
  spotOf,
  wallsAt,
} from './find-company.ts'

const reading = (text: string): SaidSearch => {
  const said = new URLSearchParams(text)
  return readSearch(name => said.get(name) ?? undefined)
}

describe('an address says what is searched', () => {
  test.each<[string, SaidSearch]>([
    ['', {}],
    ['q=bluebonnet+rv', { q: 'bluebonnet rv' }],
    ['q=%20%20&near=', {}],
    [
      'near=Elkhart,+IN&at=41.682,-85.977&comes=yes',
      { near: 'Elkhart, IN', at: '41.682,-85.977', comes: 'yes' },
    ],
    ['open=yes&trusted=yes&verified=yes', { open: 'yes', trusted: 'yes', verified: 'yes' }],
    ['open=no&trusted=1&verified=&comes=true', {}],
    ['sort=name&view=map', { sort: 'name', view: 'map' }],
    ['sort=rating&view=globe&next=3', {}],
    ['at=north', {}],
  ])('%j', (text, said) => {
    expect(reading(text)).toEqual(said)
  })

  test('never more, or anything else, than may be asked', () => {
    expect(reading(`q=${'x'.repeat(500)}`).q).toHaveLength(100)
    expect(reading(`near=${'x'.repeat(500)}`).near).toHaveLength(300)
    expect(readSearch(() => ['twice']).q).toBeUndefined()
    expect(readSearch(name => (name === 'q' ? 'a\0b\ud800' : null)).q).toBe('ab\ufffd')
  })
})

describe('a spot', () => {
  test.each(['', '1', '91,0', '0,181', '1,2,3', ' 1,2', '1e1,2', 'NaN,NaN', '1.1234567,2'])(
    'is not %j',
    text => {
      expect(spotOf(text)).toBeNull()
    },
  )

  test('comes back as it was written', () => {
    const spot = { latitude: -41.682, longitude: 179.97 }
    expect(spotOf(printSpot(spot))).toEqual(spot)
  })
})

describe('the question that an address asks', () => {
  test.each<[SaidSearch, object]>([
    [{}, {}],
    [{ view: 'map' }, {}],
    [{ q: ' rv ' }, { q: 'rv' }],
    [
      { near: '46516', comes: 'yes' },
      { place: '46516', comesToYou: true },
    ],
    [{ near: 'Elkhart', at: '41.682,-85.977' }, { near: { latitude: 41.682, longitude: -85.977 } }],
    [
      { near: 'Elkhart', sort: 'name' },
      { place: 'Elkhart', sort: 'name' },
    ],
    // Without a place nobody can say who comes there, or how far it is.
    [{ comes: 'yes', sort: 'name', open: 'yes' }, { openNow: true }],
    [
      { trusted: 'yes', verified: 'yes' },
      { trusted: true, verified: true },
    ],
  ])('%j', (said, search) => {
    expect(searchOf(said)).toEqual(search)
  })

  test('a place in words and on the map is one filter', () => {
    expect(countFilters({ q: 'rv', near: 'Elkhart', at: '1,2', open: 'yes', view: 'map' })).toBe(2)
  })
})

test.each([
  ['Bluebonnet, Elkhart', ['bluebonnet', 'elkhart']],
  ['Elkhart, IN 46516', ['elkhart', ' in', '46516']],
  ['46516-1234', ['46516-1234']],
  ['St. Émile', [' st', 'emile']],
  ['  ', []],
])('the words of %j', (asked, terms) => {
  expect(companyTerms(asked)).toEqual(terms)
})

test('a wall is there for each zone in which a company may be open, as the company’s own hours say', () => {
  const zones = ['America/New_York', 'America/Los_Angeles', 'Pacific/Kiritimati', 'UTC']
  for (let hour = 0; hour < 24 * 8; hour += 1) {
    const at = new Date(Date.UTC(2025, 10, 1, hour, 59))
    const walls = wallsAt(at, zones)
    for (const timeZone of zones) {
      const wall = walls.find(one => one.timeZone === timeZone)
      const opening = { daysOfOperation: [2, 6], hoursOfOperation: [9, 17], timeZone } as const
      const isOpen =
        wall !== undefined && wall.weekday >= 2 && wall.weekday <= 6 && wall.hour >= 9 && wall.hour < 17
      expect([at, timeZone, isOpen]).toEqual([at, timeZone, isOpenAt(at, opening)])
    }
  }
})

describe('what is shown is said in one sentence', () => {
  const away = (...miles: (number | null)[]) => miles.map(each => ({ miles: each }))
  const place = 'Elkhart, IN 46516'
  test.each([
    [{ companies: [], hasMore: false, sort: 'name', place: null }, '0 companies'],
    [{ companies: [{}], hasMore: false, sort: 'name', place: null }, '1 company'],
    [{ companies: [{}, {}], hasMore: true, sort: 'name', place: null }, 'The first 2 companies'],
    [
      { companies: away(1, 59.2), hasMore: false, sort: 'distance', place },
      `2 companies within 60 miles of ${place}`,
    ],
    [
      { companies: away(0.2), hasMore: false, sort: 'distance', place },
      `1 company within 1 mile of ${place}`,
    ],
    [
      { companies: away(1, 2), hasMore: true, sort: 'distance', place },
      `The nearest 2 companies within 2 miles of ${place}`,
    ],
    [
      { companies: away(5, 1), hasMore: true, sort: 'name', place },
      `The first 2 companies within 5 miles of ${place}`,
    ],
    [
      { companies: away(5, null), hasMore: false, sort: 'distance', place },
      `1 company within 5 miles of ${place}, and 1 that did not say where`,
    ],
    [
      { companies: away(null), hasMore: false, sort: 'distance', place },
      '1 company, none of them on the map',
    ],
    [{ companies: [], hasMore: false, sort: 'distance', place }, '0 companies'],
  ] as const)('%j', (shown, sentence) => {
    expect(printShown(shown)).toBe(sentence)
  })
})

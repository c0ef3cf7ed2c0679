import { describe, expect, test } from 'vitest'
import type { SearchParams } from './search-params.ts'
import {
  countFilters,
  formatCoordinates,
  parseCoordinates,
  parseSearchParams,
  sortOf,
  toCompanySearch,
} from './search-params.ts'

const reading = (text: string): SearchParams => {
  const query = new URLSearchParams(text)
  return parseSearchParams(name => query.get(name) ?? undefined)
}

describe('the URL describes the search', () => {
  test.each<[string, SearchParams]>([
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
    ['sort=rating&view=globe&next=3', { sort: 'rating' }],
    ['sort=stars', {}],
    ['at=north', {}],
  ])('%j', (text, expected) => {
    expect(reading(text)).toEqual(expected)
  })

  test('never includes more than the search accepts', () => {
    expect(reading(`q=${'x'.repeat(500)}`).q).toHaveLength(100)
    expect(reading(`near=${'x'.repeat(500)}`).near).toHaveLength(300)
    expect(parseSearchParams(() => ['twice']).q).toBeUndefined()
    expect(parseSearchParams(name => (name === 'q' ? 'a\0b\ud800' : null)).q).toBe('ab\ufffd')
  })
})

describe('a coordinate pair', () => {
  test.each(['', '1', '91,0', '0,181', '1,2,3', ' 1,2', '1e1,2', 'NaN,NaN', '1.1234567,2'])(
    'is not %j',
    text => {
      expect(parseCoordinates(text)).toBeNull()
    },
  )

  test('survives the round trip unchanged', () => {
    const spot = { latitude: -41.682, longitude: 179.97 }
    expect(parseCoordinates(formatCoordinates(spot))).toEqual(spot)
  })
})

describe('the search built from a URL', () => {
  test.each<[SearchParams, object]>([
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
    [{ sort: 'rating' }, { sort: 'rating' }],
    [
      { near: 'Elkhart', sort: 'rating', verified: 'yes' },
      { place: 'Elkhart', sort: 'rating', verified: true },
    ],
    // Without a location, distance and mobile service cannot be filtered.
    [{ comes: 'yes', sort: 'name', open: 'yes' }, { openNow: true }],
    [
      { trusted: 'yes', verified: 'yes' },
      { trusted: true, verified: true },
    ],
  ])('%j', (params, search) => {
    expect(toCompanySearch(params)).toEqual(search)
  })

  test.each<[SearchParams, string]>([
    [{}, 'name'],
    [{ sort: 'name' }, 'name'],
    [{ sort: 'rating' }, 'rating'],
    [{ near: 'Elkhart' }, 'distance'],
    [{ at: '1,2', sort: 'name' }, 'name'],
    [{ near: 'Elkhart', sort: 'rating' }, 'rating'],
  ])('%j is sorted by %s', (params, sort) => {
    expect(sortOf(params)).toBe(sort)
  })

  test('a place by name or by map is one filter', () => {
    expect(countFilters({ q: 'rv', near: 'Elkhart', at: '1,2', open: 'yes', view: 'map' })).toBe(2)
  })
})

import { describe, expect, test } from 'vitest'
import { formatResultSummary } from './result-summary.ts'

describe('the results summary is one sentence', () => {
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
      `1 company within 5 miles of ${place}, and 1 without a location`,
    ],
    [
      { companies: away(null), hasMore: false, sort: 'distance', place },
      '1 company, none of them on the map',
    ],
    [{ companies: [], hasMore: false, sort: 'distance', place }, '0 companies'],
  ] as const)('%j', (shown, sentence) => {
    expect(formatResultSummary(shown)).toBe(sentence)
  })
})

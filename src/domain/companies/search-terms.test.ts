import { expect, test } from 'vitest'
import { isOpenAt } from '#domain/bookings/booking.ts'
import { companySearchTerms, openLocalHours } from './search-terms.ts'

test.each([
  ['Bluebonnet, Elkhart', ['bluebonnet', 'elkhart']],
  ['Elkhart, IN 46516', ['elkhart', ' in', '46516']],
  ['46516-1234', ['46516-1234']],
  ['St. Émile', [' st', 'emile']],
  ['  ', []],
])('the search terms of %j', (asked, terms) => {
  expect(companySearchTerms(asked)).toEqual(terms)
})

test('local opening times exist for every time zone, matching the company’s own hours', () => {
  const zones = ['America/New_York', 'America/Los_Angeles', 'Pacific/Kiritimati', 'UTC']
  for (let hour = 0; hour < 24 * 8; hour += 1) {
    const at = new Date(Date.UTC(2025, 10, 1, hour, 59))
    const localHours = openLocalHours(at, zones)
    for (const timeZone of zones) {
      const local = localHours.find(one => one.timeZone === timeZone)
      const opening = { daysOfOperation: [2, 6], hoursOfOperation: [9, 17], timeZone } as const
      const isOpen =
        local !== undefined && local.weekday >= 2 && local.weekday <= 6 && local.hour >= 9 && local.hour < 17
      expect([at, timeZone, isOpen]).toEqual([at, timeZone, isOpenAt(at, opening)])
    }
  }
})

import { describe, expect, test } from 'vitest'
import { formatOpeningTimes, isOpenAt, type OpeningTimes, openLocalHours } from './opening-times.ts'

const INDIANA = 'America/Indiana/Indianapolis'
const shop: OpeningTimes = { daysOfOperation: [1, 5], hoursOfOperation: [8, 18], timeZone: INDIANA }
/** Thursday, 2:00 PM in Elkhart. */
const now = new Date('2025-11-20T19:00:00Z')

describe('whether the shop is open', () => {
  test.each([
    ['2025-11-20T12:59:00Z', false],
    ['2025-11-20T13:00:00Z', true],
    ['2025-11-20T22:59:00Z', true],
    ['2025-11-20T23:00:00Z', false],
    ['2025-11-22T15:00:00Z', false],
  ])('%s: %s', (at, isOpen) => {
    expect(isOpenAt(new Date(at), shop)).toBe(isOpen)
  })
})

test('open days and hours in words', () => {
  expect(formatOpeningTimes(shop, now)).toBe('Monday to Friday, 8 AM to 6 PM, Eastern Time')
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

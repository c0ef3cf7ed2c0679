import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayAfter, dayOf, isTimeZone, momentOf, printStamp, printTime, printUtcStamp } from './calendar.ts'

const INDIANA = 'America/Indiana/Indianapolis'
const TEXAS = 'America/Chicago'

describe('a moment on the wall of the shop', () => {
  test.each([
    ['2025-11-20T19:14:00Z', INDIANA, '20-11-2025 2:14 PM'],
    ['2025-11-20T19:14:00Z', TEXAS, '20-11-2025 1:14 PM'],
    ['2025-11-20T05:00:00Z', INDIANA, '20-11-2025 12:00 AM'],
    ['2025-11-20T04:59:59Z', INDIANA, '19-11-2025 11:59 PM'],
    ['2025-11-20T17:00:00Z', INDIANA, '20-11-2025 12:00 PM'],
    ['2025-11-20T17:59:59.999Z', INDIANA, '20-11-2025 12:59 PM'],
    ['2025-11-20T18:00:00Z', INDIANA, '20-11-2025 1:00 PM'],
    ['2026-01-01T05:30:00Z', TEXAS, '31-12-2025 11:30 PM'],
    ['2026-01-01T05:30:00Z', INDIANA, '01-01-2026 12:30 AM'],
    ['2024-02-29T12:00:00Z', TEXAS, '29-02-2024 6:00 AM'],
    ['2025-03-01T03:00:00Z', 'UTC', '01-03-2025 3:00 AM'],
    ['2025-03-01T03:00:00Z', 'Asia/Kathmandu', '01-03-2025 8:45 AM'],
  ])('%s in %s is %s', (at, timeZone, stamp) => {
    expect(printStamp(new Date(at), timeZone)).toBe(stamp)
  })

  test.each([
    ['before the clocks go forward', '2025-03-09T07:59:00Z', '09-03-2025 1:59 AM'],
    ['after they went forward', '2025-03-09T08:00:00Z', '09-03-2025 3:00 AM'],
    ['the first 1:30 of the night they go back', '2025-11-02T06:30:00Z', '02-11-2025 1:30 AM'],
    ['the second 1:30 of that night', '2025-11-02T07:30:00Z', '02-11-2025 1:30 AM'],
  ])('%s', (_, at, stamp) => {
    expect(printStamp(new Date(at), TEXAS)).toBe(stamp)
  })

  test('the stamp is the day turned round and the time, at every moment and in every zone', () => {
    const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    const zone = fc.constantFrom(INDIANA, TEXAS, 'UTC', 'Pacific/Auckland', 'America/St_Johns')
    fc.assert(
      fc.property(moment, zone, (at, timeZone) => {
        const day = dayOf(at, timeZone)
        expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
        expect(printTime(at, timeZone)).toMatch(/^(1[0-2]|[1-9]):[0-5]\d [AP]M$/)
        expect(printStamp(at, timeZone)).toBe(
          `${day.split('-').toReversed().join('-')} ${printTime(at, timeZone)}`,
        )
      }),
    )
  })
})

test.each([
  ['2025-11-20T04:59:59Z', INDIANA, '2025-11-19'],
  ['2025-11-20T05:00:00Z', INDIANA, '2025-11-20'],
  ['2025-11-20T05:00:00Z', TEXAS, '2025-11-19'],
  ['2025-07-20T04:00:00Z', INDIANA, '2025-07-20'],
  ['2025-07-20T03:59:59Z', INDIANA, '2025-07-19'],
])('%s in %s falls on %s', (at, timeZone, day) => {
  expect(dayOf(new Date(at), timeZone)).toBe(day)
})

test("the specification's UTC stamp has seconds and no zone", () => {
  expect(printUtcStamp(new Date('2025-11-20T09:05:07.999Z'))).toBe('2025-11-20 09:05:07')
})

test.each([
  [INDIANA, true],
  ['UTC', true],
  ['', false],
  ['Indiana', false],
  ['America/Elkhart', false],
  ["UTC'; drop table company; --", false],
])('%j is a time zone: %s', (name, isKnown) => {
  expect(isTimeZone(name)).toBe(isKnown)
})

test.each([
  ['2025-11-20', 18, INDIANA, '2025-11-20T23:00:00Z'],
  ['2025-07-20', 18, INDIANA, '2025-07-20T22:00:00Z'],
  ['2025-03-09', 1, TEXAS, '2025-03-09T07:00:00Z'],
  ['2025-03-09', 3, TEXAS, '2025-03-09T08:00:00Z'],
  ['2025-11-02', 3, TEXAS, '2025-11-02T09:00:00Z'],
  ['2025-11-20', 0, 'Asia/Kathmandu', '2025-11-19T18:15:00Z'],
])('%s at %d:00 in %s is %s', (day, hour, timeZone, at) => {
  expect(momentOf(day, hour, timeZone)).toEqual(new Date(at))
})

test.each([
  ['2025-11-20', '2025-11-21'],
  ['2025-12-31', '2026-01-01'],
  ['2024-02-28', '2024-02-29'],
])('the day after %s is %s', (day, next) => {
  expect(dayAfter(day)).toBe(next)
})

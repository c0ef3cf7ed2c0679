import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OpeningTimes } from '#domain/companies/opening-times.ts'
import { formatStamp } from '#domain/lib/company-time.ts'
import { clockIn } from './clock.ts'
import { closingAfter, wasLeftRunning } from './closing.ts'

const INDIANA = 'America/Indiana/Indianapolis'
const TEXAS = 'America/Chicago'

const openUntil = (hour: number, timeZone: string): OpeningTimes => ({
  ...{ daysOfOperation: [1, 5], hoursOfOperation: [8, hour], weekdayHours: [], timeZone },
})

const at = (time: string) => new Date(`2025-11-20T${time}Z`)
const session = (clockedIn: string, clockedOut: string | null, checked: string | null = null) => ({
  ...clockIn('a', { id: 'rosa', name: 'Rosa Díaz' }, at(clockedIn)),
  clockOutTime: clockedOut === null ? null : at(clockedOut),
  checkedAt: checked === null ? null : at(checked),
})

describe('the company’s first closing after clocking in', () => {
  test.each([
    ['in the afternoon', '2025-11-20T19:00:00Z', INDIANA, '2025-11-20T23:00:00Z'],
    ['by an hour later on a clock further west', '2025-11-20T19:00:00Z', TEXAS, '2025-11-21T00:00:00Z'],
    ['a moment before it', '2025-11-20T22:59:59Z', INDIANA, '2025-11-20T23:00:00Z'],
    ['at it: the next day’s', '2025-11-20T23:00:00Z', INDIANA, '2025-11-21T23:00:00Z'],
    ['in the evening: the next day’s', '2025-11-21T02:00:00Z', INDIANA, '2025-11-21T23:00:00Z'],
    ['on the last evening of the year', '2026-01-01T01:00:00Z', TEXAS, '2026-01-02T00:00:00Z'],
    ['on the day the clocks go forward', '2025-03-09T14:00:00Z', TEXAS, '2025-03-09T23:00:00Z'],
    ['the evening before that day', '2025-03-09T01:00:00Z', TEXAS, '2025-03-09T23:00:00Z'],
    ['on the day the clocks go back', '2025-11-02T06:30:00Z', TEXAS, '2025-11-03T00:00:00Z'],
    ['east of Greenwich', '2025-11-20T19:00:00Z', 'Pacific/Auckland', '2025-11-21T05:00:00Z'],
    ['by a quarter hour', '2025-11-20T08:00:00Z', 'Asia/Kathmandu', '2025-11-20T12:15:00Z'],
  ])('%s', (_, clockedIn, timeZone, closing) => {
    expect(closingAfter(new Date(clockedIn), openUntil(18, timeZone))).toEqual(new Date(closing))
  })

  test('is that of the weekday, if it has hours of its own', () => {
    const opening = openUntil(18, INDIANA)
    const weekdayHours = [
      { weekday: 6, opens: 9, closes: 12 },
      { weekday: 4, opens: null, closes: null },
    ]
    const closing = (clockedIn: string) =>
      closingAfter(new Date(clockedIn), { ...opening, weekdayHours }).toISOString()
    expect(closing('2025-11-22T15:00:00Z')).toBe('2025-11-22T17:00:00.000Z')
    expect(closing('2025-11-21T23:30:00Z')).toBe('2025-11-22T17:00:00.000Z')
    expect(closing('2025-11-20T15:00:00Z')).toBe('2025-11-20T23:00:00.000Z')
  })

  test("is in the future, at the company's closing hour, and within 25 hours, in every zone", () => {
    const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    const zone = fc.constantFrom(
      INDIANA,
      TEXAS,
      'UTC',
      'Pacific/Auckland',
      'America/St_Johns',
      'Asia/Kathmandu',
    )
    fc.assert(
      fc.property(moment, zone, fc.integer({ min: 9, max: 18 }), (clockedIn, timeZone, hour) => {
        const closing = closingAfter(clockedIn, openUntil(hour, timeZone))
        const wait = closing.getTime() - clockedIn.getTime()
        expect(wait).toBeGreaterThan(0)
        expect(wait).toBeLessThanOrEqual(25 * 60 * 60_000)
        expect(formatStamp(closing, timeZone)).toContain(` ${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`)
      }),
    )
  })
})

describe('a missed clock-out is a session', () => {
  // Closing is 6 PM in Indiana: 23:00 UTC.
  test.each([
    ['runs before closing', session('14:00:00', null), '22:59:00', false],
    ['runs after closing', session('14:00:00', null), '23:00:01', true],
    ['ended before closing', session('14:00:00', '22:59:00'), '23:30:00', false],
    ['ended after closing', session('14:00:00', '23:10:00'), '23:30:00', true],
    ['was looked at after closing', session('14:00:00', '23:10:00', '23:20:00'), '23:30:00', false],
    ['was looked at before closing, and ran on', session('14:00:00', null, '15:00:00'), '23:30:00', true],
  ])('that %s', (_, stored, now, expected) => {
    expect(wasLeftRunning(stored, openUntil(18, INDIANA), at(now))).toBe(expected)
  })
})

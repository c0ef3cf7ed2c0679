import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDecimalMinutes, formatDuration, formatHours, formatRunning, toHundredths } from './hours.ts'

const MINUTE_MS = 60_000

describe('hours are printed as XhYYm', () => {
  test.each([
    [0, '0h00m'],
    [0.01, '0h01m'],
    [0.25, '0h15m'],
    [1, '1h00m'],
    [1.25, '1h15m'],
    [1.99, '1h59m'],
    [2.5, '2h30m'],
    [9.99, '9h59m'],
    [12.75, '12h45m'],
    [1000, '1000h00m'],
  ])('%d hours are printed as %s', (hours, printed) => {
    expect(formatHours(hours)).toBe(printed)
  })

  test.each([
    [0, '0h00m'],
    [29_999, '0h00m'],
    [30_000, '0h01m'],
    [59 * MINUTE_MS + 30_000, '1h00m'],
    [61 * MINUTE_MS, '1h01m'],
    [100 * 60 * MINUTE_MS, '100h00m'],
  ])('%d milliseconds are printed as %s', (milliseconds, printed) => {
    expect(formatDuration(milliseconds)).toBe(printed)
  })

  test.each([
    [0, '0:00'],
    [59_999, '0:00'],
    [60_000, '0:01'],
    [59 * MINUTE_MS + 59_999, '0:59'],
    [60 * MINUTE_MS, '1:00'],
    [25 * 60 * MINUTE_MS + 7 * MINUTE_MS, '25:07'],
  ])('a clock that has run %d milliseconds shows %s', (milliseconds, printed) => {
    expect(formatRunning(milliseconds)).toBe(printed)
  })

  test('minutes never reach 60, and rounding is at most half a minute', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), hundredth => {
        const [, hours, minutes] = /^(\d+)h(\d\d)m$/.exec(formatHours(hundredth / 100)) ?? []
        expect(Number(minutes)).toBeLessThan(60)
        expect(Math.abs(Number(hours) * 60 + Number(minutes) - (hundredth * 60) / 100)).toBeLessThanOrEqual(
          0.5,
        )
      }),
    )
  })
})

test('every time with two decimals is a whole number of hundredths', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 100_000 }), whole => toHundredths(whole / 100) === whole))
})

test.each([
  [0, '0.00'],
  [90_000, '1.50'],
  [100_000, '1.67'],
  [3_600_000, '60.00'],
])('%d milliseconds spent are %s minutes', (milliseconds, minutes) => {
  expect(formatDecimalMinutes(milliseconds)).toBe(minutes)
})

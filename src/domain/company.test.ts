import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAYS, HOURS, isSpanWithin, STARTING_SETTINGS } from './company.ts'

test('a company starts unproven, open from Monday to Friday and 8 to 18', () => {
  expect(STARTING_SETTINGS).toEqual({
    mobileBusiness: false,
    onTimeStatus: false,
    pendingStatus: true,
    trusted: false,
    verified: false,
    daysOfOperation: [1, 5],
    hoursOfOperation: [8, 18],
  })
})

test.each([
  [[1, 7], DAYS, true],
  [[1, 2], DAYS, true],
  [[3, 3], DAYS, false],
  [[5, 1], DAYS, false],
  [[0, 5], DAYS, false],
  [[1, 8], DAYS, false],
  [[8, 18], HOURS, true],
  [[17, 18], HOURS, true],
  [[7, 18], HOURS, false],
  [[8, 19], HOURS, false],
] as const)('%j within %j: %s', (span, limits, isWithin) => {
  expect(isSpanWithin(span, limits)).toBe(isWithin)
})

test('a span is within its limits exactly when both ends are and they are at least 1 apart', () => {
  const end = fc.integer({ min: -2, max: 30 })
  fc.assert(
    fc.property(end, end, (from, to) => {
      const inside = [from, to].every(value => value >= 8 && value <= 18)
      expect(isSpanWithin([from, to], HOURS)).toBe(inside && to >= from + 1)
    }),
  )
})

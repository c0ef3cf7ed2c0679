import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#domain/lib/calendar-date.ts'
import { formatPeriod, verificationPeriodErrors } from './verification-period.ts'

const TODAY = '2026-11-21'

test.each([
  ['2026-10-01', '2026-11-22', 'This date is in the future.'],
  ['2026-11-21', '2026-11-20', 'The last day must be after the first.'],
  ['2026-10-25', '2026-11-20', 'A month has at least 28 days. You entered 27.'],
  ['2026-11-21', '2026-11-21', 'A month has at least 28 days. You entered 1.'],
])('%s to %s is not a month: %s', (from, until, sentence) => {
  expect(verificationPeriodErrors({ from, until }, TODAY)).toEqual({ until: sentence })
})

test.each([
  ['2026-10-25', '2026-11-21', 'Oct 25 – Nov 21, 2026'],
  ['2026-02-01', '2026-02-28', 'Feb 1 – Feb 28, 2026'],
  ['2025-12-09', '2026-01-05', 'Dec 9, 2025 – Jan 5, 2026'],
])('%s to %s is a month, written as %s', (from, until, text) => {
  expect(verificationPeriodErrors({ from, until }, TODAY)).toEqual({})
  expect(formatPeriod({ from, until })).toBe(text)
})

test('a month is 28 days or more, whenever it starts', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4000 }), fc.integer({ min: 0, max: 90 }), (ago, length) => {
      const until = addDays(TODAY, -ago)
      const isMonth = length >= 28
      const errors = verificationPeriodErrors({ from: addDays(until, 1 - length), until }, TODAY)
      expect(Object.keys(errors)).toEqual(isMonth ? [] : ['until'])
    }),
  )
})

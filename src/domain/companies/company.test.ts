import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  DAYS,
  DEFAULT_SETTINGS,
  dayName,
  formatDays,
  formatOpenHours,
  HOURS,
  hourName,
  isSpanWithin,
  normalizeTimeZone,
} from './company.ts'

test('a company starts unverified, open Monday to Friday, 8 to 18', () => {
  expect(DEFAULT_SETTINGS).toEqual({
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
] as const)('%j within %j is valid: %s', (span, limits, isWithin) => {
  expect(isSpanWithin(span, limits)).toBe(isWithin)
})

test('a range is valid exactly when both ends are within limits and at least 1 apart', () => {
  const end = fc.integer({ min: -2, max: 30 })
  fc.assert(
    fc.property(end, end, (from, to) => {
      const inside = [from, to].every(value => value >= 8 && value <= 18)
      expect(isSpanWithin([from, to], HOURS)).toBe(inside && to >= from + 1)
    }),
  )
})

test.each([
  [[1, 5], 'Mon to Fri'],
  [[1, 7], 'Mon to Sun'],
  [[2, 6], 'Tue to Sat'],
  [[3, 4], 'Wed to Thu'],
] as const)('the days %j are written as "%s"', (span, words) => {
  expect(formatDays(span)).toBe(words)
})

test.each([
  [[8, 18], '8 AM to 6 PM'],
  [[9, 12], '9 AM to 12 PM'],
  [[12, 13], '12 PM to 1 PM'],
] as const)('the hours %j are written as "%s"', (span, words) => {
  expect(formatOpenHours(span)).toBe(words)
})

test('every day and hour has a unique name', () => {
  const namesOf = ([from, to]: readonly [number, number], nameOf: (value: number) => string) =>
    new Set(Array.from({ length: to - from + 1 }, (_, index) => nameOf(from + index)))
  expect(namesOf(DAYS, dayName).size).toBe(7)
  expect(namesOf(HOURS, hourName).size).toBe(11)
})

test.each([
  [0, '12 AM'],
  [11, '11 AM'],
  [12, '12 PM'],
  [23, '11 PM'],
  [24, '12 AM'],
])('hour %i is written as "%s"', (hour, words) => {
  expect(hourName(hour)).toBe(words)
})

test.each([
  ['America/Denver', 'America/Denver'],
  ['america/denver', 'America/Denver'],
  ['US/Mountain', 'America/Denver'],
  ['UTC', 'UTC'],
  ['-07:00', null],
  ['Mars/Olympus', null],
  ['', null],
])('%j is stored as %j', (name, stored) => {
  expect(normalizeTimeZone(name)).toBe(stored)
})

import { expect, test } from 'vitest'
import { addDays, isDay, mondayOf } from './calendar-date.ts'

test.each([
  ['2026-11-21', 1, '2026-11-22'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-03-08', 7, '2026-03-15'],
])('%s plus %i days is %s', (date, days, expected) => expect(addDays(date, days)).toBe(expected))

test.each([
  ['2026-11-16', '2026-11-16'],
  ['2026-11-21', '2026-11-16'],
  ['2026-11-22', '2026-11-16'],
  ['2026-11-23', '2026-11-23'],
  ['2027-01-01', '2026-12-28'],
])('the week of %s begins on Monday %s', (date, monday) => expect(mondayOf(date)).toBe(monday))

test.each(['2026-02-29', '2026-13-01', '20261121', 'today', ''])('%j is not a date', text =>
  expect(isDay(text)).toBe(false),
)
test.each(['2028-02-29', '2026-11-21'])('%j is a date', text => expect(isDay(text)).toBe(true))

import { expect, test } from 'vitest'
import { dayLoadOf, formatDayLoad, isOverbooked } from './day-load.ts'

const weekdays = { daysOfOperation: [1, 5], hoursOfOperation: [8, 18], weekdayHours: [] } as const
const MONDAY = '2025-11-24'
const SUNDAY = '2025-11-23'

test.each([
  [MONDAY, [], '0h of 10h', false],
  [MONDAY, [3.25, 2.25], '5h30m of 10h', false],
  [MONDAY, [10], '10h of 10h', false],
  [MONDAY, [9, 1.25], '10h15m of 10h', true],
  // A sum of decimals, without their error.
  [MONDAY, [0.1, 0.2, 9.7], '10h of 10h', false],
  [SUNDAY, [], 'Closed', false],
  [SUNDAY, [2], '2h on a closed day', true],
] as const)('%s with tickets of %j hours: %s', (day, estimates, words, isOver) => {
  const load = dayLoadOf(day, estimates, weekdays)
  expect(formatDayLoad(load)).toBe(words)
  expect(isOverbooked(load)).toBe(isOver)
})

test('a weekday with hours of its own has as many', () => {
  const saturday = { ...weekdays, weekdayHours: [{ weekday: 6, opens: 9, closes: 12 }] }
  expect(formatDayLoad(dayLoadOf('2025-11-22', [1], saturday))).toBe('1h of 3h')
})

test.each([
  [MONDAY, [], 'Off'],
  [MONDAY, [2], '2h on a day off'],
  ['2025-11-25', [2], '2h of 4h'],
  [SUNDAY, [], 'Closed'],
] as const)(
  '%s of a technician with hours of their own, with tickets of %j hours: %s',
  (day, estimates, words) => {
    const workingHours = [
      { weekday: 1, opens: null, closes: null },
      { weekday: 2, opens: 7, closes: 11 },
    ]
    expect(formatDayLoad(dayLoadOf(day, estimates, weekdays, { workingHours, timeOff: [] }))).toBe(words)
  },
)

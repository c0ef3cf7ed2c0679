import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ShopTimes } from '#domain/employees/working-times.ts'
import {
  areWorkingTimesSet,
  dayLoadOf,
  formatDayLoad,
  formatFreeHours,
  freeHoursOf,
  isOverbooked,
  totalFreeHours,
} from './day-load.ts'

const weekdays: ShopTimes = {
  daysOfOperation: [1, 5],
  hoursOfOperation: [8, 18],
  weekdayHours: [],
  closedDays: [],
}
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

test('a closed day of the company is closed', () => {
  const closedDays = [{ firstDay: MONDAY, lastDay: MONDAY, reason: '' }]
  expect(formatDayLoad(dayLoadOf(MONDAY, [2], { ...weekdays, closedDays }))).toBe('2h on a closed day')
})

const load = (promised: number, open: number) => ({ promised, open, isOff: false })

test.each([
  [[], [], '0h free'],
  [[load(3.5, 10)], [], '6h30m free'],
  // Who has too much leaves the others their hours.
  [[load(14, 10), load(2, 4)], [], '2h free'],
  [[load(2, 10), load(10, 10)], [1.5, 0.25], '6h15m free'],
  [[load(2, 10)], [20], '0h free'],
] as const)('%j and without a technician %j: %s', (loads, ofNobody, text) =>
  expect(formatFreeHours(totalFreeHours(loads, ofNobody))).toBe(text),
)

test('free hours are never below nothing, nor more than are worked', () => {
  const hours = fc.integer({ min: 0, max: 2400 }).map(hundredths => hundredths / 100)
  const loads = fc.array(fc.tuple(hours, hours).map(([promised, open]) => load(promised, open)))
  fc.assert(
    fc.property(loads, fc.array(hours), (each, ofNobody) => {
      const total = totalFreeHours(each, ofNobody)
      const own = each.reduce((sum, one) => sum + freeHoursOf(one), 0)
      expect(total).toBeGreaterThanOrEqual(0)
      expect(total).toBeLessThanOrEqual(own + 1e-6)
      expect(own).toBeLessThanOrEqual(each.reduce((sum, { open }) => sum + open, 0) + 1e-6)
    }),
  )
})

test('they mean something once hours of a weekday or of a technician are set', () => {
  const none = { workingHours: [], timeOff: [] }
  const own = { ...none, workingHours: [{ weekday: 1, opens: 7, closes: 11 }] }
  expect(areWorkingTimesSet(weekdays, [none])).toBe(false)
  expect(areWorkingTimesSet(weekdays, [none, own])).toBe(true)
  expect(areWorkingTimesSet({ weekdayHours: own.workingHours }, [])).toBe(true)
})

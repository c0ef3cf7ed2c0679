import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  closedWeekdaySentence,
  formatOpeningTimes,
  hoursOfWeek,
  isOpenAt,
  isUsualHour,
  localHours,
  type OpeningTimes,
  openHoursSentence,
  openingSentence,
  WEEKDAYS,
  type WeekdayHours,
  weekdayHoursError,
} from './opening-times.ts'

const INDIANA = 'America/Indiana/Indianapolis'
const shop: OpeningTimes = {
  ...{ daysOfOperation: [1, 5], hoursOfOperation: [8, 18], weekdayHours: [] },
  timeZone: INDIANA,
}
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
    const usual = localHours(at, zones).filter(isUsualHour)
    for (const timeZone of zones) {
      const local = usual.find(one => one.timeZone === timeZone)
      const opening: OpeningTimes = {
        ...{ daysOfOperation: [2, 6], hoursOfOperation: [9, 17], weekdayHours: [] },
        timeZone,
      }
      const isOpen =
        local !== undefined && local.weekday >= 2 && local.weekday <= 6 && local.hour >= 9 && local.hour < 17
      expect([at, timeZone, isOpen]).toEqual([at, timeZone, isOpenAt(at, opening)])
    }
  }
})

const NOON_SATURDAY: WeekdayHours = { weekday: 6, opens: 9, closes: 12 }
const withHours = (...weekdayHours: WeekdayHours[]): OpeningTimes => ({ ...shop, weekdayHours })
const closedOn = (weekday: number): WeekdayHours => ({ weekday, opens: null, closes: null })

describe('with hours of its own, a weekday', () => {
  test.each([
    ['2025-11-22T13:59:00Z', false],
    ['2025-11-22T14:00:00Z', true],
    ['2025-11-22T16:59:00Z', true],
    ['2025-11-22T17:00:00Z', false],
    ['2025-11-20T19:00:00Z', false],
    ['2025-11-21T19:00:00Z', true],
  ])('is open within them, and closed if it is: %s: %s', (at, isOpen) => {
    expect(isOpenAt(new Date(at), withHours(NOON_SATURDAY, closedOn(4)))).toBe(isOpen)
  })

  test.each<[string, WeekdayHours[]]>([
    ['Mon–Fri 8 AM–6 PM, Sat 9 AM–noon', [NOON_SATURDAY]],
    ['Mon–Tue 8 AM–6 PM, Thu–Fri 8 AM–6 PM', [closedOn(3)]],
    ['Mon 8 AM–8 PM, Tue–Fri 8 AM–6 PM', [{ weekday: 1, opens: 8, closes: 20 }]],
    ['Mon–Sat 8 AM–6 PM', [{ weekday: 6, opens: 8, closes: 18 }]],
    ['Mon–Fri 8 AM–6 PM, Sun midnight–midnight', [{ weekday: 7, opens: 0, closes: 24 }]],
    ['Closed every day', [1, 2, 3, 4, 5].map(closedOn)],
  ])('is written as in %s', (words, hours) => {
    expect(formatOpeningTimes(withHours(...hours), now)).toBe(`${words}, Eastern Time`)
  })

  test('is named where a customer chose a closed day, or a time outside', () => {
    expect(closedWeekdaySentence(7, shop)).toBe(
      'The shop is closed on Sundays. Choose a day from Monday to Friday.',
    )
    expect(closedWeekdaySentence(7, withHours(NOON_SATURDAY))).toBe(
      'The shop is closed on Sundays. Choose a day from Monday to Saturday.',
    )
    expect(closedWeekdaySentence(3, withHours(closedOn(3), closedOn(2), NOON_SATURDAY))).toBe(
      'The shop is closed on Wednesdays. It is open Monday and Thursday to Saturday.',
    )
    expect(closedWeekdaySentence(3, withHours(...[1, 2, 3, 4, 5].map(closedOn)))).toBe(
      'The shop is closed on Wednesdays.',
    )
    expect(openHoursSentence(6, withHours(NOON_SATURDAY))).toBe(
      'The shop is open from 9 AM to noon on Saturdays.',
    )
    expect(openHoursSentence(1, shop)).toBe('The shop is open from 8 AM to 6 PM.')
  })

  test('is in the sentence that search engines show', () => {
    expect(openingSentence(shop)).toBe('Open Monday to Friday, 8 AM to 6 PM.')
    expect(openingSentence(withHours(NOON_SATURDAY))).toBe('Open Mon–Fri 8 AM–6 PM, Sat 9 AM–noon.')
    expect(openingSentence(withHours(...[1, 2, 3, 4, 5].map(closedOn)))).toBe('Closed every day.')
  })
})

test('the listed hours of each weekday are those in which the shop is open', () => {
  const hours = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 1, max: 24 }))
    .map(([opens, closes]) => (opens < closes ? { opens, closes } : { opens: null, closes: null }))
  const week = fc.uniqueArray(
    fc.tuple(fc.constantFrom(...WEEKDAYS), hours).map(([weekday, times]) => ({ weekday, ...times })),
    { selector: ({ weekday }) => weekday },
  )
  const moment = fc.date({ min: new Date('2011-06-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(
      week,
      moment,
      fc.constantFrom(INDIANA, 'Asia/Kathmandu', 'Pacific/Apia'),
      (own, at, timeZone) => {
        const opening = { ...shop, weekdayHours: own, timeZone }
        const [local] = localHours(at, [timeZone])
        const [opens = 0, closes = 0] = hoursOfWeek(opening)[(local?.weekday ?? 0) - 1] ?? []
        const hour = local?.hour ?? -1
        expect(opens <= hour && hour < closes).toBe(isOpenAt(at, opening))
      },
    ),
  )
})

test.each([
  [{ opens: 9, closes: 12 }, null],
  [{ opens: null, closes: null }, null],
  [
    { opens: 9, closes: null },
    { field: 'closes', sentence: 'Choose when you close.' },
  ],
  [
    { opens: null, closes: 12 },
    { field: 'opens', sentence: 'Choose when you open.' },
  ],
  [
    { opens: 9, closes: 9 },
    { field: 'closes', sentence: 'Choose a later hour than the one you open.' },
  ],
  [
    { opens: 12, closes: 9 },
    { field: 'closes', sentence: 'You would close before you open.' },
  ],
])('hours %j have the error %j', (hours, error) => {
  expect(weekdayHoursError(hours)).toEqual(error)
})

test.each<[Omit<WeekdayHours, 'weekday'>, string]>([
  [{ opens: 9, closes: null }, 'Choose when the day ends.'],
  [{ opens: null, closes: 12 }, 'Choose when the day starts.'],
  [{ opens: 9, closes: 9 }, 'Choose a later hour than the one it starts.'],
  [{ opens: 12, closes: 9 }, 'The day would end before it starts.'],
])('hours %j of a technician are refused: %s', (hours, sentence) => {
  expect(weekdayHoursError(hours, 'technician')?.sentence).toBe(sentence)
})

import { describe, expect, test } from 'vitest'
import type { OpeningTimes } from '#domain/companies/opening-times.ts'
import { formatDaysOff } from '#domain/lib/days-off.ts'
import { bookingTimeError, offeredTimes } from './bookable-times.ts'
import {
  type BookedTime,
  type BookingLimits,
  closedDaysError,
  NO_LIMITS,
  rulesProblem,
} from './booking-rules.ts'

const shop: OpeningTimes = {
  ...{ daysOfOperation: [1, 5], hoursOfOperation: [8, 18], weekdayHours: [] },
  timeZone: 'America/Indiana/Indianapolis',
}
/** Thursday, 2:00 PM in Elkhart. */
const now = new Date('2025-11-20T19:00:00Z')
const MONDAY = '2025-11-24'
const TUESDAY = '2025-11-25'

const HOLIDAY = { firstDay: '2025-11-27', lastDay: '2025-11-28', reason: 'Thanksgiving' }
const dropOff = (time: string, day = MONDAY): BookedTime => ({ day, time, place: 'shop' })
const visit = (time: string, day = MONDAY): BookedTime => ({ day, time, place: 'site' })

const rulesOf = (limits: Partial<BookingLimits> = {}, booked: readonly BookedTime[] = []) => ({
  ...{ closedDays: [HOLIDAY], booked },
  limits: { ...NO_LIMITS, ...limits },
})

describe('a time is not offered', () => {
  test.each<[string, BookedTime, ReturnType<typeof rulesOf>, string, string]>([
    [
      'on closed days',
      dropOff('09:00', '2025-11-28'),
      rulesOf(),
      'day',
      'The shop is closed Thu, Nov 27 to Fri, Nov 28, 2025 (Thanksgiving).',
    ],
    [
      'once a day has all its drop-offs',
      dropOff('16:00'),
      rulesOf({ dropOffsPerDay: 2 }, [dropOff('08:00'), dropOff('08:30')]),
      ...(['day', 'This day is fully booked.'] as const),
    ],
    [
      'once an hour has all its drop-offs',
      dropOff('08:30'),
      rulesOf({ dropOffsPerHour: 1 }, [dropOff('08:00')]),
      ...(['time', 'This time is fully booked.'] as const),
    ],
    [
      'once a day has all its visits',
      visit('16:00'),
      rulesOf({ visitsPerDay: 1 }, [visit('08:00')]),
      ...(['day', 'This day is fully booked.'] as const),
    ],
    [
      'without any visits',
      visit('16:00'),
      rulesOf({ visitsPerDay: 0 }),
      'day',
      'The shop takes no mobile visits online.',
    ],
  ])('%s', (_, time, rules, field, problem) => {
    expect(rulesProblem(time, rules)).toMatchObject({ field, problem })
  })
})

test('drop-offs and visits, hours and days count apart, and without limits any number is taken', () => {
  const booked = [dropOff('08:00'), dropOff('08:30'), visit('09:00')]
  const limits = { dropOffsPerHour: 2, dropOffsPerDay: 3, visitsPerDay: 2 }
  for (const time of [dropOff('09:00'), visit('08:00'), dropOff('08:00', TUESDAY)])
    expect(rulesProblem(time, rulesOf(limits, booked))).toBeNull()
  expect(rulesProblem(dropOff('08:00'), rulesOf({}, Array(500).fill(dropOff('08:00'))))).toBeNull()
})

test('what the customer reads says what to choose', () => {
  const full = rulesOf({ dropOffsPerHour: 1 }, [dropOff('08:00')])
  expect(bookingTimeError(dropOff('08:30'), shop, full, now)).toMatchObject({
    field: 'time',
    sentence: 'This time is fully booked. Choose another time.',
  })
  expect(bookingTimeError(dropOff('08:30', '2025-11-22'), shop, full, now)?.sentence).toMatch(/Saturdays/)
})

describe('a day offers', () => {
  test('its free times', () => {
    const rules = rulesOf({ dropOffsPerHour: 1 }, [dropOff('08:00'), dropOff('17:30')])
    const { times, ...rest } = offeredTimes({ day: MONDAY, place: 'shop' }, shop, rules, now)
    expect(times).toEqual(
      [9, 10, 11, 12, 13, 14, 15, 16].flatMap(hour => [
        `${String(hour).padStart(2, '0')}:00`,
        `${String(hour).padStart(2, '0')}:30`,
      ]),
    )
    expect(rest).toEqual({ reason: null, nextDay: null })
  })

  test.each<[string, string, Partial<BookingLimits>, readonly BookedTime[], string, string | null]>([
    [
      'a weekend',
      '2025-11-22',
      {},
      [],
      'The shop is closed on Saturdays. Choose a day from Monday to Friday.',
      MONDAY,
    ],
    [
      'a holiday',
      '2025-11-27',
      {},
      [],
      'The shop is closed Thu, Nov 27 to Fri, Nov 28, 2025 (Thanksgiving). Choose another day.',
      '2025-12-01',
    ],
    [
      'a full day',
      MONDAY,
      { dropOffsPerDay: 1 },
      [dropOff('08:00'), dropOff('08:00', TUESDAY)],
      'This day is fully booked. Choose another day.',
      '2025-11-26',
    ],
    ['no drop-offs at all', MONDAY, { dropOffsPerDay: 0 }, [], 'The shop takes no drop-offs online.', null],
  ])('none on %s, and says the next day that does', (_, day, limits, booked, reason, nextDay) => {
    const offered = offeredTimes({ day, place: 'shop' }, shop, rulesOf(limits, booked), now)
    expect(offered).toEqual({ times: [], reason, nextDay })
  })

  test('nothing late in the evening, or with each hour full', () => {
    const evening = new Date('2025-11-20T22:45:00Z')
    const request = { day: '2025-11-20', place: 'shop' } as const
    expect(offeredTimes(request, shop, rulesOf(), evening)).toEqual({
      ...{ times: [], nextDay: '2025-11-21' },
      reason: 'No more times on this day. Choose another day.',
    })
    const hours = Array.from({ length: 10 }, (_, hour) => dropOff(`${String(8 + hour).padStart(2, '0')}:00`))
    const full = rulesOf({ dropOffsPerHour: 1 }, hours)
    expect(offeredTimes({ ...request, day: MONDAY }, shop, full, now)).toMatchObject({
      ...{ reason: 'This day is fully booked. Choose another day.', nextDay: TUESDAY },
    })
  })

  test('nothing before the earliest time that is asked for', () => {
    const notBefore = new Date('2025-11-21T20:00:00Z')
    const on = (day: string) => offeredTimes({ day, place: 'shop', notBefore }, shop, rulesOf(), now)
    expect(on('2025-11-20')).toEqual({
      ...{ times: [], nextDay: '2025-11-21' },
      reason: 'No more times on this day. Choose another day.',
    })
    expect(on('2025-11-21').times[0]).toBe('15:00')
  })
})

describe('closed days', () => {
  test('are named with their reason', () => {
    const day = { firstDay: '2025-12-24', lastDay: '2025-12-24', reason: '' }
    expect(formatDaysOff(day)).toBe('Wed, Dec 24, 2025')
    expect(formatDaysOff({ ...day, lastDay: '2026-01-01', reason: 'Holidays' })).toBe(
      'Wed, Dec 24 to Thu, Jan 1, 2026 (Holidays)',
    )
  })

  test.each<[string, string, 'firstDay' | 'lastDay', string]>([
    ['2025-12-02', '2025-12-01', 'lastDay', 'The last day is before the first.'],
    ['2025-11-18', '2025-11-19', 'firstDay', 'These days have passed.'],
    ['2025-12-01', '2026-12-02', 'lastDay', 'Choose a year or less.'],
    [
      '2025-11-28',
      '2025-12-05',
      'firstDay',
      'You are already closed Thu, Nov 27 to Fri, Nov 28, 2025 (Thanksgiving).',
    ],
    [
      '2025-11-20',
      '2025-12-05',
      'firstDay',
      'You are already closed Thu, Nov 27 to Fri, Nov 28, 2025 (Thanksgiving).',
    ],
  ])('from %s to %s are refused', (firstDay, lastDay, field, sentence) => {
    expect(closedDaysError({ firstDay, lastDay, reason: '' }, [HOLIDAY], '2025-11-20')).toEqual({
      field,
      sentence,
    })
  })

  test('are taken today, for a year, and until there are a hundred', () => {
    const year = { firstDay: '2025-12-01', lastDay: '2026-12-01', reason: '' }
    expect(closedDaysError(year, [HOLIDAY], '2025-11-20')).toBeNull()
    expect(
      closedDaysError({ ...year, firstDay: '2025-11-20', lastDay: '2025-11-20' }, [], '2025-11-20'),
    ).toBeNull()
    expect(closedDaysError(year, Array(100).fill(HOLIDAY), '2025-11-20')?.sentence).toBe(
      'There are 100 entries. Remove some first.',
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOpenAt, type OpeningTimes } from '#domain/companies/opening-times.ts'
import { localTimeOf } from '#domain/lib/company-time.ts'
import {
  bookableSpan,
  firstBookableDay,
  formatTimeOfDay,
  requestedTimeError,
  startTimes,
  timesOn,
  timestampOfRequest,
} from './bookable-times.ts'

const INDIANA = 'America/Indiana/Indianapolis'
const shop: OpeningTimes = {
  ...{ daysOfOperation: [1, 5], hoursOfOperation: [8, 18], weekdayHours: [] },
  timeZone: INDIANA,
}
/** Thursday, 2:00 PM in Elkhart. */
const now = new Date('2025-11-20T19:00:00Z')

describe('an impossible booking time is refused beside its field', () => {
  test.each<[string, string, string, string]>([
    ['2025-11-19', '10:00', 'day', 'This date has passed. Choose a later date.'],
    ['2026-05-20', '10:00', 'day', 'Choose a date on or before Tuesday, May 19, 2026.'],
    ['2025-11-22', '10:00', 'day', 'The shop is closed on Saturdays. Choose a day from Monday to Friday.'],
    ['2025-11-23', '10:00', 'day', 'The shop is closed on Sundays. Choose a day from Monday to Friday.'],
    ['2025-11-20', '13:30', 'time', 'This time has passed. Choose a later time.'],
    ['2025-11-20', '14:00', 'time', 'This time has passed. Choose a later time.'],
    ...['07:30', '18:00', '10:15', '00:00', '24:00', 'noon', ''].map(
      (time): [string, string, string, string] => [
        '2025-11-21',
        time,
        'time',
        'The shop is open from 8 AM to 6 PM. Choose a time on the hour or half hour.',
      ],
    ),
  ])('%s at %s', (day, time, field, sentence) => {
    expect(requestedTimeError({ day, time }, shop, now)).toEqual({ field, sentence })
  })

  test('also when daylight saving time skips it', () => {
    // Samoa crossed the date line: it had no December 30, 2011.
    const apia = { ...shop, timeZone: 'Pacific/Apia' }
    const before = new Date('2011-12-20T20:00:00Z')
    const skipped = { day: '2011-12-30', time: '10:00' }
    expect(requestedTimeError(skipped, apia, before)).toEqual({
      field: 'time',
      sentence: 'The clocks skip this time that day. Choose another time.',
    })
    expect(requestedTimeError({ ...skipped, day: '2011-12-29' }, apia, before)).toBeNull()
    expect(requestedTimeError({ day: '2012-01-02', time: '10:00' }, apia, before)).toBeNull()
    expect(timesOn('2011-12-30', apia, before)).toEqual([])
  })

  test('half an hour before closing is the last bookable time', () => {
    expect(requestedTimeError({ day: '2025-11-21', time: '17:30' }, shop, now)).toBeNull()
    expect(requestedTimeError({ day: '2025-11-20', time: '14:30' }, shop, now)).toBeNull()
    expect(requestedTimeError({ day: '2026-05-19', time: '08:00' }, shop, now)).toBeNull()
  })
})

test('a date in the customer’s zone is the company’s date: late in Elkhart it is tomorrow in London', () => {
  const late = new Date('2025-11-21T04:30:00Z')
  expect(bookableSpan(shop, late)).toEqual({ from: '2025-11-20', to: '2026-05-19' })
  expect(firstBookableDay(shop, late)).toBe('2025-11-21')
  expect(firstBookableDay(shop, new Date('2025-11-21T22:45:00Z'))).toBe('2025-11-24')
  expect(firstBookableDay(shop, now)).toBe('2025-11-20')
})

test('every time offered is accepted, and is shown in the company’s time zone as it was chosen', () => {
  const opening = fc.record({
    daysOfOperation: fc
      .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }))
      .map(([from, length]): [number, number] => [from, Math.min(7, from + length)]),
    hoursOfOperation: fc
      .tuple(fc.integer({ min: 8, max: 17 }), fc.integer({ min: 1, max: 10 }))
      .map(([from, length]): [number, number] => [from, Math.min(18, from + length)]),
    weekdayHours: fc.constant([]),
    timeZone: fc.constantFrom(
      INDIANA,
      'America/Chicago',
      'Pacific/Apia',
      'Asia/Kathmandu',
      'America/St_Johns',
    ),
  })
  const moment = fc.date({ min: new Date('2011-06-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(opening, moment, (hours, at) => {
      const day = firstBookableDay(hours, at)
      const times = timesOn(day, hours, at)
      expect(times.length).toBeGreaterThan(0)
      for (const time of times) {
        const wanted = timestampOfRequest({ day, time }, hours) ?? new Date(0)
        expect(wanted > at).toBe(true)
        expect(localTimeOf(wanted, hours.timeZone)).toBe(`${day}T${time}`)
        expect(isOpenAt(wanted, hours)).toBe(true)
      }
    }),
    { numRuns: 60 },
  )
})

describe('on a weekday with hours of its own', () => {
  const ownHours = {
    ...shop,
    weekdayHours: [
      { weekday: 6, opens: 9, closes: 12 },
      { weekday: 1, opens: null, closes: null },
    ],
  }
  const [SATURDAY, SUNDAY, MONDAY] = ['2025-11-22', '2025-11-23', '2025-11-24'] as const

  test.each<[string, string, string, string]>([
    [
      SATURDAY,
      '08:30',
      'time',
      'The shop is open from 9 AM to noon on Saturdays. Choose a time on the hour or half hour.',
    ],
    [
      SATURDAY,
      '12:00',
      'time',
      'The shop is open from 9 AM to noon on Saturdays. Choose a time on the hour or half hour.',
    ],
    [
      '2025-11-21',
      '18:00',
      'time',
      'The shop is open from 8 AM to 6 PM on Fridays. Choose a time on the hour or half hour.',
    ],
    [SUNDAY, '10:00', 'day', 'The shop is closed on Sundays. Choose a day from Tuesday to Saturday.'],
    [MONDAY, '10:00', 'day', 'The shop is closed on Mondays. Choose a day from Tuesday to Saturday.'],
  ])('%s at %s is refused', (day, time, field, sentence) => {
    expect(requestedTimeError({ day, time }, ownHours, now)).toEqual({ field, sentence })
  })

  test('every half hour of them is offered, and none on a closed one', () => {
    expect(timesOn(SATURDAY, ownHours, now)).toEqual(['09:00', '09:30', '10:00', '10:30', '11:00', '11:30'])
    expect(timesOn(MONDAY, ownHours, now)).toEqual([])
    expect(firstBookableDay(ownHours, new Date('2025-11-22T18:00:00Z'))).toBe('2025-11-25')
  })

  test('every time offered is when the shop is open, at any hour of any day', () => {
    const moment = fc.date({ min: new Date('2011-06-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    const zone = fc.constantFrom(INDIANA, 'America/Chicago', 'Pacific/Apia', 'America/St_Johns')
    const week = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, opens: weekday - 1, closes: 24 - weekday }))
    fc.assert(
      fc.property(zone, moment, (timeZone, at) => {
        const hours = { ...shop, timeZone, weekdayHours: week }
        const day = firstBookableDay(hours, at)
        const times = timesOn(day, hours, at)
        expect(times.length).toBeGreaterThan(0)
        for (const time of times) {
          const wanted = timestampOfRequest({ day, time }, hours) ?? new Date(0)
          expect(localTimeOf(wanted, timeZone)).toBe(`${day}T${time}`)
          expect(isOpenAt(wanted, hours)).toBe(true)
        }
      }),
      { numRuns: 60 },
    )
  })
})

test('bookable times are every half hour from opening', () => {
  expect(startTimes([8, 10])).toEqual(['08:00', '08:30', '09:00', '09:30'])
  expect(startTimes([8, 18])).toHaveLength(20)
  expect(['08:00', '12:30', '17:30'].map(formatTimeOfDay)).toEqual(['8:00 AM', '12:30 PM', '5:30 PM'])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dayAfter,
  dayOf,
  formatDate,
  formatDateTime,
  formatDay,
  formatDayWithYear,
  formatRelativeDay,
  formatStamp,
  formatTime,
  formatUtcStamp,
  formatWhen,
  isRepeatedTime,
  isTimeZone,
  localTimeOf,
  timestampOf,
  timestampOfLocalTime,
  timestampOfStamp,
  timestampOfUtcStamp,
  zoneOrUtc,
} from './company-time.ts'

const INDIANA = 'America/Indiana/Indianapolis'
const TEXAS = 'America/Chicago'

describe("a time in the shop's time zone", () => {
  test.each([
    ['2025-11-20T19:14:00Z', INDIANA, '20-11-2025 2:14 PM'],
    ['2025-11-20T19:14:00Z', TEXAS, '20-11-2025 1:14 PM'],
    ['2025-11-20T05:00:00Z', INDIANA, '20-11-2025 12:00 AM'],
    ['2025-11-20T04:59:59Z', INDIANA, '19-11-2025 11:59 PM'],
    ['2025-11-20T17:00:00Z', INDIANA, '20-11-2025 12:00 PM'],
    ['2025-11-20T17:59:59.999Z', INDIANA, '20-11-2025 12:59 PM'],
    ['2025-11-20T18:00:00Z', INDIANA, '20-11-2025 1:00 PM'],
    ['2026-01-01T05:30:00Z', TEXAS, '31-12-2025 11:30 PM'],
    ['2026-01-01T05:30:00Z', INDIANA, '01-01-2026 12:30 AM'],
    ['2024-02-29T12:00:00Z', TEXAS, '29-02-2024 6:00 AM'],
    ['2025-03-01T03:00:00Z', 'UTC', '01-03-2025 3:00 AM'],
    ['2025-03-01T03:00:00Z', 'Asia/Kathmandu', '01-03-2025 8:45 AM'],
  ])('%s in %s is %s', (at, timeZone, stamp) => {
    expect(formatStamp(new Date(at), timeZone)).toBe(stamp)
  })

  test.each([
    ['before the clocks go forward', '2025-03-09T07:59:00Z', '09-03-2025 1:59 AM'],
    ['after they went forward', '2025-03-09T08:00:00Z', '09-03-2025 3:00 AM'],
    ['the first 1:30 of the night they go back', '2025-11-02T06:30:00Z', '02-11-2025 1:30 AM'],
    ['the second 1:30 of that night', '2025-11-02T07:30:00Z', '02-11-2025 1:30 AM'],
  ])('%s', (_, at, stamp) => {
    expect(formatStamp(new Date(at), TEXAS)).toBe(stamp)
  })

  test('the stamp is the reversed date and the time, for every moment and zone', () => {
    const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    const zone = fc.constantFrom(INDIANA, TEXAS, 'UTC', 'Pacific/Auckland', 'America/St_Johns')
    fc.assert(
      fc.property(moment, zone, (at, timeZone) => {
        const day = dayOf(at, timeZone)
        expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
        expect(formatTime(at, timeZone)).toMatch(/^(1[0-2]|[1-9]):[0-5]\d [AP]M$/)
        expect(formatStamp(at, timeZone)).toBe(
          `${day.split('-').toReversed().join('-')} ${formatTime(at, timeZone)}`,
        )
      }),
    )
  })
})

test.each([
  ['2025-11-20T04:59:59Z', INDIANA, '2025-11-19'],
  ['2025-11-20T05:00:00Z', INDIANA, '2025-11-20'],
  ['2025-11-20T05:00:00Z', TEXAS, '2025-11-19'],
  ['2025-07-20T04:00:00Z', INDIANA, '2025-07-20'],
  ['2025-07-20T03:59:59Z', INDIANA, '2025-07-19'],
])('%s in %s falls on %s', (at, timeZone, day) => {
  expect(dayOf(new Date(at), timeZone)).toBe(day)
})

test("the specification's UTC stamp has seconds and no zone", () => {
  expect(formatUtcStamp(new Date('2025-11-20T09:05:07.999Z'))).toBe('2025-11-20 09:05:07')
})

test.each([
  [INDIANA, true],
  ['UTC', true],
  ['', false],
  ['Indiana', false],
  ['America/Elkhart', false],
  ["UTC'; drop table company; --", false],
])('%j is a time zone: %s', (name, isKnown) => {
  expect(isTimeZone(name)).toBe(isKnown)
})

test('a machine that does not know its time zone is in UTC', () => {
  expect(['Etc/Unknown', INDIANA].map(zoneOrUtc)).toEqual(['UTC', INDIANA])
})

test.each([
  ['2025-11-20', 18, INDIANA, '2025-11-20T23:00:00Z'],
  ['2025-07-20', 18, INDIANA, '2025-07-20T22:00:00Z'],
  ['2025-03-09', 1, TEXAS, '2025-03-09T07:00:00Z'],
  ['2025-03-09', 3, TEXAS, '2025-03-09T08:00:00Z'],
  ['2025-11-02', 3, TEXAS, '2025-11-02T09:00:00Z'],
  ['2025-11-20', 0, 'Asia/Kathmandu', '2025-11-19T18:15:00Z'],
])('%s at %d:00 in %s is %s', (day, hour, timeZone, at) => {
  expect(timestampOf(day, hour, timeZone)).toEqual(new Date(at))
})

test.each([
  ['2025-11-20', '2025-11-21'],
  ['2025-12-31', '2026-01-01'],
  ['2024-02-28', '2024-02-29'],
])('the day after %s is %s', (day, next) => {
  expect(dayAfter(day)).toBe(next)
})

describe("a time typed in the company's time zone", () => {
  test.each([
    ['an ordinary afternoon', '2025-11-20T14:14', INDIANA, '2025-11-20T19:14:00Z'],
    ['the same in summer', '2025-07-20T14:14', INDIANA, '2025-07-20T18:14:00Z'],
    ['midnight', '2026-01-01T00:00', TEXAS, '2026-01-01T06:00:00Z'],
    ['a quarter hour off', '2025-11-20T00:15', 'Asia/Kathmandu', '2025-11-19T18:30:00Z'],
    ['before the clocks go forward', '2025-03-09T01:59', TEXAS, '2025-03-09T07:59:00Z'],
    ['after they went forward', '2025-03-09T03:00', TEXAS, '2025-03-09T08:00:00Z'],
    ['the hour that is skipped, counted on', '2025-03-09T02:30', TEXAS, '2025-03-09T08:30:00Z'],
    ['the hour that comes twice, its first', '2025-11-02T01:30', TEXAS, '2025-11-02T06:30:00Z'],
    ['after the clocks went back', '2025-11-02T02:00', TEXAS, '2025-11-02T08:00:00Z'],
    [
      'the hour that comes twice, east of Greenwich',
      '2025-04-06T02:30',
      'Pacific/Auckland',
      '2025-04-05T13:30:00Z',
    ],
    ['the hour that is skipped there', '2025-09-28T02:30', 'Pacific/Auckland', '2025-09-27T14:30:00Z'],
  ])('%s', (_, localTime, timeZone, at) => {
    expect(timestampOfLocalTime(localTime, timeZone)).toEqual(new Date(at))
  })

  test.each(['', '2025-11-20', '2025-11-20T25:00', '2025-13-20T10:00', '2025-11-20T10:00Z', 'yesterday'])(
    '%j is not a time',
    localTime => expect(timestampOfLocalTime(localTime, TEXAS)).toBeNull(),
  )

  test('survives the round trip, except for the skipped hour', () => {
    const minutes = fc.integer({ min: 0, max: 60 * 24 * 365 * 30 })
    const zone = fc.constantFrom(
      INDIANA,
      TEXAS,
      'UTC',
      'Pacific/Auckland',
      'America/St_Johns',
      'Asia/Kathmandu',
    )
    fc.assert(
      fc.property(minutes, zone, (minute, timeZone) => {
        const at = new Date(Date.UTC(2010, 0, 1) + minute * 60_000)
        const localTime = localTimeOf(at, timeZone)
        expect(localTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
        const read = timestampOfLocalTime(localTime, timeZone)
        expect(read && localTimeOf(read, timeZone)).toBe(localTime)
        expect(read && at.getTime() - read.getTime()).toBeOneOf([0, 60 * 60_000])
      }),
    )
  })

  test('drops the seconds', () => {
    expect(localTimeOf(new Date('2025-11-20T19:14:59.999Z'), INDIANA)).toBe('2025-11-20T14:14')
  })
})

test.each([
  ['2025-11-20', 'Today'],
  ['2025-11-19', 'Yesterday'],
  ['2025-11-18', 'Tue, Nov 18'],
  ['2025-01-01', 'Wed, Jan 1'],
  ['2024-11-20', 'Wed, Nov 20, 2024'],
])('on 2025-11-20, %s is %s', (day, name) => {
  expect(formatRelativeDay(day, '2025-11-20')).toBe(name)
})

test("a date in the future is printed with its weekday, in any reader's time zone", () => {
  expect(formatDay('2025-11-24')).toBe('Mon, Nov 24')
})

test.each([
  ['2025-11-20T19:14:00Z', '2:14 PM'],
  ['2025-11-20T05:00:00Z', '12:00 AM'],
  ['2025-11-20T04:59:00Z', '11:59 PM yesterday'],
  ['2025-11-18T23:00:00Z', '6:00 PM on Tue, Nov 18'],
  ['2024-11-20T23:00:00Z', '6:00 PM on Wed, Nov 20, 2024'],
])('%s was %s', (at, when) => {
  expect(formatWhen(new Date(at), INDIANA, new Date('2025-11-20T20:00:00Z'))).toBe(when)
})

test('days and times are written as Intl writes them', () => {
  const zones = ['America/Chicago', 'America/St_Johns', 'Asia/Kolkata', 'Pacific/Apia', 'UTC']
  const date = { timeZone: 'UTC', month: 'short', day: 'numeric' } as const
  const [dates, days, daysWithYear] = [
    date,
    { ...date, weekday: 'short' as const },
    { ...date, weekday: 'short' as const, year: 'numeric' as const },
  ].map(options => new Intl.DateTimeFormat('en-US', options))
  const times = zones.map(timeZone => new Intl.DateTimeFormat('en-US', { timeZone, timeStyle: 'short' }))
  const instants = fc.date({ min: new Date('1901-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(instants, at => {
      const day = at.toISOString().slice(0, 10)
      expect(formatDate(day)).toBe(dates?.format(at))
      expect(formatDay(day)).toBe(days?.format(at))
      expect(formatDayWithYear(day)).toBe(daysWithYear?.format(at))
      for (const [index, zone] of zones.entries())
        expect(formatTime(at, zone)).toBe(times[index]?.format(at).replace('\u202f', ' '))
    }),
    { numRuns: 300 },
  )
})

describe('a stamp is read back', () => {
  test.each([
    ['20-11-2025 2:14 PM', INDIANA, '2025-11-20T19:14:00Z'],
    ['20-11-2025 12:00 AM', INDIANA, '2025-11-20T05:00:00Z'],
    ['20-11-2025 12:59 PM', INDIANA, '2025-11-20T17:59:00Z'],
    ['02-11-2025 1:30 AM', TEXAS, '2025-11-02T06:30:00Z'],
    ['09-03-2025 2:30 AM', TEXAS, '2025-03-09T08:30:00Z'],
    ['20-11-2025 2:14\u202fPM', INDIANA, '2025-11-20T19:14:00Z'],
    ['20-11-2025\u00a002:14  pm', INDIANA, '2025-11-20T19:14:00Z'],
    ['20\u201111\u20112025 2:14 p.m.', INDIANA, '2025-11-20T19:14:00Z'],
    ['20-11-2025 14:14', INDIANA, '2025-11-20T19:14:00Z'],
    ['20-11-2025 2:14:05 PM', INDIANA, '2025-11-20T19:14:05Z'],
    ['20-11-2025 00:14', INDIANA, '2025-11-20T05:14:00Z'],
    ['20-11-2025 24:14', INDIANA, null],
    ['20-11-2025 2 PM', INDIANA, null],
    ['30-02-2025 2:14 PM', INDIANA, null],
    ['20-13-2025 2:14 PM', INDIANA, null],
    ['20-11-2025 13:14 PM', INDIANA, null],
    ['20-11-2025 0:14 AM', INDIANA, null],
    ['2025-11-20 2:14 PM', INDIANA, null],
    ['', INDIANA, null],
  ])('%j in %s is %j', (stamp, timeZone, at) => {
    expect(timestampOfStamp(stamp, timeZone)).toEqual(at === null ? null : new Date(at))
  })

  test.each([
    ['2025-11-20 19:14:05', '2025-11-20T19:14:05Z'],
    ['2025-11-20\u00a019:14:05', '2025-11-20T19:14:05Z'],
    ['2025-11-20 19:14', '2025-11-20T19:14:00Z'],
    ['2025-11-20T19:14:05.120Z', '2025-11-20T19:14:05Z'],
    ['2025-02-30 19:14:05', null],
    ['2025-11-20T19:14:05', null],
    ['2025-11-20 24:14:05', null],
  ])('%j in UTC is %j', (stamp, at) => {
    expect(timestampOfUtcStamp(stamp)).toEqual(at === null ? null : new Date(at))
  })

  test.each([
    ['2025-11-02T06:30:00Z', TEXAS, true],
    ['2025-11-02T07:30:00Z', TEXAS, true],
    ['2025-11-02T05:30:00Z', TEXAS, false],
    ['2025-04-05T15:45:00Z', 'Australia/Lord_Howe', false],
    ['2025-04-05T14:45:00Z', 'Australia/Lord_Howe', true],
    ['2025-11-02T06:30:00Z', 'UTC', false],
  ])('%s in %s comes twice: %j', (at, timeZone, isRepeated) => {
    expect(isRepeatedTime(new Date(at), timeZone)).toBe(isRepeated)
  })
})

test.each([
  ['2026-03-04T19:14:00Z', 'Mar 4, 2026, 2:14 PM'],
  ['2026-01-01T04:59:00Z', 'Dec 31, 2025, 11:59 PM'],
])('people read %s as %s', (at, text) => {
  expect(formatDateTime(new Date(at), 'America/Indiana/Indianapolis')).toBe(text)
})

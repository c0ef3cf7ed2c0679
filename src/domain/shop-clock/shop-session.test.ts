import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sheetDaysErrors } from './sheet-days.ts'
import { overlaps, payrollRows, type ShopSession, sessionTimeErrors, timeSheet } from './shop-session.ts'

const ZONE = 'America/Chicago'
const NOW = new Date('2025-11-21T20:00:00Z')
const rosa = { employeeId: 'rosa', employeeName: 'Rosa Díaz' }
const sam = { employeeId: 'sam', employeeName: 'Sam Ortiz' }

let count = 0
/** Times by the shop's clock, six hours behind UTC unless `zone` says otherwise. */
const session = (person: typeof rosa, from: string, to: string | null, zone = '-06:00'): ShopSession => {
  count += 1
  return {
    ...{ sessionId: `${count}`, ...person, isCorrected: false },
    clockInTime: new Date(`${from}:00${zone}`),
    clockOutTime: to === null ? null : new Date(`${to}:00${zone}`),
  }
}

describe('times that cannot be', () => {
  test.each([
    ['2025-11-21T15:00', null, { clockInTime: 'That time is in the future. Enter a past time.' }],
    [
      '2025-11-21T08:00',
      '2025-11-21T15:00',
      { clockOutTime: 'That time is in the future. Enter a past time.' },
    ],
    ['2025-11-21T08:00', '2025-11-21T08:00', { clockOutTime: 'Clock-out must be after clock-in.' }],
    ['2025-11-19T08:00', '2025-11-20T08:01', { clockOutTime: 'Enter a time within 24 hours of clock-in.' }],
    ['2025-11-19T08:00', '2025-11-20T08:00', {}],
    ['2025-11-21T08:00', null, {}],
  ])('from %s to %s', (from, to, errors) => {
    expect(sessionTimeErrors(session(rosa, from, to), NOW)).toEqual(errors)
  })

  test.each([
    [{ from: '', to: '2025-11-20' }, { from: 'Enter the first day.' }],
    [{ from: '2025-11-20', to: '' }, { to: 'Enter the last day.' }],
    [{ from: '2025-11-20', to: '2025-11-19' }, { to: 'Choose the first day or a later one.' }],
    [{ from: '2025-08-20', to: '2025-11-20' }, { to: 'Choose at most 92 days.' }],
    [{ from: '2025-08-21', to: '2025-11-20' }, {}],
  ])('a time sheet of %o', (days, errors) => {
    expect(sheetDaysErrors(days)).toEqual(errors)
  })
})

test.each([
  ['12:00', '13:00', false],
  ['11:59', '13:00', true],
  ['07:00', '08:00', false],
  ['07:00', null, true],
  ['12:00', null, false],
])('8 AM to noon and %s to %s', (from, to, isBoth) => {
  const morning = session(rosa, '2025-11-20T08:00', '2025-11-20T12:00')
  const other = session(rosa, `2025-11-20T${from}`, to === null ? null : `2025-11-20T${to}`)
  expect(overlaps(morning, other)).toBe(isBoth)
  expect(overlaps(other, morning)).toBe(isBoth)
})

test('a time sheet has each person’s days, splits a night at midnight, and counts a running session up to now', () => {
  const sheet = timeSheet(
    [
      session(sam, '2025-11-20T22:00', '2025-11-21T01:30'),
      session(rosa, '2025-11-20T12:30', '2025-11-20T16:32'),
      session(rosa, '2025-11-20T07:58', '2025-11-20T12:01'),
      session(rosa, '2025-11-21T08:00', null),
      session(rosa, '2025-11-18T08:00', '2025-11-18T12:00'),
    ],
    { from: '2025-11-20', to: '2025-11-21' },
    ...([ZONE, NOW] as const),
  )
  expect(
    sheet.map(({ name, minutes, isRunning, days }) => [
      ...[name, minutes, isRunning],
      ...days.map(({ day, minutes: ofDay, sessions }) => [day, ofDay, sessions.length]),
    ]),
  ).toEqual([
    // 4h03m and 4h02m, then 8 AM to 2 PM.
    ['Rosa Díaz', 845, true, ['2025-11-20', 485, 2], ['2025-11-21', 360, 1]],
    ['Sam Ortiz', 210, false, ['2025-11-20', 120, 1], ['2025-11-21', 90, 1]],
  ])
  const timeOf = (at: Date) => at.toISOString().slice(11, 16)
  expect(payrollRows(sheet, ZONE, timeOf)).toEqual([
    ['Employee', 'Day', 'Clock In', 'Clock Out', 'Minutes', 'Hours'],
    ['Rosa Díaz', '2025-11-20', '13:58', '22:32', '485', '8.08'],
    ['Rosa Díaz', '2025-11-21', '14:00', '', '360', '6.00'],
    ['Sam Ortiz', '2025-11-20', '04:00', '', '120', '2.00'],
    ['Sam Ortiz', '2025-11-21', '', '07:30', '90', '1.50'],
  ])
})

test.each([
  [
    'that is 25 hours long',
    '2025-11-02',
    '2025-11-01T22:00',
    '-05:00',
    '2025-11-02T23:00',
    '-06:00',
    24 * 60,
  ],
  [
    'that is 23 hours long',
    '2025-03-09',
    '2025-03-09T00:00',
    '-06:00',
    '2025-03-09T23:00',
    '-05:00',
    22 * 60,
  ],
])('a day %s counts the hours that it had', (_, day, from, fromZone, to, toZone, minutes) => {
  const { clockInTime } = session(rosa, from, null, fromZone)
  const { clockOutTime } = session(rosa, to, to, toZone)
  const night = { ...session(rosa, from, null), clockInTime, clockOutTime }
  expect(timeSheet([night], { from: day, to: day }, ZONE, NOW)[0]?.minutes).toBe(minutes)
})

test('days add up to the total, which is what was clocked to a minute a day', () => {
  const span = fc.tuple(fc.integer({ min: 0, max: 6 * 24 * 3600 }), fc.integer({ min: 1, max: 12 * 3600 }))
  const from = Date.parse('2025-11-10T06:00:00Z')
  fc.assert(
    fc.property(fc.array(span, { minLength: 1, maxLength: 8 }), spans => {
      const sessions = spans.map(([start, length]) => ({
        ...session(rosa, '2025-11-10T00:00', null),
        clockInTime: new Date(from + start * 1000),
        clockOutTime: new Date(from + (start + length) * 1000),
      }))
      const [sheet] = timeSheet(sessions, { from: '2025-11-10', to: '2025-11-17' }, ZONE, NOW)
      const total = spans.reduce((sum, [, length]) => sum + length / 60, 0)
      expect(sheet?.minutes).toBe(sheet?.days.reduce((sum, { minutes }) => sum + minutes, 0))
      expect(Math.abs((sheet?.minutes ?? 0) - total)).toBeLessThanOrEqual((sheet?.days.length ?? 0) / 2)
    }),
  )
})

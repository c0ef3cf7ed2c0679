import { expect, test } from 'vitest'
import { AS_COMPANY, absenceOn, absenceSentence, workingHoursOn, workingSpanOn } from './working-times.ts'

const shop = { daysOfOperation: [1, 5], hoursOfOperation: [8, 18], weekdayHours: [], closedDays: [] } as const
const [MONDAY, TUESDAY, SATURDAY] = ['2025-11-24', '2025-11-25', '2025-11-29']
const VACATION = { firstDay: '2025-11-27', lastDay: '2025-11-28', reason: 'Vacation' }
const rosa = { firstName: 'Rosa', lastName: 'Díaz' }
const times = {
  workingHours: [
    { weekday: 1, opens: null, closes: null },
    { weekday: 2, opens: 7, closes: 11 },
    { weekday: 6, opens: 9, closes: 12 },
  ],
  timeOff: [VACATION],
}

test.each([
  [MONDAY, 'off on Mondays', 0],
  [TUESDAY, null, 4],
  ['2025-11-26', null, 10],
  ['2025-11-27', 'off Thu, Nov 27 to Fri, Nov 28, 2025 (Vacation)', 0],
  ['2025-11-28', 'off Thu, Nov 27 to Fri, Nov 28, 2025 (Vacation)', 0],
  [SATURDAY, null, 3],
  // The company is closed.
  ['2025-11-30', null, 0],
] as const)('on %s a technician is %s and works %i hours', (day, absence, hours) => {
  expect(absenceOn(times, day)).toBe(absence)
  expect(workingHoursOn(times, day, shop)).toBe(hours)
})

test('their own hours count where the company has others on that weekday, too', () => {
  const weekdayHours = [
    { weekday: 2, opens: 10, closes: 12 },
    { weekday: 3, opens: 10, closes: 12 },
  ]
  expect(workingHoursOn(times, TUESDAY, { ...shop, weekdayHours })).toBe(4)
  expect(workingHoursOn(times, '2025-11-26', { ...shop, weekdayHours })).toBe(2)
})

test('nobody works on a closed day of the company, whatever their own hours are', () => {
  const closedDays = [{ firstDay: '2025-11-25', lastDay: '2025-11-26', reason: 'Inventory' }]
  const days = [MONDAY, TUESDAY, '2025-11-26', SATURDAY]
  expect(days.map(day => workingSpanOn(times, day, { ...shop, closedDays }))).toEqual([
    ...[null, null, null],
    [9, 12],
  ])
  expect(workingHoursOn(times, TUESDAY, { ...shop, closedDays })).toBe(0)
})

test('without any of their own a technician works as the company', () => {
  expect([MONDAY, TUESDAY, SATURDAY].map(day => workingHoursOn(AS_COMPANY, day, shop))).toEqual([10, 10, 0])
  expect(absenceSentence({ ...rosa, ...AS_COMPANY }, MONDAY)).toBeNull()
})

test('a sentence names the technician, the day and the reason', () => {
  const off = { firstDay: MONDAY, lastDay: MONDAY, reason: 'Dentist' }
  expect(absenceSentence({ ...rosa, ...AS_COMPANY, timeOff: [off] }, MONDAY)).toBe(
    'Rosa Díaz is off Mon, Nov 24, 2025 (Dentist).',
  )
  expect(absenceSentence({ ...rosa, ...times }, MONDAY)).toBe('Rosa Díaz is off on Mondays.')
})

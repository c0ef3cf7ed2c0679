import { expect, test } from 'vitest'
import { blockersForChanging, isReminderDue } from './change-appointment.ts'

const at = new Date('2025-11-24T15:30:00Z')
const hoursBefore = (hours: number) => new Date(at.getTime() - hours * 60 * 60 * 1000)
const appointment = { at, changeHours: 24, hasBegun: false }

test.each([
  ['a day and a minute before', appointment, hoursBefore(24.1), []],
  [
    'at the last moment',
    appointment,
    hoursBefore(24),
    [{ code: 'appointment.too-late', until: hoursBefore(24) }],
  ],
  ['up to its start', { ...appointment, changeHours: 0 }, hoursBefore(0.1), []],
  [
    'by phone only',
    { ...appointment, changeHours: null },
    hoursBefore(99),
    [{ code: 'appointment.by-phone' }],
  ],
  [
    'while work is under way',
    { ...appointment, hasBegun: true },
    hoursBefore(99),
    [{ code: 'appointment.by-phone' }],
  ],
])('a customer changes an appointment %s', (_, changed, now, blockers) => {
  expect(blockersForChanging(changed, now)).toEqual(blockers)
})

// 10:30 AM on November 24 in Indiana.
test.each([
  ['2025-11-23T13:59:59Z', false],
  ['2025-11-23T14:00:00Z', true],
  ['2025-11-24T04:59:00Z', true],
  ['2025-11-24T05:00:00Z', false],
  ['2025-11-22T20:00:00Z', false],
])('at %s a reminder is due: %s', (now, isDue) => {
  const agreedAt = new Date('2025-11-20T12:00:00Z')
  expect(isReminderDue({ at, agreedAt }, 'America/Indiana/Indianapolis', new Date(now))).toBe(isDue)
})

test('a time agreed on the day before needs no reminder', () => {
  const now = new Date('2025-11-23T20:00:00Z')
  const agreed = (agreedAt: string) =>
    isReminderDue({ at, agreedAt: new Date(agreedAt) }, 'America/Indiana/Indianapolis', now)
  expect([agreed('2025-11-23T04:59:00Z'), agreed('2025-11-23T05:00:00Z')]).toEqual([true, false])
})

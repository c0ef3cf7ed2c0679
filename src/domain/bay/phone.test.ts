import { expect, test } from 'vitest'
import { isPhoneNoteworthy, phoneSentence } from './phone.ts'

const INDIANA = 'America/Indiana/Indianapolis'
const at = (time: string) => new Date(`2025-11-20T${time}Z`)
const NOW = at('16:00:00')

test.each([
  ['has something unsent', '15:59:00', 1, false, true],
  ['is silent for 15 minutes while clocked in', '15:45:00', 0, true, true],
  ['is silent for less', '15:45:01', 0, true, false],
  ['is silent for hours, but not clocked in', '12:00:00', 0, false, false],
])('the desk is told of a phone that %s: %s', (_, heard, notSent, isClockedIn, expected) => {
  expect(isPhoneNoteworthy({ lastHeardAt: at(heard), notSent, isClockedIn }, NOW)).toBe(expected)
})

test('a phone is described in the company’s time', () => {
  const phone = { lastHeardAt: at('15:42:00'), notSent: 1003, isClockedIn: true }
  expect(phoneSentence(phone, INDIANA, NOW)).toBe('Phone last online 10:42 AM · 1,003 not sent')
  expect(phoneSentence({ ...phone, notSent: 0 }, INDIANA, NOW)).toBe('Phone last online 10:42 AM')
})

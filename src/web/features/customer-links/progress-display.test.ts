import { expect, test } from 'vitest'
import { progressSentence } from './progress-display.ts'

const NOW = new Date('2026-03-04T15:00:00Z')
const tomorrow = new Date('2026-03-05T15:00:00Z')
const yesterday = new Date('2026-03-03T15:00:00Z')

test.each([
  [
    'a booking without an answer',
    { at: tomorrow, isAccepted: false },
    'Bluebonnet RV has your booking and will answer it.',
  ],
  [
    'an accepted booking before its day',
    { at: tomorrow, isAccepted: true },
    'Bluebonnet RV accepted your booking.',
  ],
  [
    'an accepted booking after its time',
    { at: yesterday, isAccepted: true },
    'Bluebonnet RV has checked in your RV. Work hasn’t started.',
  ],
  ['a walk-in', null, 'Bluebonnet RV has checked in your RV. Work hasn’t started.'],
])('the customer of %s reads where their RV is', (_, visit, sentence) => {
  expect(progressSentence('received', 'Bluebonnet RV', visit, NOW)).toBe(sentence)
})

test('a visit says nothing about work that has started', () => {
  expect(progressSentence('in-work', 'Bluebonnet RV', { at: tomorrow, isAccepted: true }, NOW)).toBe(
    'Work on your RV is in progress.',
  )
})

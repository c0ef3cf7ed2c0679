import { expect, test } from 'vitest'
import { isOnTime, onTimeSentence } from './on-time.ts'

test.each([
  [0, 0, false],
  [9, 9, false],
  [10, 8, false],
  [10, 9, true],
  [10, 10, true],
  [11, 9, false],
  [11, 10, true],
  [19, 17, false],
  [20, 18, true],
  [29, 26, false],
  [29, 27, true],
])('of %d promised tickets %d on time: %j', (promised, onTime, expected) => {
  expect(isOnTime({ promised, onTime })).toBe(expected)
})

test('the badge says what it rests on', () => {
  expect(onTimeSentence({ promised: 29, onTime: 27 })).toBe(
    '27 of 29 promised RVs done by the first promised day in the last 90 days',
  )
})

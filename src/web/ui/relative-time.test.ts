import { expect, test } from 'vitest'
import { formatRelativeTime } from './relative-time.tsx'

const now = new Date('2026-03-10T12:00:00Z')
const ago = (milliseconds: number): string => formatRelativeTime(new Date(now.getTime() - milliseconds), now)

test.each([
  [0, 'now'],
  [59_999, 'now'],
  [-5000, 'now'],
  [60_000, '1 min'],
  [3_599_000, '59 min'],
  [3_600_000, '1h'],
  [47 * 3_600_000, '47h'],
  [48 * 3_600_000, '2 days'],
])('%i ms ago is written as "%s"', (milliseconds, words) => {
  expect(ago(milliseconds)).toBe(words)
})

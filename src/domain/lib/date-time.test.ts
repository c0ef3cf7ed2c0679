import { expect, test } from 'vitest'
import { formatDateTime } from './date-time.ts'

test.each([
  ['2026-03-04T19:14:00Z', 'Mar 4, 2026, 2:14 PM'],
  ['2026-01-01T04:59:00Z', 'Dec 31, 2025, 11:59 PM'],
])('people read %s as %s', (at, text) => {
  expect(formatDateTime(new Date(at), 'America/Indiana/Indianapolis')).toBe(text)
})

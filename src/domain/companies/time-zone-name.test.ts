import { expect, test } from 'vitest'
import { normalizeTimeZone } from './time-zone-name.ts'

test.each([
  ['America/Denver', 'America/Denver'],
  ['america/denver', 'America/Denver'],
  ['US/Mountain', 'America/Denver'],
  ['UTC', 'UTC'],
  ['-07:00', null],
  ['Mars/Olympus', null],
  ['', null],
])('%j is stored as %j', (name, stored) => {
  expect(normalizeTimeZone(name)).toBe(stored)
})

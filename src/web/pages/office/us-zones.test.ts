import { expect, test } from 'vitest'
import { isTimeZone } from '#domain/lib/company-time.ts'
import { US_ZONES, zoneLabel } from './us-zones.ts'

test.each([
  ['America/Chicago', 'Central Time'],
  ['America/Phoenix', 'Mountain Time, no daylight saving (Arizona)'],
  ['America/Detroit', 'Eastern Time (Detroit)'],
  ['America/North_Dakota/New_Salem', 'Central Time (New Salem)'],
])('%s is read as %s', (name, label) => {
  expect(zoneLabel(name)).toBe(label)
})

test('every zone in plain words exists', () => {
  expect(US_ZONES.filter(({ value }) => !isTimeZone(value))).toEqual([])
})

import { expect, test } from 'vitest'
import { arrivalText, stopFacts } from './stop-text.ts'

const ZONE = 'America/Indiana/Indianapolis'
const NOW = new Date('2025-11-20T19:00:00Z')

test.each([
  ['before setting out', { state: 'pending', arrivingAt: null }, ''],
  ['on the way', { state: 'pending', arrivingAt: NOW }, 'On the way, expected about 2:00 PM'],
  ['once there', { state: 'active', arrivingAt: NOW }, 'Arrived'],
] as const)('what is read of the arrival %s', (_, stop, expected) => {
  expect(arrivalText(stop, ZONE)).toBe(expected)
})

test.each([
  [{ miles: 10.08, estimatedHours: 1.5 }, true, '10 miles from the shop, straight line · 1h30m estimated'],
  [{ miles: 0, estimatedHours: 0 }, false, 'less than a mile from the stop before, straight line'],
  [{ miles: null, estimatedHours: 0 }, true, ''],
] as const)('the facts of the stop %o', (stop, isFirst, expected) => {
  expect(stopFacts(stop, isFirst)).toBe(expected)
})

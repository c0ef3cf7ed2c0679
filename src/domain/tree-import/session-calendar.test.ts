import { expect, test } from 'vitest'
import { SessionCalendar } from './session-calendar.ts'

const at = (hour: number) => new Date(Date.UTC(2025, 10, 20, hour))

test.each([
  ['before it', 8, 9, true],
  ['up to its start', 8, 10, true],
  ['over its start', 9, 11, false],
  ['within it', 10, 11, false],
  ['over all of it', 8, 13, false],
  ['from its end', 12, 13, true],
  ['without a length in it', 11, 11, true],
  ['that still runs and began before it', 9, null, false],
  ['that still runs and began after it', 12, null, true],
])('beside a session from 10 to 12, one %s', (_, start, end, fits) => {
  const calendar = new SessionCalendar()
  calendar.add('rosa', at(10), at(12))
  expect(calendar.add('rosa', at(start), end === null ? null : at(end))).toBe(fits)
  expect(calendar.add('sam', at(start), end === null ? null : at(end))).toBe(true)
})

import { expect, test } from 'vitest'
import { timeZoneAt } from './time-zone.ts'

const ELKHART = { latitude: 41.6769, longitude: -85.9703 }
/** In an Indiana county on Chicago's time, eight miles from one on Eastern time. */
const LA_PORTE = { latitude: 41.6067, longitude: -86.7225 }

test.each([
  ['Elkhart', ELKHART, 'America/Indiana/Indianapolis'],
  ['La Porte', LA_PORTE, 'America/Chicago'],
  ['Quartzsite, which has no summer time', { latitude: 33.6639, longitude: -114.2297 }, 'America/Phoenix'],
  ['Forest City', { latitude: 43.2625, longitude: -93.6372 }, 'America/Chicago'],
  ['Calgary', { latitude: 51.0447, longitude: -114.0719 }, 'America/Edmonton'],
])('%s has its own time zone', async (_, place, zone) => {
  expect(await timeZoneAt(place)).toBe(zone)
})

const IN_NOVEMBER = new Date('2025-11-21T13:00:00Z')
const browserClock = (name: string) => ({ name, at: IN_NOVEMBER })

test.each(['UTC', 'America/Los_Angeles', 'America/Bogota', 'Mars/Olympus', ''])(
  'a browser\'s time zone "%s" is ignored for Elkhart',
  async name => {
    expect(await timeZoneAt(ELKHART, browserClock(name))).toBe('America/Indiana/Indianapolis')
  },
)

test('near a border, the time zone is that of the right side', async () => {
  const angola = { latitude: 41.6348, longitude: -84.9994 }
  expect(await timeZoneAt(angola, browserClock('America/Indiana/Indianapolis'))).toBe(
    'America/Indiana/Indianapolis',
  )
  const starke = { latitude: 41.2953, longitude: -86.625 }
  expect(await timeZoneAt(starke)).toBe('America/Indiana/Knox')
  expect(await timeZoneAt(starke, browserClock('America/Indiana/Indianapolis'))).toBe(
    'America/Indiana/Indianapolis',
  )
  expect(await timeZoneAt(starke, browserClock('America/Chicago'))).toBe('America/Chicago')
  expect(await timeZoneAt(starke, browserClock('America/Denver'))).toBe('America/Indiana/Knox')
})

test.each([
  ['the poles', { latitude: 90, longitude: 180 }],
  ['the date line', { latitude: 0, longitude: -180 }],
  ['the sea', { latitude: 0, longitude: -140 }],
])('every one of %s has a zone that Node knows', async (_, place) => {
  expect(await timeZoneAt(place)).toEqual(expect.any(String))
})

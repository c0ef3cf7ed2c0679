import { expect, test } from 'vitest'
import { confirmUntil, formatSite } from './booking.ts'

test('a link works for three days, and never past the requested time', () => {
  const at = (text: string) => new Date(text)
  const bookedAt = at('2025-11-20T19:00:00Z')
  expect(confirmUntil({ bookedAt, wantedAt: at('2025-12-20T19:00:00Z') })).toEqual(at('2025-11-23T19:00:00Z'))
  expect(confirmUntil({ bookedAt, wantedAt: at('2025-11-21T15:00:00Z') })).toEqual(at('2025-11-21T15:00:00Z'))
})

test.each([
  [
    { address: '77 County Road 10', campground: 'Sunny Pines', siteNumber: '14' },
    'Sunny Pines, site 14, 77 County Road 10',
  ],
  [{ address: '77 County Road 10', campground: '', siteNumber: '' }, '77 County Road 10'],
  [{ address: '', campground: 'Sunny Pines', siteNumber: '' }, 'Sunny Pines'],
])('%j becomes one line', (site, line) => {
  expect(formatSite(site)).toBe(line)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countOpenDays, isStatusUpdateDue, MAX_STATUS_UPDATE_DAYS } from './status-update.ts'

const opening = {
  daysOfOperation: [1, 5],
  hoursOfOperation: [8, 18],
  weekdayHours: [],
  timeZone: 'America/Chicago',
} as const
const SHOP = { opening, closedDays: [] }
/** A Monday. */
const LAST_CHANGE = new Date('2025-11-17T16:00:00Z')
/** In Chicago. */
const at = (day: string, hour = 10) => new Date(`${day}T${String(hour + 6).padStart(2, '0')}:00:00Z`)

describe('three open days after a Monday', () => {
  test.each([
    ['Thursday, the third', at('2025-11-20'), false],
    ['Friday, when they are over', at('2025-11-21'), true],
    ['Friday, before the shop opens', at('2025-11-21', 7), false],
    ['Friday, after it closed', new Date('2025-11-22T00:30:00Z'), false],
    ['Saturday', at('2025-11-22'), false],
    ['the next Monday', at('2025-11-24'), true],
  ])('are over on %s: %s %s', (_, now, isDue) => {
    expect(isStatusUpdateDue(LAST_CHANGE, 3, SHOP, now)).toBe(isDue)
  })

  test('take longer over closed days and a weekend', () => {
    const closedDays = [{ firstDay: '2025-11-19', lastDay: '2025-11-20', reason: '' }]
    const due = (day: string) => isStatusUpdateDue(LAST_CHANGE, 3, { opening, closedDays }, at(day))
    expect([due('2025-11-21'), due('2025-11-24'), due('2025-11-25')]).toEqual([false, false, true])
    expect(isStatusUpdateDue(LAST_CHANGE, 1, { opening, closedDays }, at('2025-11-20'))).toBe(false)
  })
})

test('a shop that is never open emails nobody', () => {
  const closed = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, opens: null, closes: null }))
  const shop = { opening: { ...opening, weekdayHours: closed }, closedDays: [] }
  expect(isStatusUpdateDue(LAST_CHANGE, 1, shop, at('2026-11-20'))).toBe(false)
})

test('the later it is, the more open days have passed, as many as are counted at most', () => {
  fc.assert(
    fc.property(fc.nat({ max: 400 * 24 }), fc.nat({ max: 100 }), (hours, more) => {
      const later = (count: number) => new Date(LAST_CHANGE.getTime() + count * 60 * 60 * 1000)
      const before = countOpenDays(LAST_CHANGE, later(hours), SHOP)
      expect(countOpenDays(LAST_CHANGE, later(hours + more), SHOP)).toBeGreaterThanOrEqual(before)
      expect(before).toBeLessThanOrEqual(Math.min(MAX_STATUS_UPDATE_DAYS, hours / 24))
    }),
  )
})

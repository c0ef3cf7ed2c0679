import { describe, expect, test } from 'vitest'
import { arrivalAfter, blockersForSettingOut, withMiles } from './stops.ts'

const ZONE = 'America/Indiana/Indianapolis'
const NOW = new Date('2025-11-20T19:00:00Z')

test('minutes are added to the time of setting out', () => {
  expect(arrivalAfter(NOW, 45)).toEqual(new Date('2025-11-20T19:45:00Z'))
})

describe('setting out', () => {
  const lastTransition = { verb: 'checkIn', by: { id: 'rosa', name: 'Rosa Díaz' }, at: NOW } as const
  const confirmed = { state: 'pending', confirmedAt: NOW, lastTransition } as const
  const codes = (ticket: Parameters<typeof blockersForSettingOut>[0], visit = {}) =>
    blockersForSettingOut(ticket, { place: 'site', at: NOW, ...visit }, ZONE, NOW).map(({ code }) => code)

  test('is for a visit of today', () => {
    expect(codes(confirmed)).toEqual([])
    // Eleven at night there, tomorrow in UTC.
    expect(codes(confirmed, { at: new Date('2025-11-21T04:00:00Z') })).toEqual([])
    expect(codes(confirmed, { at: new Date('2025-11-21T05:00:00Z') })).toEqual(['appointment.not-today'])
    expect(codes(confirmed, { at: new Date('2025-11-20T04:59:00Z') })).toEqual(['appointment.not-today'])
  })

  test('is not for a request, an RV that the customer brings, nor after arriving', () => {
    expect(codes({ ...confirmed, confirmedAt: null })).toEqual(['ticket.not-yet'])
    expect(codes(confirmed, { place: 'shop' })).toEqual(['appointment.at-shop'])
    expect(codes({ ...confirmed, state: 'active' })).toEqual(['ticket.transitioned'])
  })
})

describe('the miles of each stop', () => {
  const shop = { latitude: 41.6826, longitude: -85.9767 }
  const goshen = { coordinates: { latitude: 41.5823, longitude: -85.8344 } }
  const nowhere = { coordinates: null }

  test('are from the one before, of the first from the shop', () => {
    const [first, second] = withMiles(shop, [goshen, goshen])
    expect(first?.miles).toBeCloseTo(10.1, 0)
    expect(second?.miles).toBe(0)
  })

  test('are unknown if either location is', () => {
    expect(withMiles(shop, [goshen, nowhere, goshen]).map(({ miles }) => miles === null)).toEqual([
      false,
      true,
      true,
    ])
    expect(withMiles(null, [goshen])[0]?.miles).toBeNull()
  })
})

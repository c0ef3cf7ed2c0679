import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Coordinates } from '#domain/customers/customer.ts'
import { formatMiles, milesBetween, reachOf } from './distance.ts'

const ELKHART = { latitude: 41.7248, longitude: -85.9766 }
const GOSHEN = { latitude: 41.5823, longitude: -85.8344 }
const AUSTIN = { latitude: 30.3731, longitude: -97.7229 }

describe('the distance to an RV', () => {
  // Compared with Vincenty's formula on the WGS 84 ellipsoid, which is accurate to less than a foot.
  test.each([
    ['Elkhart to Goshen', ELKHART, GOSHEN, 12.27],
    ['Elkhart to Austin', ELKHART, AUSTIN, 1018],
    [
      'once round the date line',
      { latitude: 0, longitude: 179.5 },
      { latitude: 0, longitude: -179.5 },
      69.17,
    ],
    ['pole to pole', { latitude: 90, longitude: 0 }, { latitude: -90, longitude: 77 }, 12_430],
  ])('%s', (_, one, other, miles) => {
    expect(Math.abs(milesBetween(one, other) / miles - 1)).toBeLessThan(0.006)
  })

  test("is the same in both directions, zero to itself, and at most half the Earth's circumference", () => {
    const place = fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    })
    const halfRound = (Math.PI * 6371.0088) / 1.609344
    const farSide = ({ latitude, longitude }: Coordinates): Coordinates => ({
      latitude: -latitude,
      longitude: longitude > 0 ? longitude - 180 : longitude + 180,
    })
    fc.assert(
      fc.property(place, place, place, (one, other, third) => {
        const miles = milesBetween(one, other)
        expect(miles).toBeCloseTo(milesBetween(other, one), 6)
        expect(milesBetween(one, one)).toBe(0)
        expect(miles).toBeGreaterThanOrEqual(0)
        expect(miles).toBeLessThanOrEqual(12_438)
        expect(miles).toBeLessThanOrEqual(milesBetween(one, third) + milesBetween(third, other) + 1e-6)
        expect(milesBetween(one, farSide(one))).toBeCloseTo(halfRound, 7)
        expect(milesBetween(one, third) + milesBetween(third, farSide(one))).toBeCloseTo(halfRound, 7)
      }),
    )
  })
})

describe("a company's mobile range", () => {
  const company = { mobileRange: 40, coordinates: ELKHART }
  test.each([
    ['to whom is near', company, GOSHEN, 'within'],
    ['not to whom is far', company, AUSTIN, 'beyond'],
    ['is not known of an address that is not on the map', company, null, 'unknown'],
    [
      'is not known of a company that is not on the map',
      { ...company, coordinates: null },
      GOSHEN,
      'unknown',
    ],
    ['nowhere without a range', { ...company, mobileRange: null }, GOSHEN, 'not-mobile'],
    ['nowhere with a range of nothing', { ...company, mobileRange: 0 }, ELKHART, 'not-mobile'],
  ] as const)('%s', (_, mobility, site, reach) => {
    expect(reachOf(mobility, site)).toBe(reach)
  })
})

test.each([
  [0, 'less than a mile'],
  [0.49, 'less than a mile'],
  [1.2, '1 mile'],
  [12.6, '13 miles'],
  [1018.2, '1,018 miles'],
])('%d miles are written as %s', (miles, words) => {
  expect(formatMiles(miles)).toBe(words)
})

import { describe, expect, test } from 'vitest'
import { cents } from '#domain/lib/money.ts'
import { MAX_PERCENTAGE, PERCENTAGE_SCALE } from '#domain/lib/percentage.ts'
import { describeTrip, roundMiles, type TripRules, tripFeeOf, tripName } from './trip.ts'

const perMile: TripRules = {
  kind: 'per-mile',
  freeMiles: 10,
  perMile: cents(2_50),
  ways: 'one-way',
  bands: [],
  minimum: cents(0),
  returnPercentage: MAX_PERCENTAGE,
  afterHours: cents(0),
}
const banded: TripRules = {
  ...perMile,
  kind: 'bands',
  bands: [
    { upTo: 10, amount: cents(0) },
    { upTo: 25, amount: cents(50_00) },
    { upTo: 60.5, amount: cents(120_00) },
  ],
}
const HALF = 50 * PERCENTAGE_SCALE

const visit = { isReturn: false, isAfterHours: false }
const back = { isReturn: true, isAfterHours: false }
const late = { isReturn: false, isAfterHours: true }

describe('a trip costs', () => {
  test.each([
    ['nothing within the free radius', perMile, 10, visit, 0],
    ['the miles beyond it, one way: 25.2 × $2.50', perMile, 35.2, visit, 63_00],
    ['both ways: 2 × 25.2 × $2.50', { ...perMile, ways: 'both-ways' }, 35.2, visit, 126_00],
    ['every mile without a free radius: 0.1 × $2.50', { ...perMile, freeMiles: 0 }, 0.1, visit, 25],
    // 0.3 × $0.35 is 10.5 cents.
    ['half a cent up', { ...perMile, perMile: cents(35) }, 10.3, visit, 11],
    ['a free radius with a decimal: 0.1 × $2.50', { ...perMile, freeMiles: 10.2 }, 10.3, visit, 25],
    ['at least the minimum: 4 × $2.50 is less', { ...perMile, minimum: cents(40_00) }, 14, visit, 40_00],
    ['more than the minimum: 20 × $2.50', { ...perMile, minimum: cents(40_00) }, 30, visit, 50_00],
    ['nothing where it is free, whatever the minimum', { ...perMile, minimum: cents(40_00) }, 9.9, visit, 0],
    ['half on a return trip: $63.00 / 2', { ...perMile, returnPercentage: HALF }, 35.2, back, 31_50],
    [
      'half the minimum on a return trip',
      { ...perMile, minimum: cents(40_00), returnPercentage: HALF },
      14,
      back,
      20_00,
    ],
    [
      'the surcharge after hours: $63.00 + $75.00',
      { ...perMile, afterHours: cents(75_00) },
      35.2,
      late,
      138_00,
    ],
    ['the surcharge alone where it is free', { ...perMile, afterHours: cents(75_00) }, 5, late, 75_00],
    [
      'the whole surcharge on a return trip: $31.50 + $75.00',
      { ...perMile, returnPercentage: HALF, afterHours: cents(75_00) },
      35.2,
      { isReturn: true, isAfterHours: true },
      106_50,
    ],
    ['nothing in a free band', banded, 10, visit, 0],
    ['what the first band that reaches it says', banded, 10.1, visit, 50_00],
    ['a band up to its very distance', banded, 60.5, visit, 120_00],
  ] satisfies [string, TripRules, number, typeof visit, number][])(
    '%s',
    (_, rules, miles, trip, expected) => {
      expect(tripFeeOf(rules, { miles, ...trip })).toBe(expected)
    },
  )

  test('what nobody knows beyond the last band', () => {
    expect(tripFeeOf(banded, { miles: 60.6, ...visit })).toBeNull()
  })
})

test.each([
  [perMile, 'Free within 10 miles, then $2.50 a mile, one way.'],
  [{ ...perMile, freeMiles: 0, ways: 'both-ways' }, '$2.50 a mile, each way.'],
  [
    { ...perMile, minimum: cents(40_00), returnPercentage: HALF, afterHours: cents(75_00) },
    'Free within 10 miles, then $2.50 a mile, one way. At least $40.00. A return trip is 50% of that. After hours $75.00 more.',
  ],
  [banded, 'Up to 10 miles free; up to 25 miles $50.00; up to 60.5 miles $120.00.'],
] satisfies [TripRules, string][])('rules read as %#', (rules, text) => {
  expect(describeTrip(rules)).toBe(text)
})

test('a trip is named by its miles, and says when they are the straight line', () => {
  expect(tripName(roundMiles(35.2499), false)).toBe('Trip, 35.2 miles (straight line)')
  expect(tripName(roundMiles(0.96), true)).toBe('Trip, 1 mile')
  // What is charged for is what is printed.
  expect(tripName(26.37, true)).toBe('Trip, 26.4 miles')
})

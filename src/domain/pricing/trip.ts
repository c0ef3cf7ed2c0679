// What a mobile visit is charged for the trip: proposed on its invoice, where it can be changed, and told to customers
// before they book. It is no part of a ticket's Total Balance.

import { type Cents, cents, formatMoney, NO_MONEY, timesFraction } from '#domain/lib/money.ts'
import { formatPercentage, MAX_PERCENTAGE, percentageOf } from '#domain/lib/percentage.ts'

export const MAX_MILES = 5000
export const MAX_TRIP_BANDS = 10

/** Distances in miles have at most one decimal. */
export type TripRules = {
  readonly kind: 'per-mile' | 'bands'
  /** Within it the trip is free. Counts per mile alone, like the two below. */
  readonly freeMiles: number
  readonly perMile: Cents
  /** Whether the way back is charged as well. */
  readonly ways: 'one-way' | 'both-ways'
  /** Nearest first; each up to its distance, beyond the last one there is no price. */
  readonly bands: readonly { readonly upTo: number; readonly amount: Cents }[]
  /** The least that a trip costs that is not free. */
  readonly minimum: Cents
  /** What a return trip to the same customer costs of that, in ten-thousandths of a percent. */
  readonly returnPercentage: number
  /** Added outside opening hours, also where the trip is free. */
  readonly afterHours: Cents
}

export type Trip = { readonly miles: number; readonly isReturn: boolean; readonly isAfterHours: boolean }

const TENTHS = 10

/** Miles with one decimal, as distances are charged. */
export const roundMiles = (miles: number): number => Math.round(miles * TENTHS) / TENTHS

function forDistance({ kind, freeMiles, perMile, ways, bands }: TripRules, miles: number): Cents | null {
  if (kind === 'bands') return bands.find(({ upTo }) => miles <= upTo)?.amount ?? null
  const charged = Math.max(0, Math.round(miles * TENTHS) - Math.round(freeMiles * TENTHS))
  return timesFraction(perMile, ways === 'both-ways' ? 2 * charged : charged, TENTHS)
}

/**
 * What a trip costs: for its distance, at least the minimum unless it is free; of that, what a return trip costs; and the
 * surcharge after hours. Each product is rounded half up to a cent. Null beyond the last band.
 */
export function tripFeeOf(rules: TripRules, { miles, isReturn, isAfterHours }: Trip): Cents | null {
  const distance = forDistance(rules, miles)
  if (distance === null) return null
  const first = distance === 0 ? NO_MONEY : cents(Math.max(distance, rules.minimum))
  const trip = isReturn ? percentageOf(first, rules.returnPercentage) : first
  return isAfterHours ? cents(trip + rules.afterHours) : trip
}

const milesText = (miles: number): string =>
  miles === 1 ? '1 mile' : `${miles.toLocaleString('en-US')} miles`

/** `Trip, 35.2 miles`, as charged; a distance that nobody typed is the straight line. */
export const tripName = (miles: number, isTyped: boolean): string =>
  `Trip, ${milesText(roundMiles(miles))}${isTyped ? '' : ' (straight line)'}`

const bandText = ({ upTo, amount }: TripRules['bands'][number], index: number): string =>
  `${index === 0 ? 'Up' : 'up'} to ${milesText(upTo)} ${amount === 0 ? 'free' : formatMoney(amount)}`

/** The rules in sentences, for the office and for customers. */
export function describeTrip(rules: TripRules): string {
  const { kind, freeMiles, perMile, ways, bands, minimum, returnPercentage, afterHours } = rules
  const direction = ways === 'both-ways' ? 'each way' : 'one way'
  const rate = `${formatMoney(perMile)} a mile, ${direction}`
  const distance =
    kind === 'bands'
      ? `${bands.map(bandText).join('; ')}.`
      : freeMiles > 0
        ? `Free within ${milesText(freeMiles)}, then ${rate}.`
        : `${rate}.`
  return [
    distance,
    ...(minimum > 0 ? [`At least ${formatMoney(minimum)}.`] : []),
    ...(returnPercentage < MAX_PERCENTAGE
      ? [`A return trip is ${formatPercentage(returnPercentage)} of that.`]
      : []),
    ...(afterHours > 0 ? [`After hours ${formatMoney(afterHours)} more.`] : []),
  ].join(' ')
}

// Percentages of money, kept as whole numbers of ten-thousandths of a percent.

import { type Cents, cents } from './money.ts'

/** Decimals of a percentage; it is kept as a whole number of ten-thousandths of a percent. */
export const PERCENTAGE_SCALE = 10_000
/** 100 %. */
export const MAX_PERCENTAGE = 100 * PERCENTAGE_SCALE

/** `8.25%`, with as many decimals as it has. */
export const formatPercentage = (percentage: number): string =>
  `${(percentage / PERCENTAGE_SCALE).toLocaleString('en-US', { maximumFractionDigits: 4 })}%`

/** `numerator` / `denominator`, half away from zero. Both positive denominators and products beyond 2^53 are exact. */
function dividedHalfAway(numerator: bigint, denominator: bigint): bigint {
  const magnitude = numerator < 0n ? -numerator : numerator
  const quotient = (2n * magnitude + denominator) / (2n * denominator)
  return numerator < 0n ? -quotient : quotient
}

/** A percentage of an amount, rounded once, half away from zero to a cent. */
export const percentageOf = (amount: Cents, percentage: number): Cents =>
  cents(Number(dividedHalfAway(BigInt(amount) * BigInt(percentage), BigInt(MAX_PERCENTAGE))))

/** The price of a cost with a markup of so many percent of it, half up to a cent. */
export const markedUp = (cost: Cents, percent: number): Cents =>
  cents(cost + percentageOf(cost, Math.round(percent * PERCENTAGE_SCALE)))

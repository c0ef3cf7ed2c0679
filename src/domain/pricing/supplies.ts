// Shop supplies: 10 % of the parts (specification 9), until a company that bills sets a rule of its own.

import { type Cents, cents, formatMoney } from '#domain/lib/money.ts'
import { formatPercentage, PERCENTAGE_SCALE, percentageOf } from '#domain/lib/percentage.ts'

/** A company's own rule; without one, null stands for specification 9. */
export type SuppliesRule = {
  /** Of the parts, in ten-thousandths of a percent. */
  readonly percentage: number
  /** The most for one ticket; null for no limit. */
  readonly cap: Cents | null
}

export const STANDARD_SUPPLIES: SuppliesRule = { percentage: 10 * PERCENTAGE_SCALE, cap: null }

/** Of these parts, half up to a cent, and no more than the cap. */
export function shopSuppliesOf(partsAmount: Cents, rule: SuppliesRule | null): Cents {
  const { percentage, cap } = rule ?? STANDARD_SUPPLIES
  const share = percentageOf(partsAmount, percentage)
  return cap === null ? share : cents(Math.min(share, cap))
}

/** `8.25% of parts, at most $50.00`. */
export const describeSupplies = ({ percentage, cap }: SuppliesRule): string =>
  `${formatPercentage(percentage)} of parts${cap === null ? '' : `, at most ${formatMoney(cap)}`}`

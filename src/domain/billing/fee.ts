// Fees that a company charges again and again: offered on its invoices, and changed there as it likes.

import { type Cents, NO_MONEY } from '#domain/lib/money.ts'
import { percentageOf } from '#domain/lib/percentage.ts'

export const MAX_FEE_PRESETS = 20

/** A fee by its name: either an amount or a percentage. */
export type FeePreset = {
  readonly name: string
  readonly amount: Cents | null
  /** Ten-thousandths of a percent, of the invoice with its tax and before fees. */
  readonly percentage: number | null
}

/** What a fee comes to on an invoice that comes to `total` before fees, tax included. */
export const feeOf = (
  { amount, percentage }: Pick<FeePreset, 'amount' | 'percentage'>,
  total: Cents,
): Cents => amount ?? (percentage === null ? NO_MONEY : percentageOf(total, percentage))

// A part on a ticket. The bay may add one without a price; the desk prices it before the ticket
// is finalized, so no customer is billed by guess.

import { type Cents, timesFraction } from '#domain/lib/money.ts'

export type Part = {
  readonly partId: string
  /** Greater than 0, at most three decimals. */
  readonly quantity: number
  readonly description: string
  /** Null until the desk has priced it. */
  readonly perPartAmount: Cents | null
  /** The job line it is for; null when it is for the ticket as a whole. */
  readonly jobNumber: number | null
}

/** No ticket needs more of one part; it also keeps quantity × price within exact whole numbers. */
export const MAX_QUANTITY = 10_000

/** How a part is called in sentences, also when nobody described it. */
export const partLabel = (part: { readonly description: string }): string =>
  part.description === '' ? 'a part without description' : part.description

/** Quantity × price, half up to a cent. Null while the part has no price. */
export const partTotal = (part: Pick<Part, 'quantity' | 'perPartAmount'>): Cents | null =>
  part.perPartAmount === null
    ? null
    : timesFraction(part.perPartAmount, Math.round(part.quantity * 1000), 1000)

// A part on a ticket. The bay may add one without a price; the desk prices it before the ticket is finalized.

import { type Cents, timesFraction } from '#domain/lib/money.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import type { Sublet } from './sublet.ts'

export type Part = {
  readonly partId: string
  /** Greater than 0, at most three decimals. */
  readonly quantity: number
  readonly description: string
  /** Null until the desk has priced it. */
  readonly perPartAmount: Cents | null
  /** The job line it is for; null for the whole ticket. */
  readonly jobNumber: number | null
  /** If another business does it. */
  readonly sublet: Sublet | null
}

/** On one ticket: every page and document of it holds them all. */
export const MAX_PARTS = 500

/** Refuses more parts than a ticket can have. */
export function assertRoomForParts(count: number): void {
  if (count > MAX_PARTS) throw new Refusal([{ code: 'ticket.full', of: 'parts', most: MAX_PARTS }])
}

/** More than any ticket needs; also keeps quantity × price a safe integer. */
export const MAX_QUANTITY = 10_000

/** A part's name in sentences, even without a description. */
export const partLabel = (part: { readonly description: string }): string =>
  part.description === '' ? 'a part without description' : part.description

/** Quantity × price, half up to a cent. Null without a price. */
export const partTotal = (part: Pick<Part, 'quantity' | 'perPartAmount'>): Cents | null =>
  part.perPartAmount === null
    ? null
    : timesFraction(part.perPartAmount, Math.round(part.quantity * 1000), 1000)

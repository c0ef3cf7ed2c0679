// A company's price matrix: what it adds to the cost of a part, by what the part costs and from whom it comes.

import type { Cents } from '#domain/lib/money.ts'

/** What is added to the cost of parts that cost at least `costFrom`, up to the next one. */
export type Markup = {
  readonly markupId: string
  /** Whose parts it is for; null for all. */
  readonly vendorId: string | null
  /** Of one part. */
  readonly costFrom: Cents
  /** Whole percent: 80 makes $10.00 $18.00. */
  readonly percent: number
}

export const MAX_MARKUPS = 200
/** Whole percent. */
export const MAX_MARKUP_PERCENT = 1000

type MarkupKey = Pick<Markup, 'vendorId' | 'costFrom'>

/** Those of all vendors first, each by cost. */
export const byVendorAndCost = (one: MarkupKey, other: MarkupKey): number =>
  (one.vendorId ?? '').localeCompare(other.vendorId ?? '') || one.costFrom - other.costFrom

/**
 * The markup of a part: the one of its vendor with the highest cost that it reaches, without one that of all vendors; null
 * without any. `cost` is of one part.
 */
export function markupFor<Listed extends MarkupKey>(
  markups: readonly Listed[],
  { cost, vendorId }: { readonly cost: Cents; readonly vendorId: string | null },
): Listed | null {
  const reached = (of: string | null) =>
    markups
      .filter(markup => markup.vendorId === of && markup.costFrom <= cost)
      .toSorted(byVendorAndCost)
      .at(-1)
  return (vendorId === null ? undefined : reached(vendorId)) ?? reached(null) ?? null
}

/** Why a company with these markups cannot have this one, too; null if it can. */
export const markupProblem = (added: MarkupKey, others: readonly MarkupKey[]): string | null =>
  others.some(other => byVendorAndCost(added, other) === 0)
    ? 'There is already a markup from this cost. Remove it first.'
    : null

/** Said beside a price that does not bring in what the part costs; null for one that does. */
export const belowCostSentence = (price: Cents | null, cost: Cents | null): string | null =>
  price !== null && cost !== null && price < cost ? 'This is less than the part costs.' : null

// Sublet work: what another business does for a ticket, such as glass, a chassis, upholstery or towing. It is charged as a
// part, without shop supplies.

import type { Cents } from '#domain/lib/money.ts'

export type Sublet = {
  readonly supplier: string
  /** Their number of the order, quote or bill; may be empty. */
  readonly reference: string
  /** What they charge the company; null as long as it is not known. Customers and technicians never see it. */
  readonly cost: Cents | null
  /** `YYYY-MM-DD`, when it is expected to be done; null if nobody said. */
  readonly expectedOn: string | null
  /** Their bill, once the desk has attached it. */
  readonly bill?: SupplierBill
}

/** A supplier's bill as a file: a photo of it, or the PDF as they sent it. */
export type SupplierBill = { readonly fileId: string; readonly type: 'image' | 'pdf' }

export const MAX_SUBLET_LENGTHS = { supplier: 200, reference: 100 } as const

/** What the price is above the cost, in percent of the cost to one decimal; null for a cost of nothing. */
export const markupOf = (price: Cents, cost: Cents): number | null =>
  cost === 0 ? null : Math.round(((price - cost) * 1000) / cost) / 10

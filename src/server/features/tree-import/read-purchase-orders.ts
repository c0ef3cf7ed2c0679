// Vendors, markups, orders and their lines, as our own exports have them beside the tree.

import { MAX_MARKUPS, type Markup, markupProblem } from '#domain/purchase-orders/markup.ts'
import { MAX_VENDORS, vendorNameProblem } from '#domain/purchase-orders/vendor.ts'
import type { RecordProblem } from './read-records.ts'

type VendorRow = { readonly name: string; readonly removedAt: Date | null }
type OrderRow = { readonly number: number }
type MarkupRow = Pick<Markup, 'vendorId' | 'costFrom'>
type LineRow = { readonly orderId: string }

/** Why a vendor, a markup, an order or a line does not fit those before it. */
export class PurchaseOrderChecks {
  readonly #vendors: VendorRow[] = []
  readonly #vendorIds = new Set<string>()
  readonly #markups: MarkupRow[] = []
  readonly #numbers = new Set<number>()
  readonly #orders = new Set<string>()
  /** By the name of the set. */
  readonly problems: ReadonlyMap<string, RecordProblem> = new Map<string, RecordProblem>([
    ['vendors', (row: VendorRow, key: string) => this.#vendorProblem(row, key)],
    ['partMarkups', (row: MarkupRow) => this.#markupProblem(row)],
    ['purchaseOrders', (row: OrderRow, key: string) => this.#orderProblem(row, key)],
    ['purchaseOrderLines', (row: LineRow) => this.#lineProblem(row)],
  ])

  #vendorProblem(vendor: VendorRow, vendorId: string): string | null {
    if (vendor.removedAt !== null) return null
    const problem = vendorNameProblem(vendor.name, this.#vendors)
    if (problem !== null) return `${problem} The first one stays.`
    if (this.#vendors.length >= MAX_VENDORS)
      return `There are more than ${MAX_VENDORS} vendors; this was left out.`
    this.#vendors.push(vendor)
    this.#vendorIds.add(vendorId)
    return null
  }

  #markupProblem(markup: MarkupRow): string | null {
    if (markup.vendorId !== null && !this.#vendorIds.has(markup.vendorId))
      return 'Its vendor is not imported, so this was left out.'
    if (markupProblem(markup, this.#markups) !== null)
      return 'There are two markups from one cost; the first one stays.'
    if (this.#markups.length >= MAX_MARKUPS)
      return `There are more than ${MAX_MARKUPS} markups; this was left out.`
    this.#markups.push(markup)
    return null
  }

  #orderProblem({ number }: OrderRow, orderId: string): string | null {
    if (this.#numbers.has(number)) return `Order ${number} is there twice; the first one stays.`
    this.#numbers.add(number)
    this.#orders.add(orderId)
    return null
  }

  #lineProblem({ orderId }: LineRow): string | null {
    return this.#orders.has(orderId) ? null : 'Its order is not imported, so this was left out.'
  }
}

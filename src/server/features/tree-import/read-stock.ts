// Stock items and their movements, as our own exports have them beside the tree.

import {
  duplicateProblem,
  leavingProblem,
  MAX_STOCK_ITEMS,
  type StockItem,
  stockAfter,
} from '#domain/stock/stock-item.ts'
import type { RecordProblem } from './read-records.ts'

type ItemRow = Pick<StockItem, 'partNumber' | 'place'> & { readonly removedAt: Date | null }
type MovementRow = { readonly stockItemId: string; readonly quantity: number }

/** Why an item or a movement does not fit those before it. */
export class StockChecks {
  readonly #listed: ItemRow[] = []
  /** How many are there of each item, by its id. */
  readonly #quantities = new Map<string, number>()
  /** By the name of the set. */
  readonly problems: ReadonlyMap<string, RecordProblem> = new Map<string, RecordProblem>([
    ['stockItems', (row: ItemRow, key: string) => this.#itemProblem(row, key)],
    ['stockMovements', (row: MovementRow) => this.#movementProblem(row)],
  ])

  #itemProblem(item: ItemRow, stockItemId: string): string | null {
    if (item.removedAt === null) {
      const problem = duplicateProblem(item, this.#listed)
      if (problem !== null) return `${problem} The first one stays.`
      if (this.#listed.length >= MAX_STOCK_ITEMS)
        return `There are more than ${MAX_STOCK_ITEMS} stock items; this was left out.`
      this.#listed.push(item)
    }
    this.#quantities.set(stockItemId, 0)
    return null
  }

  #movementProblem({ stockItemId, quantity }: MovementRow): string | null {
    const there = this.#quantities.get(stockItemId)
    if (there === undefined) return 'Its stock item is not imported, so this was left out.'
    const problem = leavingProblem(-quantity, there)
    if (problem !== null) return `${problem} This was left out.`
    this.#quantities.set(stockItemId, stockAfter(there, quantity))
    return null
  }
}

// Stock that is ordered from a vendor, and received with the order. The order's command has locked the order before.

import type { Cents } from '#domain/lib/money.ts'
import { roomProblem, STOCK_ITEM_REMOVED } from '#domain/stock/stock-item.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { invalid, notFound } from '#server/lib/api-errors.ts'
import { addMovement, lockStockItem } from './store.ts'

/** Remembers from whom an item is ordered. @throws NOT_FOUND without it. */
export async function saveStockVendor(
  work: UnitOfWork,
  stockItemId: string,
  vendorId: string,
): Promise<void> {
  const item = await lockStockItem(work, stockItemId)
  if (item === null || item.removedAt !== null) throw notFound(STOCK_ITEM_REMOVED)
  work.save('stockItem', { stockItemId }, { vendorId })
}

/** Puts what came of an order into stock; a removed item is listed again. @throws INVALID if there is no room. */
export async function receiveOrderedStock(
  work: UnitOfWork,
  stockItemId: string,
  of: { readonly quantity: number; readonly cost: Cents; readonly order: number },
): Promise<void> {
  const item = await lockStockItem(work, stockItemId)
  // An import can leave an item out and have its order.
  if (item === null) return
  const problem = roomProblem(of.quantity, item.quantity)
  if (problem !== null) throw invalid({ quantity: problem })
  const { quantity, cost } = of
  addMovement(work, item, { kind: 'received', quantity, cost, note: `Order ${of.order}` })
  work.save('stockItem', { stockItemId }, { cost, removedAt: null })
}

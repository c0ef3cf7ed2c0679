// Stock that is ordered from a vendor, and received with the order. The order's command has locked the order before.

import type { Cents } from '#domain/lib/money.ts'
import { leavingProblem, roomProblem, STOCK_ITEM_REMOVED } from '#domain/stock/stock-item.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { invalid, notFound } from '#server/lib/api-errors.ts'
import { addMovement, findCostBesides, lockStockItem } from './store.ts'

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

type Ordered = {
  readonly quantity: number
  /** For one. */
  readonly cost: Cents
  /** Its number. */
  readonly order: number
}

/** Puts what came of an order into stock; a removed item is listed again. @throws INVALID if there is no room. */
export async function receiveOrderedStock(
  work: UnitOfWork,
  stockItemId: string,
  { quantity, cost, order }: Ordered,
): Promise<void> {
  const item = await lockStockItem(work, stockItemId)
  // An import can leave an item out and have its order.
  if (item === null) return
  const problem = roomProblem(quantity, item.quantity)
  if (problem !== null) throw invalid({ quantity: problem })
  addMovement(work, item, { kind: 'received', quantity, cost, note: `Order ${order}` })
  work.save('stockItem', { stockItemId }, { cost, removedAt: null })
}

type Returned = {
  /** Less than 0 for what goes back to its vendor, greater for what did not after all. */
  readonly quantity: number
  /** For one. */
  readonly cost: Cents
  readonly note: string
}

/** Takes what goes back to its vendor out of stock, or puts it there again. @throws INVALID if it is not there. */
export async function moveReturnedStock(
  work: UnitOfWork,
  stockItemId: string,
  movement: Returned,
): Promise<void> {
  const item = await lockStockItem(work, stockItemId)
  if (item === null) return
  const { quantity } = movement
  const problem =
    quantity < 0 ? leavingProblem(-quantity, item.quantity) : roomProblem(quantity, item.quantity)
  if (problem !== null) throw invalid({ quantity: problem })
  addMovement(work, item, { kind: 'returned-to-vendor', ...movement })
  if (quantity > 0) work.save('stockItem', { stockItemId }, { removedAt: null })
}

/** Takes what did not come of an order out of stock again. @throws INVALID if some of it has left already. */
export async function undoReceivedStock(
  work: UnitOfWork,
  stockItemId: string,
  { quantity, cost, order }: Ordered,
): Promise<void> {
  const item = await lockStockItem(work, stockItemId)
  if (item === null) return
  const problem = leavingProblem(quantity, item.quantity)
  if (problem !== null) throw invalid({ quantity: problem })
  addMovement(work, item, { kind: 'received', quantity: -quantity, cost, note: `Order ${order}, undone` })
  // Typed wrong, it would be proposed again.
  if (item.cost === cost)
    work.save('stockItem', { stockItemId }, { cost: await findCostBesides(work, stockItemId, cost) })
}

// What the desk sends back to vendors, and what they credit for it.

import { randomUUID } from 'node:crypto'
import { sumOfQuantities } from '#domain/lib/quantity.ts'
import { idFromKey } from '#domain/lib/uuid.ts'
import { netReceivedOf, type OrderLine, type VendorReturn } from '#domain/purchase-orders/purchase-order.ts'
import {
  addVendorReturn,
  creditReturn,
  restockingFeeProblem,
  returnProblem,
  undoReturn,
  withReturn,
} from '#domain/purchase-orders/vendor-returns.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { moveReturnedStock } from '#server/features/stock/order-store.ts'
import { invalid, notFound } from '#server/lib/api-errors.ts'
import { command } from '#server/rpc/procedures.ts'
import { getLine, getOrder, lockTicketsOf, recordOfCompany, recordOfLine } from './order-changes.ts'
import { listOtherOrders, type StoredOrder, saveLine } from './store.ts'

/** How many of a line's pieces are in its ticket, if work on it has ended: what no other order brought. */
async function countFitted(work: UnitOfWork, order: StoredOrder, line: OrderLine): Promise<number> {
  const [ticket] = await lockTicketsOf(work, [line])
  const part = ticket?.parts.find(({ partId }) => partId === line.partId)
  if (ticket === undefined || part === undefined || isInWork(ticket)) return 0
  const here = order.lines.filter(other => other !== line && other.partId === line.partId)
  const elsewhere = (await listOtherOrders(work, order)).filter(({ partId }) => partId === line.partId)
  const others = [...here.map(netReceivedOf), ...elsewhere.map(({ partOrder }) => partOrder.received)]
  return Math.max(0, sumOfQuantities([part.quantity, ...others.map(quantity => -quantity)]))
}

function getReturn({ vendorReturns }: OrderLine, returnId: string): VendorReturn {
  const found = vendorReturns.find(each => each.returnId === returnId)
  if (found === undefined) throw notFound()
  return found
}

export const returnToVendor = command.purchaseOrders.returnToVendor.handler(
  async ({ input: { orderId, lineId, ...typed }, context: { work, idempotencyKey } }) => {
    const order = await getOrder(work, orderId)
    const line = getLine(order, lineId)
    const { quantity, reason } = typed
    const problem = returnProblem(line, quantity, await countFitted(work, order, line))
    if (problem !== null) throw invalid({ quantity: problem })
    const feeProblem = restockingFeeProblem(line, typed)
    if (feeProblem !== null) throw invalid({ restockingFee: feeProblem })
    const returnId = idFromKey(idempotencyKey, randomUUID())
    const by = { at: work.now.getTime(), byName: work.by.name }
    saveLine(work, addVendorReturn(line, { returnId, ...typed, ...by, credited: null, undoneAt: null }))
    if (line.stockItemId !== null)
      await moveReturnedStock(work, line.stockItemId, {
        ...{ quantity: -quantity, cost: line.cost, note: `Order ${order.number}` },
      })
    await recordOfLine(work, line, { ticket: 'return-part', company: 'return-order-line' }, { reason })
    return { returnId }
  },
)

export const creditVendorReturn = command.purchaseOrders.creditReturn.handler(
  async ({ input: { orderId, lineId, returnId, credited }, context: { work } }) => {
    const line = getLine(await getOrder(work, orderId), lineId)
    saveLine(work, withReturn(line, creditReturn(getReturn(line, returnId), credited)))
    recordOfCompany(work, 'credit-vendor-return')
    return { done: true }
  },
)

export const undoVendorReturn = command.purchaseOrders.undoReturn.handler(
  async ({ input: { orderId, lineId, returnId }, context: { work } }) => {
    const order = await getOrder(work, orderId)
    const line = getLine(order, lineId)
    const undone = undoReturn(getReturn(line, returnId), work.now)
    saveLine(work, withReturn(line, undone))
    if (line.stockItemId !== null)
      await moveReturnedStock(work, line.stockItemId, {
        ...{ quantity: undone.quantity, cost: line.cost, note: `Order ${order.number}, undone` },
      })
    await recordOfLine(work, line, { ticket: 'undo-part-return', company: 'undo-vendor-return' })
    return { done: true }
  },
)

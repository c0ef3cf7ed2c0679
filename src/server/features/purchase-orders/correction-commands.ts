// Mistakes on an order are taken back: what did not come, and what was closed too early.

import { coresOwed } from '#domain/purchase-orders/order-amounts.ts'
import {
  reopenOrder,
  undoCoreReturn,
  undoProblem,
  undoReceipt,
} from '#domain/purchase-orders/order-corrections.ts'
import { missingOf, receivedOf } from '#domain/purchase-orders/purchase-order.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { lockCompany } from '#server/features/companies/store.ts'
import { undoReceivedStock } from '#server/features/stock/order-store.ts'
import { invalid } from '#server/lib/api-errors.ts'
import { command } from '#server/rpc/procedures.ts'
import {
  getLine,
  getOrder,
  lockTicketsOf,
  recordOfCompany,
  recordOfLine,
  recordOfOrder,
} from './order-changes.ts'
import { listOtherOrders, saveLine, saveOrder } from './store.ts'
import { lockVendor } from './vendor-store.ts'

export const undoOrderReceipt = command.purchaseOrders.undoReceipt.handler(
  async ({ input: { orderId, lineId, quantity, reason }, context: { work } }) => {
    const order = await getOrder(work, orderId)
    const line = getLine(order, lineId)
    const undone = { quantity, at: work.now.getTime(), byName: work.by.name, place: '', reason }
    const after = undoReceipt(order, line, undone)
    const problem = undoProblem(line, quantity)
    if (problem !== null) throw invalid({ quantity: problem })
    saveLine(work, after)
    if (line.stockItemId !== null)
      await undoReceivedStock(work, line.stockItemId, { quantity, cost: line.cost, order: order.number })
    await recordOfLine(work, line, { ticket: 'undo-receipt', company: 'undo-receipt' }, { reason })
    return { missing: missingOf(after) }
  },
)

export const undoOrderCoreReturn = command.purchaseOrders.undoCoreReturn.handler(
  async ({ input: { orderId, lineId }, context: { work } }) => {
    const line = getLine(await getOrder(work, orderId), lineId)
    const after = undoCoreReturn(line, { at: work.now.getTime(), byName: work.by.name })
    saveLine(work, after)
    recordOfCompany(work, 'undo-core-return')
    return { owed: coresOwed(after) }
  },
)

export const reopenPurchaseOrder = command.purchaseOrders.reopen.handler(
  async ({ input: { orderId }, context: { work } }) => {
    // One who orders a part again is before or after.
    await lockCompany(work)
    const order = await getOrder(work, orderId)
    if ((await lockVendor(work, order.vendorId)) === null)
      throw new Refusal([{ code: 'purchase-order.vendor-removed', number: order.number }])
    const tickets = await lockTicketsOf(work, order.lines)
    const wantedOf = new Map(
      tickets.flatMap(({ parts }) => parts.map(({ partId, quantity }) => [partId, quantity])),
    )
    saveOrder(work, reopenOrder(order, await listOtherOrders(work, order), wantedOf))
    const missing = order.lines.filter(line => receivedOf(line) === 0)
    recordOfOrder(work, missing, tickets, { ticket: 'reopen-part-order', company: 'reopen-order' })
    return { done: true }
  },
)

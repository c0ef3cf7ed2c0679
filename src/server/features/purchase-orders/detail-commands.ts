// What the desk enters of an order besides what was ordered, and the cores that it returned.

import { coreChargeProblem, coreReturnProblem, coresOwed } from '#domain/purchase-orders/order-amounts.ts'
import { addCoreReturn } from '#domain/purchase-orders/purchase-order.ts'
import { invalid } from '#server/lib/api-errors.ts'
import { command } from '#server/rpc/procedures.ts'
import { getLine, getOrder, recordOfCompany } from './order-changes.ts'
import { saveLine, saveOrder } from './store.ts'

export const changeOrderDetails = command.purchaseOrders.changeDetails.handler(
  async ({ input: { orderId, ...details }, context: { work } }) => {
    const order = await getOrder(work, orderId)
    const { freight = order.freight, trackingNumber = order.trackingNumber } = details
    const { invoiceNumber = order.invoiceNumber, invoiceTotal = order.invoiceTotal } = details
    saveOrder(work, { ...order, freight, trackingNumber, invoiceNumber, invoiceTotal })
    recordOfCompany(work, 'change-order-details')
    return { done: true }
  },
)

export const changeOrderLineDetails = command.purchaseOrders.changeLineDetails.handler(
  async ({ input: { orderId, lineId, ...details }, context: { work } }) => {
    const line = getLine(await getOrder(work, orderId), lineId)
    const { listPrice = line.listPrice, coreCharge = line.coreCharge } = details
    const { condition = line.condition } = details
    const problem = coreChargeProblem(line, coreCharge)
    if (problem !== null) throw invalid({ coreCharge: problem })
    saveLine(work, { ...line, listPrice, coreCharge, condition })
    recordOfCompany(work, 'change-order-details')
    return { done: true }
  },
)

export const returnCore = command.purchaseOrders.returnCore.handler(
  async ({ input: { orderId, lineId, quantity, credited }, context: { work } }) => {
    const line = getLine(await getOrder(work, orderId), lineId)
    const problem = coreReturnProblem(line, quantity)
    if (problem !== null) throw invalid({ quantity: problem })
    const after = addCoreReturn(line, {
      ...{ quantity, credited },
      ...{ at: work.now.getTime(), byName: work.by.name },
    })
    saveLine(work, after)
    recordOfCompany(work, 'return-core')
    return { owed: coresOwed(after) }
  },
)

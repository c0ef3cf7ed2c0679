// What the desk orders from vendors, and receives.

import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { dayOf } from '#domain/lib/company-time.ts'
import { sum } from '#domain/lib/money.ts'
import { idFromKey } from '#domain/lib/uuid.ts'
import { amountFor, amountsOf, coresOwed } from '#domain/purchase-orders/order-amounts.ts'
import { orderableOf } from '#domain/purchase-orders/part-order.ts'
import {
  assertDraft,
  closeOrder,
  expectedDayProblem,
  MAX_ORDER_LINES,
  missingOf,
  NO_LINE_DETAILS,
  type OrderList,
  orderStateOf,
  placeOf,
  placeOrder,
  receive,
  receivedOf,
  returnedOf,
  stageOf,
  surplusQuestion,
} from '#domain/purchase-orders/purchase-order.ts'
import { VENDOR_REMOVED } from '#domain/purchase-orders/vendor.ts'
import { creditsOf, expectedCredit, returnableOf } from '#domain/purchase-orders/vendor-returns.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { assertInWork } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { listClosedDays } from '#server/features/bookings/rules-store.ts'
import { getCompany, lockCompany, openingTimesOf } from '#server/features/companies/store.ts'
import { receiveOrderedStock, saveStockVendor } from '#server/features/stock/order-store.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { invalid, notFound } from '#server/lib/api-errors.ts'
import { decodeCursor } from '#server/lib/pagination.ts'
import { command, query } from '#server/rpc/procedures.ts'
import {
  getLine,
  getOrder,
  lockTicketsOf,
  moveLatePromises,
  recordOfLine,
  recordOfOrder,
} from './order-changes.ts'
import {
  addLine,
  deleteLine,
  listOrders,
  listOrdersOwedCredits,
  listOrdersOwingCores,
  listPartOrders,
  lockDraft,
  saveLine,
  saveOrder,
} from './store.ts'
import { hasOrders, listAllVendors, lockVendor } from './vendor-store.ts'

const MAX_OPEN_ORDERS = 300
const ORDERS_PER_PAGE = 50
/** More than a company owes cores of, or is owed credits for. */
const MAX_OWING_ORDERS = 5000

const afterNumber = z.tuple([z.int32()])

export const listPurchaseOrders = query.purchaseOrders.list.handler(
  async ({ input: { show, after }, context: { work } }) => {
    const [last = null] = after === undefined ? [] : decodeCursor(after, afterNumber)
    const limitOf = (list: OrderList): number => (show === list ? MAX_OWING_ORDERS : 1)
    const [cores, credits] = await Promise.all([
      listOrdersOwingCores(work, limitOf('cores')),
      listOrdersOwedCredits(work, limitOf('credits')),
    ])
    const listed = show === 'cores' ? cores : show === 'credits' ? credits : show
    const [vendors, { orders, next }] = await Promise.all([
      listAllVendors(work),
      listOrders(work, listed, last, show === 'open' ? MAX_OPEN_ORDERS : ORDERS_PER_PAGE),
    ])
    return {
      // Those of vendors that were removed before their orders named them count, too.
      isOn: vendors.length > 0 || orders.length > 0 || (await hasOrders(work)),
      orders: orders.map(({ vendorId, lines, ...order }) => ({
        ...order,
        state: orderStateOf({ ...order, lines }),
        amounts: amountsOf({ ...order, lines }),
        credits: creditsOf(lines),
        vendor: vendors.find(vendor => vendor.vendorId === vendorId) ?? null,
        total: sum(lines.map(({ cost, quantity }) => amountFor(cost, quantity))),
        lines: lines.map(line => ({
          ...line,
          stage: stageOf(order, line),
          received: receivedOf(line),
          missing: missingOf(line),
          place: placeOf(line),
          coresOwed: coresOwed(line),
          vendorReturns: line.vendorReturns.map(returned => ({
            ...returned,
            expected: expectedCredit(line, returned),
          })),
          returned: returnedOf(line),
          returnable: returnableOf(line),
        })),
      })),
      areCoresOwed: cores.length > 0,
      areCreditsOwed: credits.length > 0,
      next,
      timeZone: work.timeZone,
    }
  },
)

/** @throws INVALID for a day that has passed, or on which the shop is closed. */
async function assertExpectable(work: UnitOfWork, expectedOn: string | null): Promise<void> {
  if (expectedOn === null) return
  const today = dayOf(work.now, work.timeZone)
  const [company, closedDays] = await Promise.all([getCompany(work), listClosedDays(work, today)])
  const problem = expectedDayProblem(expectedOn, today, openingTimesOf(company), closedDays)
  if (problem !== null) throw invalid({ expectedOn: problem })
}

/** @throws NOT_FOUND without the ticket or the part, Refusal for an ended ticket, INVALID for a part on order. */
async function assertOrderable(work: UnitOfWork, ticketId: number, partId: string | null): Promise<void> {
  const ticket = await getTicket(work, ticketId)
  assertInWork(ticket)
  if (partId === null) return
  const part = ticket.parts.find(each => each.partId === partId)
  if (part === undefined) throw invalid({ partId: 'This part is no longer on the ticket.' })
  const order = (await listPartOrders(work, ticketId)).get(partId)
  if (order !== undefined && orderableOf(order, part) === 0)
    throw invalid({ partId: `This part is already on order ${order.number}.` })
}

export const addOrderLine = command.purchaseOrders.addLine.handler(
  async ({ input, context: { work, idempotencyKey } }) => {
    const { vendorId, ticketId = null, partId = null, stockItemId = null, ...typed } = input
    if (partId !== null && ticketId === null) throw invalid({ ticketId: 'Select the ticket of this part.' })
    if (stockItemId !== null && ticketId !== null)
      throw invalid({ ticketId: 'A part ordered for stock can’t be for a ticket.' })
    // Of two drafts begun at once, one has the next number.
    await lockCompany(work)
    if ((await lockVendor(work, vendorId)) === null) throw notFound(VENDOR_REMOVED)
    const order = await lockDraft(work, vendorId, randomUUID())
    if (order.lines.length >= MAX_ORDER_LINES)
      throw new Refusal([{ code: 'purchase-order.full', number: order.number, most: MAX_ORDER_LINES }])
    if (ticketId !== null) await assertOrderable(work, ticketId, partId)
    if (stockItemId !== null) await saveStockVendor(work, stockItemId, vendorId)
    await assertExpectable(work, typed.expectedOn)
    const lineId = idFromKey(idempotencyKey, randomUUID())
    const line = { ...typed, lineId, ticketId, partId, stockItemId, receipts: [], ...NO_LINE_DETAILS }
    await addLine(work, order.orderId, line)
    await recordOfLine(work, line, { ticket: 'need-part', company: 'add-order-line' })
    return { orderId: order.orderId, lineId, number: order.number }
  },
)

export const removeOrderLine = command.purchaseOrders.removeLine.handler(
  async ({ input: { orderId, lineId }, context: { work } }) => {
    const order = await getOrder(work, orderId)
    const line = getLine(order, lineId)
    assertDraft(order)
    deleteLine(work, lineId)
    await recordOfLine(work, line, { ticket: 'cancel-part', company: 'remove-order-line' })
    return { done: true }
  },
)

export const placePurchaseOrder = command.purchaseOrders.place.handler(
  async ({ input: { orderId }, context: { work } }) => {
    const order = placeOrder(await getOrder(work, orderId), work.now)
    saveOrder(work, order)
    const tickets = await lockTicketsOf(work, order.lines)
    recordOfOrder(work, order.lines, tickets, { ticket: 'order-part', company: 'place-order' })
    await moveLatePromises(work, order.lines)
    return { done: true }
  },
)

export const closePurchaseOrder = command.purchaseOrders.close.handler(
  async ({ input: { orderId }, context: { work } }) => {
    const before = await getOrder(work, orderId)
    saveOrder(work, closeOrder(before, work.now))
    const missing = before.lines.filter(line => receivedOf(line) === 0)
    const tickets = await lockTicketsOf(work, missing)
    recordOfOrder(work, missing, tickets, { ticket: 'cancel-part', company: 'close-order' })
    return { done: true }
  },
)

export const expectOrderLine = command.purchaseOrders.expect.handler(
  async ({ input: { orderId, lineId, expectedOn }, context: { work } }) => {
    const order = await getOrder(work, orderId)
    const line = getLine(order, lineId)
    if (order.closedAt !== null) throw new Refusal([{ code: 'purchase-order.closed', number: order.number }])
    if (expectedOn === line.expectedOn) return { done: true }
    await assertExpectable(work, expectedOn)
    saveLine(work, { ...line, expectedOn })
    const detail = expectedOn === null ? {} : { date: expectedOn }
    await recordOfLine(work, line, { ticket: 'expect-part', company: 'expect-order-line' }, detail)
    if (order.orderedAt !== null) await moveLatePromises(work, [{ ...line, expectedOn }])
    return { done: true }
  },
)

export const receiveOrderLine = command.purchaseOrders.receive.handler(
  async ({ input: { orderId, lineId, quantity, place, isMoreAccepted }, context: { work } }) => {
    const order = await getOrder(work, orderId)
    const line = getLine(order, lineId)
    const receipt = { quantity, at: work.now.getTime(), byName: work.by.name, place }
    const after = receive(order, line, receipt)
    const question = isMoreAccepted ? null : surplusQuestion(line, quantity)
    if (question !== null) throw invalid({ quantity: question })
    saveLine(work, after)
    if (line.stockItemId !== null)
      await receiveOrderedStock(work, line.stockItemId, { quantity, cost: line.cost, order: order.number })
    await recordOfLine(work, line, { ticket: 'receive-part', company: 'receive-order-line' })
    return { missing: missingOf(after) }
  },
)

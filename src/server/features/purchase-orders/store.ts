// Purchase orders in the database: a row for each, and one for each of its lines with what came of it.

import { sql } from 'kysely'
import { mergedPartOrder, type PartOrder } from '#domain/purchase-orders/part-order.ts'
import {
  NO_ORDER_DETAILS,
  type OrderLine,
  type PurchaseOrder,
  partOrderOf,
} from '#domain/purchase-orders/purchase-order.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { paginate } from '#server/lib/pagination.ts'

const ORDER_COLUMNS = [
  ...(['orderId', 'number', 'vendorId', 'createdAt', 'orderedAt', 'closedAt'] as const),
  ...(['freight', 'trackingNumber', 'invoiceNumber', 'invoiceTotal'] as const),
  ...(['emailedAt', 'emailedBy', 'emailedTo'] as const),
] as const
const LINE_COLUMNS = [
  ...(['lineId', 'orderId', 'ticketId', 'partId', 'stockItemId'] as const),
  ...(['quantity', 'description'] as const),
  ...(['partNumber', 'cost', 'expectedOn', 'receipts'] as const),
  ...(['listPrice', 'coreCharge', 'condition', 'coreReturns', 'vendorReturns'] as const),
] as const

export type StoredOrder = PurchaseOrder & { readonly createdAt: Date }

const lockedOrder = statement((scope, { orderId }: { orderId: string }) =>
  scope.from('purchaseOrder').select('orderId').where('orderId', '=', orderId).forUpdate(),
)

const orderById = statement((scope, { orderId }: { orderId: string }) =>
  scope.from('purchaseOrder').select(ORDER_COLUMNS).where('orderId', '=', orderId),
)

const linesOfOrders = statement((scope, { orderIds }: { orderIds: readonly string[] }) =>
  scope
    .from('purchaseOrderLine')
    .select(LINE_COLUMNS)
    .where(sql<boolean>`order_id = any(${orderIds}::uuid[])`)
    .orderBy('position'),
)

const linesIn = (rows: readonly (OrderLine & { readonly orderId: string })[], orderId: string): OrderLine[] =>
  rows.filter(row => row.orderId === orderId).map(({ orderId: _, ...line }) => line)

/** An order with its lines; null without it. */
export async function findOrder(work: UnitOfWork, orderId: string): Promise<StoredOrder | null> {
  const [order, rows] = await Promise.all([
    orderById(work, { orderId }).executeTakeFirst(),
    linesOfOrders(work, { orderIds: [orderId] }).execute(),
  ])
  return order === undefined ? null : { ...order, lines: linesIn(rows, orderId) }
}

/** The same, locked: of those who receive at once each reads what the others did. */
export function lockOrder(work: UnitOfWork, orderId: string): Promise<StoredOrder | null> {
  // In a statement of its own: one that waited for the lock would still read the lines from before.
  work.write(lockedOrder(work, { orderId }))
  return findOrder(work, orderId)
}

/** How many came of a line, went back to the vendor, or of how many the core did. */
export const quantityIn = (column: 'receipts' | 'core_returns' | 'vendor_returns') => sql<number>`
  (select coalesce(sum(quantity), 0)
     from jsonb_to_recordset(${sql.ref(column)}) as each(quantity numeric, "undoneAt" bigint)
    where "undoneAt" is null)`

/** The orders of which cores are still to be returned; no more than `limit` of them. */
export async function listOrdersOwingCores(work: UnitOfWork, limit: number): Promise<string[]> {
  const rows = await work
    .from('purchaseOrderLine')
    .select('orderId')
    .distinct()
    .where('coreCharge', 'is not', null)
    .where(
      sql<boolean>`${quantityIn('receipts')} > ${quantityIn('core_returns')} + ${quantityIn('vendor_returns')}`,
    )
    .limit(limit)
    .execute()
  return rows.map(({ orderId }) => orderId)
}

/** The orders for which a vendor still owes a credit; no more than `limit` of them. */
export async function listOrdersOwedCredits(work: UnitOfWork, limit: number): Promise<string[]> {
  const rows = await work
    .from('purchaseOrderLine')
    .select('orderId')
    .distinct()
    .where(sql<boolean>`vendor_returns <> '[]'`)
    .where(sql<boolean>`exists (
      select from jsonb_to_recordset(vendor_returns) as each(credited bigint, "undoneAt" bigint)
      where credited is null and "undoneAt" is null)`)
    .limit(limit)
    .execute()
  return rows.map(({ orderId }) => orderId)
}

/** A page of open orders, or of these, by number, or of closed ones with the newest first, after the one with this number. */
export async function listOrders(
  work: UnitOfWork,
  show: 'open' | 'closed' | readonly string[],
  after: number | null,
  limit: number,
) {
  const isAscending = show !== 'closed'
  let orders = work
    .from('purchaseOrder')
    .select(ORDER_COLUMNS)
    .orderBy('number', isAscending ? 'asc' : 'desc')
    .limit(limit + 1)
  if (show === 'open') orders = orders.where('closedAt', 'is', null)
  else if (show === 'closed') orders = orders.where('closedAt', 'is not', null)
  else orders = orders.where(sql<boolean>`order_id = any(${show}::uuid[])`)
  if (after !== null) orders = orders.where('number', isAscending ? '>' : '<', after)
  const { page: listed, next } = paginate(await orders.execute(), limit, ({ number }) => [number])
  const rows = await linesOfOrders(work, { orderIds: listed.map(({ orderId }) => orderId) }).execute()
  return {
    orders: listed.map((order): StoredOrder => ({ ...order, lines: linesIn(rows, order.orderId) })),
    next,
  }
}

/** The draft of an order from a vendor, locked, or a new one. The company's and the vendor's rows are locked. */
export async function lockDraft(work: UnitOfWork, vendorId: string, newId: string): Promise<StoredOrder> {
  const draft = await work
    .from('purchaseOrder')
    .select('orderId')
    .where('vendorId', '=', vendorId)
    .where('orderedAt', 'is', null)
    .where('closedAt', 'is', null)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  const found = draft === undefined ? null : await lockOrder(work, draft.orderId)
  // Another may have placed it before it was locked.
  if (found !== null && found.orderedAt === null && found.closedAt === null) return found
  const { last } = await work
    .from('purchaseOrder')
    .select(sql<number>`coalesce(max(number), 0)`.as('last'))
    .executeTakeFirstOrThrow()
  const order = {
    ...{ orderId: newId, number: last + 1, vendorId, createdAt: work.now },
    ...{ orderedAt: null, closedAt: null, ...NO_ORDER_DETAILS },
  }
  work.insert('purchaseOrder', order)
  return { ...order, lines: [] }
}

/** Saves what changes of an order: all but its number, its vendor and its lines. */
export function saveOrder(work: UnitOfWork, order: PurchaseOrder): void {
  const { orderId, orderedAt, closedAt, freight, trackingNumber, invoiceNumber, invoiceTotal } = order
  const { emailedAt, emailedBy, emailedTo } = order
  const details = { freight, trackingNumber, invoiceNumber, invoiceTotal, emailedAt, emailedBy, emailedTo }
  work.save('purchaseOrder', { orderId }, { orderedAt, closedAt, ...details })
}

/** Adds a line behind those of the locked order. */
export async function addLine(work: UnitOfWork, orderId: string, line: OrderLine): Promise<void> {
  const { last } = await work
    .from('purchaseOrderLine')
    .select(sql<number>`coalesce(max(position), 0)`.as('last'))
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  work.insert('purchaseOrderLine', { ...line, orderId, position: last + 1, ...listsOf(line) })
}

const listsOf = ({ receipts, coreReturns, vendorReturns }: OrderLine) => ({
  receipts: JSON.stringify(receipts),
  coreReturns: JSON.stringify(coreReturns),
  vendorReturns: JSON.stringify(vendorReturns),
})

/** Saves what changes of a line: when it is expected, what came, and its details. */
export function saveLine(work: UnitOfWork, line: OrderLine): void {
  const { lineId, expectedOn, listPrice, coreCharge, condition } = line
  work.save(
    'purchaseOrderLine',
    { lineId },
    { expectedOn, listPrice, coreCharge, condition, ...listsOf(line) },
  )
}

export const deleteLine = (work: UnitOfWork, lineId: string): void =>
  work.write(work.remove('purchaseOrderLine').where('lineId', '=', lineId))

const linesOfTicket = statement((scope, { ticketId }: { ticketId: number }) =>
  scope
    .from('purchaseOrderLine')
    .select(LINE_COLUMNS)
    .where('ticketId', '=', ticketId)
    .where('partId', 'is not', null),
)

const ordersByIds = statement((scope, { orderIds }: { orderIds: readonly string[] }) =>
  scope.from('purchaseOrder').select(ORDER_COLUMNS).where(sql<boolean>`order_id = any(${orderIds}::uuid[])`),
)

type PartLine = OrderLine & { readonly orderId: string }

/** How far the part of each of these lines is. */
async function listPartOrdersOf(work: UnitOfWork, lines: readonly PartLine[]) {
  if (lines.length === 0) return []
  const orders = await ordersByIds(work, {
    orderIds: [...new Set(lines.map(({ orderId }) => orderId))],
  }).execute()
  const orderOf = new Map(orders.map(order => [order.orderId, order]))
  return lines.flatMap(({ orderId, ...line }) => {
    const order = orderOf.get(orderId)
    return order === undefined ? [] : [{ partId: line.partId ?? '', partOrder: partOrderOf(order, line) }]
  })
}

/** How far each part of a ticket is that is on an order, by its id. */
export async function listPartOrders(
  work: UnitOfWork,
  ticketId: number,
): Promise<ReadonlyMap<string, PartOrder>> {
  const found = await listPartOrdersOf(work, await linesOfTicket(work, { ticketId }).execute())
  const ordersOf = new Map<string, [PartOrder, ...PartOrder[]]>()
  for (const { partId, partOrder } of found) {
    const others = ordersOf.get(partId)
    if (others === undefined) ordersOf.set(partId, [partOrder])
    else others.push(partOrder)
  }
  return new Map([...ordersOf].map(([partId, orders]) => [partId, mergedPartOrder(orders)]))
}

/** How far the parts of an order are on other orders. */
export async function listOtherOrders(work: UnitOfWork, { orderId, lines }: PurchaseOrder) {
  const ticketIds = lines.flatMap(({ ticketId }) => ticketId ?? [])
  const partIds = lines.flatMap(({ partId }) => partId ?? [])
  const others = await work
    .from('purchaseOrderLine')
    .select(LINE_COLUMNS)
    .where(sql<boolean>`ticket_id = any(${ticketIds}::integer[])`)
    .where(sql<boolean>`part_id = any(${partIds}::uuid[])`)
    .where('orderId', '<>', orderId)
    .orderBy('position')
    .execute()
  return listPartOrdersOf(work, others)
}

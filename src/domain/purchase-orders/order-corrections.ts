// What takes a mistake back: a receipt is undone by one of less than nothing, and a closed order is opened again.

import { cents } from '#domain/lib/money.ts'
import { sumOfQuantities } from '#domain/lib/quantity.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { partLabel } from '#domain/tickets/part.ts'
import { isOnOrder, type PartOrder } from './part-order.ts'
import {
  assertPlaced,
  type CoreReturn,
  MAX_RECEIPTS,
  missingOf,
  netReceivedOf,
  type OrderLine,
  type PurchaseOrder,
  type Receipt,
  receivedOf,
  returnedOf,
} from './purchase-order.ts'

/** Why so many of a line cannot be undone; null if they can. */
export function undoProblem(
  line: Pick<OrderLine, 'receipts' | 'coreReturns' | 'vendorReturns'>,
  quantity: number,
): string | null {
  const received = receivedOf(line)
  const cores = receivedOf({ receipts: line.coreReturns })
  const gone = sumOfQuantities([cores, returnedOf(line)])
  if (quantity <= received)
    return sumOfQuantities([received, -quantity]) < gone
      ? `${cores === gone ? 'Cores' : 'Some'} were returned, so at least ${gone} stay received.`
      : null
  if (received === 0) return 'None was received.'
  return received === 1 ? 'Only 1 was received.' : `Only ${received} were received.`
}

/**
 * The line with so many of its received pieces undone. Ask `undoProblem` before. `undone.quantity` is greater than 0.
 * @throws Refusal if its order is no placed one.
 */
export function undoReceipt(order: PurchaseOrder, line: OrderLine, undone: Receipt): OrderLine {
  assertPlaced(order)
  // More than are received in: the last receipt can be undone, too.
  const most = 2 * MAX_RECEIPTS
  if (line.receipts.length >= most) throw new Refusal([{ code: 'purchase-order.too-many-receipts', most }])
  return { ...line, receipts: [...line.receipts, { ...undone, quantity: -undone.quantity }] }
}

/** The newest return of cores that was not undone; null without one. */
function lastCoreReturn({ coreReturns }: Pick<OrderLine, 'coreReturns'>): CoreReturn | null {
  let undone = 0
  for (const core of coreReturns.toReversed()) {
    if (core.quantity < 0) undone += 1
    else if (undone === 0) return core
    else undone -= 1
  }
  return null
}

/** The line with its newest return of cores undone: they are owed again. @throws Refusal without one. */
export function undoCoreReturn(line: OrderLine, undone: Pick<CoreReturn, 'at' | 'byName'>): OrderLine {
  const last = lastCoreReturn(line)
  if (last === null) throw new Refusal([{ code: 'purchase-order.no-core-return' }])
  const { quantity, credited } = last
  return {
    ...line,
    coreReturns: [...line.coreReturns, { ...undone, quantity: -quantity, credited: cents(-credited) }],
  }
}

/** A part of a line on another order. */
type OtherOrder = { readonly partId: string; readonly partOrder: PartOrder }

/**
 * The closed order as open again. `wantedOf` is how many of a part its ticket needs, by the part's id.
 * @throws Refusal for one that is open, or if a part that it did not bring is on order or came from another one.
 */
export function reopenOrder(
  order: PurchaseOrder,
  others: readonly OtherOrder[],
  wantedOf: ReadonlyMap<string, number>,
): PurchaseOrder {
  const { number } = order
  if (order.closedAt === null) throw new Refusal([{ code: 'purchase-order.open', number }])
  for (const line of order.lines) {
    if (line.partId === null || missingOf(line) === 0) continue
    const again = others.filter(({ partId }) => partId === line.partId).map(({ partOrder }) => partOrder)
    const received = sumOfQuantities([netReceivedOf(line), ...again.map(other => other.received)])
    const isEnough = received >= (wantedOf.get(line.partId) ?? line.quantity)
    const other = again.find(each => isOnOrder(each) || (isEnough && each.received > 0))
    if (other !== undefined)
      throw new Refusal([
        { code: 'purchase-order.ordered-again', number, part: partLabel(line), other: other.number },
      ])
  }
  return { ...order, closedAt: null }
}

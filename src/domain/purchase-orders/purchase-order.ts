// Parts that a company orders from its vendors. What came is in receipts, which are only added to, so that they add up.

import { closedDayProblem, type LocalOpeningTimes } from '#domain/companies/opening-times.ts'
import type { DaysOff } from '#domain/lib/days-off.ts'
import type { Cents } from '#domain/lib/money.ts'
import { sumOfQuantities } from '#domain/lib/quantity.ts'
import { DAY_PASSED } from '#domain/refusals/page-blocker.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import type { PartOrder, PartStage } from './part-order.ts'

/** What came of a line at one time, or what of that was undone. */
export type Receipt = {
  /** Less than 0 for one that undoes earlier ones. */
  readonly quantity: number
  /** Epoch milliseconds. */
  readonly at: number
  readonly byName: string
  /** Where it is, such as `shelf B`; may be empty. */
  readonly place: string
  /** Why earlier ones are undone. */
  readonly reason?: string | undefined
}

/** Cores of a line that went back to the vendor at one time. */
export type CoreReturn = Pick<Receipt, 'quantity' | 'at' | 'byName'> & {
  /** For all of them; less than 0, as the quantity, for one that undoes the one before it. */
  readonly credited: Cents
}

/** Pieces of a line that went back to the vendor at one time. */
export type VendorReturn = Pick<Receipt, 'quantity' | 'at' | 'byName'> & {
  readonly returnId: string
  readonly reason: string
  /** What the vendor withholds for all of them. */
  readonly restockingFee: Cents
  /** What the vendor credited for all of them; null until it did. */
  readonly credited: Cents | null
  /** Epoch milliseconds; null for one that was not undone. */
  readonly undoneAt: number | null
}

export const PART_CONDITIONS = ['new', 'used', 'rebuilt'] as const
export type PartCondition = (typeof PART_CONDITIONS)[number]

export type OrderLine = {
  readonly lineId: string
  /** The ticket that it is for; null for none. */
  readonly ticketId: number | null
  /** Which part of the ticket it is; null for a line that is none of its parts. */
  readonly partId: string | null
  /** The stock item that it is received into; null for none. */
  readonly stockItemId: string | null
  /** Greater than 0, at most three decimals. */
  readonly quantity: number
  readonly description: string
  /** The vendor's; may be empty. */
  readonly partNumber: string
  /** Of one. Customers and technicians never see it. */
  readonly cost: Cents
  /** `YYYY-MM-DD`; null if nobody said. */
  readonly expectedOn: string | null
  readonly receipts: readonly Receipt[]
  /** Of one, as the vendor lists it; null if nobody said, as all below. */
  readonly listPrice: Cents | null
  /** Of one, credited once its core is returned. */
  readonly coreCharge: Cents | null
  readonly condition: PartCondition | null
  readonly coreReturns: readonly CoreReturn[]
  readonly vendorReturns: readonly VendorReturn[]
}

/** What nobody said of a line yet. */
export const NO_LINE_DETAILS = {
  listPrice: null,
  coreCharge: null,
  condition: null,
  coreReturns: [],
  vendorReturns: [],
} as const

type OrderTimes = { readonly orderedAt: Date | null; readonly closedAt: Date | null }

export type PurchaseOrder = OrderTimes & {
  readonly orderId: string
  readonly number: number
  readonly vendorId: string
  readonly lines: readonly OrderLine[]
} & OrderDetails

type OrderDetails = {
  readonly freight: Cents | null
  /** May be empty. */
  readonly trackingNumber: string
  /** Of the vendor's invoice; may be empty. */
  readonly invoiceNumber: string
  readonly invoiceTotal: Cents | null
  /** When it was last emailed to the vendor, by whom and to which address. */
  readonly emailedAt: Date | null
  readonly emailedBy: string
  readonly emailedTo: string
}

/** What nobody said of an order yet. */
export const NO_ORDER_DETAILS: OrderDetails = {
  ...{ freight: null, trackingNumber: '', invoiceNumber: '', invoiceTotal: null },
  ...{ emailedAt: null, emailedBy: '', emailedTo: '' },
}

export const MAX_ORDER_LINES = 200
export const MAX_LINE_LENGTHS = { partNumber: 80, place: 60, reason: 200 } as const
export const MAX_ORDER_LENGTHS = { trackingNumber: 80, invoiceNumber: 60 } as const
/** A line comes in fewer pieces than that. */
export const MAX_RECEIPTS = 100

/** Which orders a page lists. */
export const ORDER_LISTS = ['open', 'closed', 'cores', 'credits'] as const
export type OrderList = (typeof ORDER_LISTS)[number]

export const ORDER_STATES = ['draft', 'ordered', 'partly-received', 'received', 'closed'] as const
export type OrderState = (typeof ORDER_STATES)[number]

type Movements = Pick<OrderLine, 'quantity' | 'receipts'>

/** How many came so far. */
export const receivedOf = ({
  receipts,
}: {
  readonly receipts: readonly Pick<Receipt, 'quantity'>[]
}): number => sumOfQuantities(receipts.map(({ quantity }) => quantity))

/** How many of what came went back to the vendor. */
export const returnedOf = ({ vendorReturns }: Pick<OrderLine, 'vendorReturns'>): number =>
  sumOfQuantities(vendorReturns.flatMap(({ quantity, undoneAt }) => (undoneAt === null ? quantity : [])))

/** How many came and did not go back. */
export const netReceivedOf = (line: Pick<OrderLine, 'receipts' | 'vendorReturns'>): number =>
  sumOfQuantities([receivedOf(line), -returnedOf(line)])

/** Where the newest piece is that was received and not undone; may be empty. */
export function placeOf({ receipts }: Pick<OrderLine, 'receipts'>): string {
  let undone = 0
  for (const { quantity, place } of receipts.toReversed()) {
    if (quantity > 0 && quantity > undone) return place
    undone = sumOfQuantities([undone, -quantity])
  }
  return ''
}

/** How many are still to come; 0 also if more came than were ordered. */
export const missingOf = (line: Movements): number =>
  Math.max(0, sumOfQuantities([line.quantity, -receivedOf(line)]))

/** How far the part of a line is. What is missing when its order is closed does not come any more. */
export function stageOf(
  { orderedAt, closedAt }: OrderTimes,
  line: Movements & Pick<OrderLine, 'vendorReturns'>,
): PartStage {
  const whatCame = netReceivedOf(line) > 0 ? 'received' : 'returned'
  if (missingOf(line) === 0) return whatCame
  const hasSome = receivedOf(line) > 0
  if (closedAt !== null) return hasSome ? whatCame : 'canceled'
  if (orderedAt === null) return 'needed'
  return hasSome ? 'backordered' : 'ordered'
}

/** How far an order is. */
export function orderStateOf(order: OrderTimes & { readonly lines: readonly Movements[] }): OrderState {
  if (order.closedAt !== null) return 'closed'
  if (order.orderedAt === null) return 'draft'
  if (order.lines.every(line => missingOf(line) === 0)) return 'received'
  return order.lines.some(line => receivedOf(line) > 0) ? 'partly-received' : 'ordered'
}

/** A line as a ticket's page reads it. What went back to the vendor can be ordered again. */
export function partOrderOf(order: OrderTimes & { readonly number: number }, line: OrderLine): PartOrder {
  const received = netReceivedOf(line)
  return {
    stage: stageOf(order, line),
    number: order.number,
    quantity: line.quantity,
    received,
    expectedOn: line.expectedOn,
    place: placeOf(line),
    covered: order.closedAt === null ? sumOfQuantities([received, missingOf(line)]) : received,
  }
}

/** Why a part cannot be expected on a day; null if it can. `today` is the company's. */
export function expectedDayProblem(
  day: string,
  today: string,
  opening: LocalOpeningTimes,
  closedDays: readonly DaysOff[],
): string | null {
  return day < today ? DAY_PASSED : closedDayProblem(day, opening, closedDays)
}

/** What is asked before more of a line is received than was ordered; null if it is not more. */
export function surplusQuestion(line: Movements, quantity: number): string | null {
  const received = receivedOf(line)
  if (sumOfQuantities([received, quantity]) <= line.quantity) return null
  const ordered = line.quantity === 1 ? '1 was ordered' : `${line.quantity} were ordered`
  return received === 0
    ? `${ordered}. Receive ${quantity} anyway?`
    : `${ordered} and ${received} received. Receive ${quantity} more anyway?`
}

/** @throws Refusal for an order that was not placed yet, or that is closed. */
export function assertPlaced({
  orderedAt,
  closedAt,
  number,
}: OrderTimes & { readonly number: number }): void {
  if (closedAt !== null) throw new Refusal([{ code: 'purchase-order.closed', number }])
  if (orderedAt === null) throw new Refusal([{ code: 'purchase-order.draft', number }])
}

/** @throws Refusal for an order that was placed or closed. */
export function assertDraft({ orderedAt, closedAt, number }: OrderTimes & { readonly number: number }): void {
  if (closedAt !== null) throw new Refusal([{ code: 'purchase-order.closed', number }])
  if (orderedAt !== null) throw new Refusal([{ code: 'purchase-order.placed', number }])
}

/** The draft as ordered. @throws Refusal without lines, or if it is no draft. */
export function placeOrder(order: PurchaseOrder, now: Date): PurchaseOrder {
  assertDraft(order)
  if (order.lines.length === 0) throw new Refusal([{ code: 'purchase-order.empty', number: order.number }])
  return { ...order, orderedAt: now }
}

/** The order as closed: nothing more comes. @throws Refusal if it was closed before. */
export function closeOrder(order: PurchaseOrder, now: Date): PurchaseOrder {
  if (order.closedAt !== null) throw new Refusal([{ code: 'purchase-order.closed', number: order.number }])
  return { ...order, closedAt: now }
}

/** The line with what came added. Ask `surplusQuestion` before. @throws Refusal if its order is no placed one. */
export function receive(order: PurchaseOrder, line: OrderLine, receipt: Receipt): OrderLine {
  assertPlaced(order)
  if (line.receipts.length >= MAX_RECEIPTS)
    throw new Refusal([{ code: 'purchase-order.too-many-receipts', most: MAX_RECEIPTS }])
  return { ...line, receipts: [...line.receipts, receipt] }
}

/** The line with cores that went back. Ask `coreReturnProblem` before. @throws Refusal if they went back too often. */
export function addCoreReturn(line: OrderLine, core: CoreReturn): OrderLine {
  if (line.coreReturns.length >= MAX_RECEIPTS)
    throw new Refusal([{ code: 'purchase-order.too-many-receipts', most: MAX_RECEIPTS }])
  return { ...line, coreReturns: [...line.coreReturns, core] }
}

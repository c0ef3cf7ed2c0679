// What a company has on its shelves and in its vans. Movements are only added to, and add up to what is there.

import type { Cents } from '#domain/lib/money.ts'
import { sumOfQuantities } from '#domain/lib/quantity.ts'
import { MAX_QUANTITY } from '#domain/tickets/part.ts'

export const MOVEMENT_KINDS = [
  ...(['received', 'taken', 'returned', 'counted', 'scrapped'] as const),
  'returned-to-vendor',
] as const
export type MovementKind = (typeof MOVEMENT_KINDS)[number]

export type StockItem = {
  readonly stockItemId: string
  readonly partNumber: string
  readonly description: string
  /** Such as `shelf B` or `van 2`; may be empty. */
  readonly place: string
  /** Of one, proposed on tickets. */
  readonly price: Cents | null
  /** Of one. Customers and technicians never see it. */
  readonly cost: Cents | null
  /** It is ordered once no more than this is there; null for never. */
  readonly reorderPoint: number | null
  /** From whom it was ordered last; null before. */
  readonly vendorId: string | null
}

export const MAX_STOCK_ITEMS = 1000
/** On one PDF. */
export const MAX_STOCK_LABELS = 120
export const MAX_STOCK_LENGTHS = { partNumber: 80, description: 200, place: 60, note: 200 } as const

/** Said where a company has as many stock items as it can have. */
export const TOO_MANY_STOCK_ITEMS = `A company has at most ${MAX_STOCK_ITEMS.toLocaleString('en-US')} stock items. Remove one first.`

/** Said of an item that is no longer listed. */
export const STOCK_ITEM_REMOVED = 'This was removed from stock.'

/** What is there after a movement of `change` pieces, which is less than 0 for what leaves. */
export const stockAfter = (quantity: number, change: number): number => sumOfQuantities([quantity, change])

/** Why `quantity` cannot leave an item of which `there` are there; null if it can. */
export function leavingProblem(quantity: number, there: number): string | null {
  if (quantity <= there) return null
  if (there === 0) return 'None are in stock.'
  return there === 1 ? 'Only 1 is in stock.' : `Only ${there} are in stock.`
}

/** Why `quantity` more cannot be put with `there`; null if it can. */
export const roomProblem = (quantity: number, there: number): string | null =>
  stockAfter(there, quantity) <= MAX_QUANTITY
    ? null
    : `At most ${MAX_QUANTITY.toLocaleString('en-US')} of one part can be in stock.`

/** Why a count is not saved that began when `seen` were there, of which now `there` are; null if it is. */
export const countProblem = (seen: number, there: number): string | null =>
  seen === there ? null : `Stock changed from ${seen} to ${there} while you counted. Count again.`

/** Why an item of which `there` are there cannot be removed; null if it can. */
export const removalProblem = (there: number): string | null =>
  there === 0 ? null : `${there} ${there === 1 ? 'is' : 'are'} still in stock. Scrap or count them first.`

/** The one of these items that is at the same place under the same part number; undefined without one. */
export const sameStockItem = <Item extends Pick<StockItem, 'partNumber' | 'place'>>(
  item: Pick<StockItem, 'partNumber' | 'place'>,
  others: readonly Item[],
): Item | undefined => others.find(other => keyOf(other) === keyOf(item))

const keyOf = ({ partNumber, place }: Pick<StockItem, 'partNumber' | 'place'>): string =>
  JSON.stringify([partNumber, place].map(text => text.normalize('NFC').trim().toLowerCase()))

/** Why a company with these other items cannot have this one; null if it can. */
export function duplicateProblem(
  item: Pick<StockItem, 'partNumber' | 'place'>,
  others: readonly Pick<StockItem, 'partNumber' | 'place'>[],
): string | null {
  const other = sameStockItem(item, others)
  if (other === undefined) return null
  return other.place === ''
    ? `Part number ${other.partNumber} is already in stock.`
    : `Part number ${other.partNumber} is already in stock at ${other.place}.`
}

/** Whether an item asks to be ordered. */
export const isToReorder = ({
  quantity,
  reorderPoint,
}: Pick<StockItem, 'reorderPoint'> & { readonly quantity: number }): boolean =>
  reorderPoint !== null && quantity <= reorderPoint

/** What a ticket and its customer read of a part from stock: `Water pump (4008-101)`. */
export const stockPartDescription = ({
  description,
  partNumber,
}: Pick<StockItem, 'description' | 'partNumber'>) => `${description} (${partNumber})`

/** Whether each of the typed words is in an item's part number, description or place. */
export function isFoundInStock(
  { partNumber, description, place }: Pick<StockItem, 'partNumber' | 'description' | 'place'>,
  typed: string,
): boolean {
  const text = `${partNumber} ${description} ${place}`.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}

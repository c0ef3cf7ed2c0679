// Stock in the database: a row for each item, and one for each movement, of which none is ever changed.

import { sql } from 'kysely'
import type { Cents } from '#domain/lib/money.ts'
import { type MovementKind, type StockItem, stockAfter } from '#domain/stock/stock-item.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

const COLUMNS = [
  ...([
    'stockItemId',
    'partNumber',
    'description',
    'place',
    'price',
    'cost',
    'reorderPoint',
    'vendorId',
  ] as const),
] as const

const QUANTITY = sql<number>`coalesce(sum(quantity), 0)`

const listedItems = statement(scope => scope.from('stockItem').select(COLUMNS).where('removedAt', 'is', null))

const firstItem = statement(scope =>
  scope.from('stockItem').select('stockItemId').where('removedAt', 'is', null).limit(1),
)

/** Whether the company lists anything in stock. */
export const isStockOn = async (work: UnitOfWork): Promise<boolean> =>
  (await firstItem(work).executeTakeFirst()) !== undefined

const quantities = statement(scope =>
  scope
    .from('stockMovement')
    .select(['stockItemId', QUANTITY.as('quantity')])
    .groupBy('stockItemId'),
)

/** What is listed. */
export const listStockItems = (work: UnitOfWork): Promise<StockItem[]> => listedItems(work).execute()

/** What was removed. */
export const listRemovedStockItems = (work: UnitOfWork): Promise<StockItem[]> =>
  work.from('stockItem').select(COLUMNS).where('removedAt', 'is not', null).execute()

/** What one cost at the newest receipt at another cost; null without one. */
export async function findCostBesides(work: UnitOfWork, stockItemId: string, cost: Cents) {
  const row = await work
    .from('stockMovement')
    .select('cost')
    .where('stockItemId', '=', stockItemId)
    .where('kind', '=', 'received')
    .where('quantity', '>', 0)
    .where('cost', '<>', cost)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.cost ?? null
}

/** What is listed, with how many of each are there. */
export async function listStock(work: UnitOfWork) {
  const items = await listStockItems(work)
  if (items.length === 0) return []
  const rows = await quantities(work).execute()
  const quantityOf = new Map(rows.map(({ stockItemId, quantity }) => [stockItemId, quantity]))
  return items.map(item => ({ ...item, quantity: quantityOf.get(item.stockItemId) ?? 0 }))
}

const lockedItem = statement((scope, { stockItemId }: { stockItemId: string }) =>
  scope.from('stockItem').select('stockItemId').where('stockItemId', '=', stockItemId).forUpdate(),
)

const itemById = statement((scope, { stockItemId }: { stockItemId: string }) =>
  scope
    .from('stockItem')
    .select([...COLUMNS, 'removedAt'])
    .where('stockItemId', '=', stockItemId),
)

const movedSoFar = statement((scope, { stockItemId }: { stockItemId: string }) =>
  scope
    .from('stockMovement')
    .select([QUANTITY.as('quantity'), sql<number>`coalesce(max(position), 0)`.as('lastPosition')])
    .where('stockItemId', '=', stockItemId),
)

/** An item that is locked, with what its movements add up to. */
export type LockedStockItem = StockItem & {
  readonly removedAt: Date | null
  readonly quantity: number
  readonly lastPosition: number
}

/** An item, locked: of those who take at once each reads what the others left. Null without it. */
export async function lockStockItem(work: UnitOfWork, stockItemId: string): Promise<LockedStockItem | null> {
  // In a statement of its own: one that waited for the lock would still read the movements from before.
  work.write(lockedItem(work, { stockItemId }))
  const [item, moved] = await Promise.all([
    itemById(work, { stockItemId }).executeTakeFirst(),
    movedSoFar(work, { stockItemId }).executeTakeFirst(),
  ])
  return item === undefined || moved === undefined ? null : { ...item, ...moved }
}

export type NewMovement = {
  readonly kind: MovementKind
  /** Less than 0 for what leaves. */
  readonly quantity: number
  readonly ticketId?: number
  readonly partId?: string
  /** Of one; the item's if nothing else is known. */
  readonly cost?: Cents | null
  readonly note?: string
}

/** Adds a movement to the locked item, and returns the item after it. */
export function addMovement(
  work: UnitOfWork,
  item: LockedStockItem,
  { kind, quantity, ticketId, partId, cost, note = '' }: NewMovement,
): LockedStockItem {
  const position = item.lastPosition + 1
  work.insert('stockMovement', {
    ...{ stockItemId: item.stockItemId, position, kind, quantity, at: work.now, byName: work.by.name },
    ...{ ticketId: ticketId ?? null, partId: partId ?? null, cost: cost ?? item.cost, note },
  })
  return { ...item, quantity: stockAfter(item.quantity, quantity), lastPosition: position }
}

/** The movements of an item, newest first, with one more than `limit` if there are more. */
export const listMovements = (work: UnitOfWork, stockItemId: string, limit: number) =>
  work
    .from('stockMovement')
    .select(['position', 'kind', 'quantity', 'at', 'byName', 'ticketId', 'cost', 'note'])
    .where('stockItemId', '=', stockItemId)
    .orderBy('position', 'desc')
    .limit(limit + 1)
    .execute()

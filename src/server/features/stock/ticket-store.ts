// Stock that is taken for a ticket, and given back. The ticket's command has locked the ticket before.

import { sql } from 'kysely'
import {
  leavingProblem,
  STOCK_ITEM_REMOVED,
  stockAfter,
  stockPartDescription,
} from '#domain/stock/stock-item.ts'
import type { StockSource } from '#domain/stock/stock-source.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { invalid, notFound } from '#server/lib/api-errors.ts'
import { addMovement, type LockedStockItem, lockStockItem } from './store.ts'

/** How many of a part a ticket has. */
type PartQuantity = { readonly ticketId: number; readonly partId: string; readonly quantity: number }

function assertThere({ quantity: there }: LockedStockItem, quantity: number): void {
  const problem = leavingProblem(quantity, there)
  if (problem !== null) throw invalid({ quantity: problem })
}

/** Takes pieces of an item for a part of a ticket. @throws NOT_FOUND without it, INVALID if there are not that many. */
export async function takeFromStock(
  work: UnitOfWork,
  { stockItemId, ticketId, partId, quantity }: PartQuantity & { readonly stockItemId: string },
) {
  const item = await lockStockItem(work, stockItemId)
  if (item === null || item.removedAt !== null) throw notFound(STOCK_ITEM_REMOVED)
  assertThere(item, quantity)
  addMovement(work, item, { kind: 'taken', quantity: -quantity, ticketId, partId })
  return { description: stockPartDescription(item), perPartAmount: item.price }
}

const takenForTicket = statement((scope, { ticketId }: { ticketId: number }) =>
  scope
    .from('stockMovement')
    .select(['stockItemId', 'partId', sql<number>`-sum(quantity)`.as('quantity')])
    .where('ticketId', '=', ticketId)
    .where('partId', 'is not', null)
    .groupBy(['stockItemId', 'partId'])
    .having(sql<boolean>`sum(quantity) < 0`),
)

const itemsByIds = statement((scope, { ids }: { ids: readonly string[] }) =>
  scope
    .from('stockItem')
    .select(['stockItemId', 'place'])
    .where(sql<boolean>`stock_item_id = any(${ids}::uuid[])`),
)

/** Where each part of a ticket is from that was taken from stock, by its id. */
export async function listPartsFromStock(
  work: UnitOfWork,
  ticketId: number,
): Promise<ReadonlyMap<string, StockSource>> {
  const taken = await takenForTicket(work, { ticketId }).execute()
  if (taken.length === 0) return new Map()
  const items = await itemsByIds(work, {
    ids: [...new Set(taken.map(({ stockItemId }) => stockItemId))],
  }).execute()
  return new Map(
    taken.flatMap(({ stockItemId, partId }) => {
      const item = items.find(each => each.stockItemId === stockItemId)
      return item === undefined || partId === null ? [] : [[partId, item] as const]
    }),
  )
}

/**
 * Takes more for a part, or gives back what it has more of than `quantity`; nothing for one that is not from stock. What
 * is given back of a removed item lists it again. @throws INVALID if there are not that many.
 */
export async function changeTakenQuantity(
  work: UnitOfWork,
  { ticketId, partId, quantity }: PartQuantity,
): Promise<void> {
  const taken = (await takenForTicket(work, { ticketId }).execute()).find(row => row.partId === partId)
  const item = taken === undefined ? null : await lockStockItem(work, taken.stockItemId)
  if (taken === undefined || item === null) return
  const back = stockAfter(taken.quantity, -quantity)
  if (back < 0) assertThere(item, -back)
  if (back !== 0)
    addMovement(work, item, { kind: back > 0 ? 'returned' : 'taken', quantity: back, ticketId, partId })
  if (item.removedAt !== null) work.save('stockItem', { stockItemId: item.stockItemId }, { removedAt: null })
}

// What the desk does with its stock. Taking it for a ticket is a hook of the ticket's commands.

import { randomUUID } from 'node:crypto'
import { may } from '#domain/account/permission.ts'
import { idFromKey } from '#domain/lib/uuid.ts'
import {
  countProblem,
  duplicateProblem,
  isToReorder,
  leavingProblem,
  MAX_STOCK_ITEMS,
  removalProblem,
  roomProblem,
  STOCK_ITEM_REMOVED,
  sameStockItem,
  stockAfter,
  TOO_MANY_STOCK_ITEMS,
} from '#domain/stock/stock-item.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { lockCompany } from '#server/features/companies/store.ts'
import { invalid, notFound } from '#server/lib/api-errors.ts'
import { command, query } from '#server/rpc/procedures.ts'
import {
  addMovement,
  isStockOn,
  type LockedStockItem,
  listMovements,
  listRemovedStockItems,
  listStock,
  listStockItems,
  lockStockItem,
} from './store.ts'

const MAX_LISTED_MOVEMENTS = 100

export const getStockStatus = query.stock.status.handler(async ({ context: { work } }) => ({
  isOn: await isStockOn(work),
}))

export const listOwnStock = query.stock.list.handler(async ({ context: { work } }) => {
  const showsMoney = may(work.actor, 'stock.change')
  return (await listStock(work))
    .map(item => ({
      ...item,
      isToReorder: isToReorder(item),
      ...(!showsMoney && { price: null, cost: null, vendorId: null }),
    }))
    .sort(
      (one, other) =>
        Number(other.isToReorder) - Number(one.isToReorder) ||
        one.description.localeCompare(other.description, 'en-US') ||
        one.place.localeCompare(other.place, 'en-US'),
    )
})

export const listMovementsOfItem = query.stock.listMovements.handler(
  async ({ input: { stockItemId }, context: { work } }) => {
    const movements = await listMovements(work, stockItemId, MAX_LISTED_MOVEMENTS)
    if (
      movements.length === 0 &&
      !(await listStockItems(work)).some(item => item.stockItemId === stockItemId)
    )
      throw notFound()
    return {
      movements: movements.slice(0, MAX_LISTED_MOVEMENTS),
      isComplete: movements.length <= MAX_LISTED_MOVEMENTS,
      timeZone: work.timeZone,
    }
  },
)

type Verb = 'add' | 'change' | 'remove' | 'receive' | 'count' | 'scrap'

const record = (work: UnitOfWork, verb: Verb): void =>
  work.recordChange({ kind: 'company', id: work.companyId, verb: `company.${verb}-stock-item`, card: null })

/** @throws NOT_FOUND without it, or if it was removed. */
async function getListed(work: UnitOfWork, stockItemId: string): Promise<LockedStockItem> {
  const item = await lockStockItem(work, stockItemId)
  if (item === null || item.removedAt !== null) throw notFound(STOCK_ITEM_REMOVED)
  return item
}

const assertNoProblem = (field: string, problem: string | null): void => {
  if (problem !== null) throw invalid({ [field]: problem })
}

export const addStockItem = command.stock.add.handler(
  async ({ input: { quantity, ...item }, context: { work, idempotencyKey } }) => {
    // Of two who add the same part, one is second.
    await lockCompany(work)
    const others = await listStockItems(work)
    assertNoProblem(
      'partNumber',
      duplicateProblem(item, others) ?? (others.length >= MAX_STOCK_ITEMS ? TOO_MANY_STOCK_ITEMS : null),
    )
    // What was removed is added again, with its movements.
    const removed = sameStockItem(item, await listRemovedStockItems(work))
    const stockItemId = removed?.stockItemId ?? idFromKey(idempotencyKey, randomUUID())
    const before = removed === undefined ? null : await lockStockItem(work, stockItemId)
    const added = { ...item, stockItemId, vendorId: before?.vendorId ?? null, removedAt: null }
    if (before === null) work.insert('stockItem', { ...added, addedAt: work.now })
    else work.save('stockItem', { stockItemId }, { ...item, removedAt: null })
    const counted = stockAfter(quantity, -(before?.quantity ?? 0))
    if (counted !== 0)
      addMovement(
        work,
        { ...added, quantity: before?.quantity ?? 0, lastPosition: before?.lastPosition ?? 0 },
        { kind: 'counted', quantity: counted },
      )
    record(work, 'add')
    return { stockItemId }
  },
)

export const changeStockItem = command.stock.change.handler(
  async ({ input: { stockItemId, ...columns }, context: { work } }) => {
    // Of two who give items the same part number, one is second.
    await lockCompany(work)
    const item = await getListed(work, stockItemId)
    if (Object.keys(columns).length === 0) return { done: true }
    const others = [...(await listStockItems(work)), ...(await listRemovedStockItems(work))]
    assertNoProblem(
      'partNumber',
      duplicateProblem(
        { partNumber: columns.partNumber ?? item.partNumber, place: columns.place ?? item.place },
        others.filter(other => other.stockItemId !== stockItemId),
      ),
    )
    work.save('stockItem', { stockItemId }, columns)
    record(work, 'change')
    return { done: true }
  },
)

export const removeStockItem = command.stock.remove.handler(
  async ({ input: { stockItemId }, context: { work } }) => {
    const item = await getListed(work, stockItemId)
    assertNoProblem('stockItemId', removalProblem(item.quantity))
    work.save('stockItem', { stockItemId }, { removedAt: work.now })
    record(work, 'remove')
    return { done: true }
  },
)

export const receiveStock = command.stock.receive.handler(
  async ({ input: { stockItemId, quantity, cost, note }, context: { work } }) => {
    const item = await getListed(work, stockItemId)
    assertNoProblem('quantity', roomProblem(quantity, item.quantity))
    addMovement(work, item, { kind: 'received', quantity, cost, note })
    if (cost !== null) work.save('stockItem', { stockItemId }, { cost })
    record(work, 'receive')
    return { done: true }
  },
)

export const countStock = command.stock.count.handler(
  async ({ input: { stockItemId, counted, seen, note }, context: { work } }) => {
    const item = await getListed(work, stockItemId)
    assertNoProblem('counted', countProblem(seen, item.quantity))
    addMovement(work, item, { kind: 'counted', quantity: stockAfter(counted, -item.quantity), note })
    record(work, 'count')
    return { done: true }
  },
)

export const scrapStock = command.stock.scrap.handler(
  async ({ input: { stockItemId, quantity, note }, context: { work } }) => {
    const item = await getListed(work, stockItemId)
    assertNoProblem('quantity', leavingProblem(quantity, item.quantity))
    addMovement(work, item, { kind: 'scrapped', quantity: -quantity, note })
    record(work, 'scrap')
    return { done: true }
  },
)

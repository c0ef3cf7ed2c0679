import * as z from 'zod'
import { amount, ticketId } from '#contract/shared-schemas.ts'
import { type Cents, toDollars } from '#domain/lib/money.ts'
import { MAX_STOCK_LENGTHS, MOVEMENT_KINDS } from '#domain/stock/stock-item.ts'
import { MAX_QUANTITY } from '#domain/tickets/part.ts'
import { type RecordSet, recordSet } from '#server/db/record-set.ts'
import { at, orNull, uuid, words } from '#server/db/record-values.ts'

const inDollars = (stored: Cents) => toDollars(stored)

// Each comes after what it refers to.
export const RECORD_SETS: readonly RecordSet[] = [
  recordSet(
    z.object({
      partNumber: words(MAX_STOCK_LENGTHS.partNumber).min(1),
      description: words(MAX_STOCK_LENGTHS.description),
      place: words(MAX_STOCK_LENGTHS.place),
      price: orNull(amount),
      cost: orNull(amount),
      reorderPoint: orNull(z.number().min(0.001).max(MAX_QUANTITY)),
      vendorId: orNull(uuid),
      addedAt: at,
      removedAt: orNull(at),
    }),
    {
      ...{ name: 'stockItems', fileName: 'stock-items', table: 'stockItem', id: 'stockItemId' },
      ...{ key: ['stockItemId'], time: 'addedAt', written: { price: inDollars, cost: inDollars } },
    },
  ),
  recordSet(
    z.object({
      stockItemId: uuid,
      kind: z.enum(MOVEMENT_KINDS),
      quantity: z.number().min(-MAX_QUANTITY).max(MAX_QUANTITY),
      at,
      byName: words(200),
      ticketId: orNull(ticketId),
      partId: orNull(uuid),
      cost: orNull(amount),
      note: words(MAX_STOCK_LENGTHS.note),
    }),
    {
      ...{ name: 'stockMovements', fileName: 'stock-movements', table: 'stockMovement', id: null },
      ...{ key: ['stockItemId', 'position'], time: 'at', numberedBy: 'stockItemId' },
      written: { cost: inDollars },
    },
  ),
]

// What a company has on its shelves and in its vans.

import * as z from 'zod'
import { MAX_STOCK_LENGTHS, MOVEMENT_KINDS } from '#domain/stock/stock-item.ts'
import { MAX_QUANTITY } from '#domain/tickets/part.ts'
import { quantity } from '../part.ts'
import { proceduresTagged } from '../procedure/procedure.ts'
import { amount, done, line, moneyOut, numberError, requiredLine, uuid } from '../shared-schemas.ts'

const procedure = proceduresTagged('Stock')

/** What is there: none, too. */
const counted = z
  .number({ error: numberError })
  .min(0, { error: 'Enter 0 or more.' })
  .max(MAX_QUANTITY, { error: () => `Enter at most ${MAX_QUANTITY.toLocaleString('en-US')}.` })
  .refine(count => count === 0 || quantity.safeParse(count).success, {
    error: 'Use no more than 3 decimal places.',
  })

const note = line(MAX_STOCK_LENGTHS.note).default('')

const fields = {
  partNumber: requiredLine(MAX_STOCK_LENGTHS.partNumber),
  description: requiredLine(MAX_STOCK_LENGTHS.description),
  /** Such as `shelf B` or `van 2`. */
  place: line(MAX_STOCK_LENGTHS.place),
  /** For one, proposed on tickets; null leaves it to the desk. */
  price: amount.nullable(),
  /** For one. */
  cost: amount.nullable(),
  /** It is to be reordered once no more than this is there; null for never. */
  reorderPoint: quantity.nullable(),
}

const ofItem = z.object({ stockItemId: uuid })

export const newStockItem = z.object({
  ...fields,
  place: fields.place.default(''),
  price: fields.price.default(null),
  cost: fields.cost.default(null),
  reorderPoint: fields.reorderPoint.default(null),
  quantity: counted.default(0),
})
const stockItemChanges = ofItem.extend(z.object(fields).partial().shape)
export const receivedStock = ofItem.extend({ quantity, cost: amount.nullable().default(null), note })
/** `seen` is what was there as the page showed it. */
export const countedStock = ofItem.extend({ counted, seen: counted, note })
export const scrappedStock = ofItem.extend({
  quantity,
  note: requiredLine(MAX_STOCK_LENGTHS.note),
})

const item = z.object({
  stockItemId: uuid,
  partNumber: z.string(),
  description: z.string(),
  place: z.string(),
  quantity: z.number(),
  reorderPoint: z.number().nullable(),
  isToReorder: z.boolean(),
  /** Null without permission to see prices. */
  price: moneyOut.nullable(),
  cost: moneyOut.nullable(),
  /** From whom it was ordered last; null before, or without permission to see costs. */
  vendorId: uuid.nullable(),
})

const movement = z.object({
  position: z.number().int(),
  kind: z.enum(MOVEMENT_KINDS),
  /** Less than 0 for what left. */
  quantity: z.number(),
  at: z.date(),
  byName: z.string(),
  ticketId: z.number().int().nullable(),
  /** For one. */
  cost: moneyOut.nullable(),
  note: z.string(),
})

export const stock = {
  status: procedure({ permission: 'stock.see', rateLimit: 'none' })
    .route({ method: 'GET', path: '/stock/status', summary: 'Get whether anything is listed in stock' })
    .output(z.object({ isOn: z.boolean() })),
  list: procedure({ permission: 'stock.see', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/stock',
      summary: 'List what is in stock',
      description:
        'What is to be reordered comes first, then by description. Technicians get no price and no cost.',
    })
    .output(z.array(item).readonly()),
  listMovements: procedure({ permission: 'stock.change', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/stock/{stockItemId}/movements',
      summary: 'List the movements of a stock item, newest first',
    })
    .input(ofItem)
    .output(
      z.object({
        movements: z.array(movement).readonly(),
        /** Whether there are no more than these. */
        isComplete: z.boolean(),
        timeZone: z.string(),
      }),
    ),
  add: procedure({ permission: 'stock.change', rateLimit: 'none' })
    .route({ method: 'POST', path: '/stock', successStatus: 201, summary: 'Add a stock item' })
    .input(newStockItem)
    .output(ofItem),
  change: procedure({ permission: 'stock.change', rateLimit: 'none' })
    .route({
      method: 'PATCH',
      path: '/stock/{stockItemId}',
      summary: 'Change a stock item; omitted fields stay',
    })
    .input(stockItemChanges)
    .output(done),
  remove: procedure({ permission: 'stock.change', rateLimit: 'none' })
    .route({
      method: 'DELETE',
      path: '/stock/{stockItemId}',
      summary: 'Remove a stock item of which none are left',
    })
    .input(ofItem)
    .output(done),
  receive: procedure({ permission: 'stock.change', rateLimit: 'none' })
    .route({ method: 'POST', path: '/stock/{stockItemId}/receive', summary: 'Put more in stock' })
    .input(receivedStock)
    .output(done),
  count: procedure({ permission: 'stock.change', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/stock/{stockItemId}/count',
      summary: 'Correct a stock item to what was counted',
      description: 'Refused if it changed since it was seen.',
    })
    .input(countedStock)
    .output(done),
  scrap: procedure({ permission: 'stock.change', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/stock/{stockItemId}/scrap',
      summary: 'Take what is unusable out of stock',
    })
    .input(scrappedStock)
    .output(done),
}

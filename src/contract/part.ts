// A part on a ticket, as typed and as shown: job lines, approvals and answers pick their fields from here.

import * as z from 'zod'
import { PART_STAGES } from '#domain/purchase-orders/part-order.ts'
import { MAX_QUANTITY } from '#domain/tickets/part.ts'
import { MAX_SUBLET_LENGTHS } from '#domain/tickets/sublet.ts'
import { amount, day, line, moneyOut, numberError, requiredLine, text, uuid } from './shared-schemas.ts'

export const quantity = z
  .number({ error: numberError })
  .gt(0, { error: 'Enter a number greater than 0.' })
  .max(MAX_QUANTITY, { error: () => `Enter at most ${MAX_QUANTITY.toLocaleString('en-US')}.` })
  // Smaller quantities would be stored as zero.
  .refine(count => count >= 0.001 && Math.abs(count * 1000 - Math.round(count * 1000)) < 1e-6, {
    error: 'Use no more than 3 decimal places.',
  })

const number = z.number().int().min(1)

/** What another business does. Null is not known yet. */
export const typedSublet = z.object({
  supplier: requiredLine(MAX_SUBLET_LENGTHS.supplier),
  reference: line(MAX_SUBLET_LENGTHS.reference).default(''),
  cost: amount.nullable().default(null),
  expectedOn: day.nullable().default(null),
})

export const newPart = z.object({
  quantity,
  description: text(300).default(''),
  /** Omitted without permission to see prices; the desk prices it later. */
  perPartAmount: amount.optional(),
  /** Of the job line it is for; none for the whole ticket. */
  jobNumber: number.optional(),
})

/** Omitted fields stay. Null clears the price, the job line or what is noted of its sublet. */
export const partChanges = z.object({
  quantity: quantity.optional(),
  description: text(300).optional(),
  perPartAmount: amount.nullable().optional(),
  jobNumber: number.nullable().optional(),
  sublet: typedSublet.nullable().optional(),
})

/** What came of a part that was ordered; nothing of its cost. */
const partOrder = z.object({
  stage: z.enum(PART_STAGES),
  /** Of the purchase order. */
  number: z.number().int(),
  quantity: z.number(),
  received: z.number(),
  expectedOn: z.string().nullable(),
  /** Where the newest piece is, such as `shelf B`. */
  place: z.string(),
  /** How many of the part came or may still come, on all orders. */
  covered: z.number(),
})

export const part = z.object({
  partId: uuid,
  quantity: z.number(),
  description: z.string(),
  jobNumber: z.number().int().nullable(),
  /** Whether the desk has priced it: also without permission to see prices. */
  isPriced: z.boolean(),
  /** Null until the desk has priced it, or without permission to see prices. */
  perPartAmount: moneyOut.nullable(),
  totalAmount: moneyOut.nullable(),
  /** If another business does it. Null without permission to price parts. */
  sublet: z
    .object({
      supplier: z.string(),
      reference: z.string(),
      cost: moneyOut.nullable(),
      expectedOn: z.string().nullable(),
      /** What the supplier's bill is, if it is attached. */
      bill: z.enum(['image', 'pdf']).nullable(),
    })
    .nullable()
    .default(null),
  /** Null for a part that is on no purchase order. */
  order: partOrder.nullable().default(null),
  /** Where it was taken from; null for a part that is not from stock. */
  stock: z.object({ stockItemId: uuid, place: z.string() }).nullable().default(null),
})

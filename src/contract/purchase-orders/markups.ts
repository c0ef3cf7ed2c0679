// What a company adds to the cost of its parts.

import * as z from 'zod'
import { MAX_MARKUP_PERCENT } from '#domain/purchase-orders/markup.ts'
import { proceduresTagged } from '../procedure/procedure.ts'
import { done, money, moneyOut, uuid } from '../shared-schemas.ts'

const procedure = proceduresTagged('Purchase orders')

export const newMarkup = z.object({
  /** Whose parts it is for; null for all. */
  vendorId: uuid.nullable().default(null),
  /** Of one part: from this cost up to the next markup’s. */
  costFrom: money,
  /** Whole percent of the cost. */
  percent: z
    .number({ error: 'Enter a number.' })
    .int({ error: 'Enter whole percent.' })
    .min(0, { error: 'Enter 0 or more.' })
    .max(MAX_MARKUP_PERCENT, { error: `Enter ${MAX_MARKUP_PERCENT} or less.` }),
})

const ofMarkup = z.object({ markupId: uuid })

export const markups = {
  list: procedure({ permission: 'part.order', rateLimit: 'none' })
    .route({ method: 'GET', path: '/company/markups', summary: 'List what you add to the cost of parts' })
    .output(
      z
        .array(
          z.object({
            markupId: uuid,
            vendorId: uuid.nullable(),
            costFrom: moneyOut,
            percent: z.number().int(),
          }),
        )
        .readonly(),
    ),
  add: procedure({ permission: 'company.change', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/company/markups',
      successStatus: 201,
      summary: 'Add a markup, from a cost up to the next one’s',
    })
    .input(newMarkup)
    .output(ofMarkup),
  remove: procedure({ permission: 'company.change', rateLimit: 'none' })
    .route({ method: 'DELETE', path: '/company/markups/{markupId}', summary: 'Remove a markup' })
    .input(ofMarkup)
    .output(done),
}

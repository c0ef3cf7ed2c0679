// What takes back a mistake on a purchase order.

import * as z from 'zod'
import { MAX_LINE_LENGTHS } from '#domain/purchase-orders/purchase-order.ts'
import { quantity } from '../part.ts'
import { proceduresTagged } from '../procedure/procedure.ts'
import { done, requiredLine } from '../shared-schemas.ts'
import { ofLine, ofOrder } from './purchase-orders.ts'

const procedure = proceduresTagged('Purchase orders')

export const undoneReceipt = z.object({
  /** Of those that were received by mistake. */
  quantity,
  reason: requiredLine(MAX_LINE_LENGTHS.reason),
})

export const orderCorrections = {
  undoReceipt: procedure({ permission: 'part.order', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/purchase-orders/{orderId}/lines/{lineId}/undo-receipt',
      summary: 'Undo the receipt of a part that did not come',
      description: 'What was received stays on record, and the correction is added to it.',
    })
    .input(ofLine.extend(undoneReceipt.shape))
    .output(z.object({ missing: z.number() })),
  undoCoreReturn: procedure({ permission: 'part.order', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/purchase-orders/{orderId}/lines/{lineId}/undo-core-return',
      summary: 'Undo the newest return of cores, which stays on record',
    })
    .input(ofLine)
    .output(z.object({ owed: z.number() })),
  reopen: procedure({ permission: 'part.order', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/purchase-orders/{orderId}/reopen',
      summary: 'Reopen a closed order, unless its parts were ordered again',
    })
    .input(ofOrder)
    .output(done),
}

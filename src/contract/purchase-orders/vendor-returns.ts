// Parts that go back to their vendor, and what it credits for them.

import * as z from 'zod'
import { NO_MONEY } from '#domain/lib/money.ts'
import { MAX_LINE_LENGTHS } from '#domain/purchase-orders/purchase-order.ts'
import { quantity } from '../part.ts'
import { proceduresTagged } from '../procedure/procedure.ts'
import { done, money, requiredLine, uuid } from '../shared-schemas.ts'
import { ofLine } from './purchase-orders.ts'

const procedure = proceduresTagged('Purchase orders')

export const newVendorReturn = z.object({
  quantity,
  reason: requiredLine(MAX_LINE_LENGTHS.reason),
  /** What the vendor withholds for all of them. */
  restockingFee: money.default(NO_MONEY),
})

export const vendorCredit = z.object({
  /** For all of a return; null as long as the vendor has not credited it. */
  credited: money.nullable(),
})

const ofReturn = ofLine.extend({ returnId: uuid })

export const vendorReturns = {
  returnToVendor: procedure({ permission: 'part.order', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/purchase-orders/{orderId}/lines/{lineId}/returns',
      successStatus: 201,
      summary: 'Record that a part went back to its vendor, whole or some of it',
      description: 'It can be ordered again. What was for stock leaves it.',
    })
    .input(ofLine.extend(newVendorReturn.shape))
    .output(z.object({ returnId: uuid })),
  creditReturn: procedure({ permission: 'part.order', rateLimit: 'none' })
    .route({
      method: 'PUT',
      path: '/purchase-orders/{orderId}/lines/{lineId}/returns/{returnId}/credit',
      summary: 'Enter what the vendor credited for a return, or clear it',
    })
    .input(ofReturn.extend(vendorCredit.shape))
    .output(done),
  undoReturn: procedure({ permission: 'part.order', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/purchase-orders/{orderId}/lines/{lineId}/returns/{returnId}/undo',
      summary: 'Undo a return that was not credited, which stays on record',
    })
    .input(ofReturn)
    .output(done),
}

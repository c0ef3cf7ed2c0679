// What an order and its lines say besides what was ordered; all of it is optional.

import * as z from 'zod'
import { MAX_ORDER_LENGTHS, PART_CONDITIONS } from '#domain/purchase-orders/purchase-order.ts'
import { quantity } from '../part.ts'
import { proceduresTagged } from '../procedure/procedure.ts'
import { amount, done, emailOutcome, line, money } from '../shared-schemas.ts'
import { ofLine, ofOrder } from './purchase-orders.ts'

const procedure = proceduresTagged('Purchase orders')

export const typedOrderDetails = z.object({
  freight: money.nullable(),
  trackingNumber: line(MAX_ORDER_LENGTHS.trackingNumber),
  /** Of the vendor's invoice. */
  invoiceNumber: line(MAX_ORDER_LENGTHS.invoiceNumber),
  invoiceTotal: money.nullable(),
})

export const typedLineDetails = z.object({
  /** For one, as the vendor lists it. */
  listPrice: amount.nullable(),
  /** For one, credited once its core is returned. */
  coreCharge: amount.nullable(),
  condition: z.enum(PART_CONDITIONS).nullable(),
})

export const returnedCore = z.object({
  quantity,
  /** What the vendor credits for all of them. */
  credited: money,
})

export const orderDetails = {
  changeDetails: procedure({ permission: 'part.order', rateLimit: 'none' })
    .route({
      method: 'PATCH',
      path: '/purchase-orders/{orderId}/details',
      summary: 'Enter freight, tracking number and the vendor’s invoice of an order; omitted fields stay',
    })
    .input(ofOrder.extend(typedOrderDetails.partial().shape))
    .output(done),
  changeLineDetails: procedure({ permission: 'part.order', rateLimit: 'none' })
    .route({
      method: 'PATCH',
      path: '/purchase-orders/{orderId}/lines/{lineId}/details',
      summary: 'Enter list price, core charge and condition of an ordered part; omitted fields stay',
    })
    .input(ofLine.extend(typedLineDetails.partial().shape))
    .output(done),
  email: procedure({ permission: 'part.order', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/purchase-orders/{orderId}/email',
      summary: 'Email an order to its vendor, as a PDF',
    })
    .input(ofOrder)
    .output(z.object({ email: emailOutcome })),
  returnCore: procedure({ permission: 'part.order', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/purchase-orders/{orderId}/lines/{lineId}/return-core',
      summary: 'Record that cores were returned to the vendor',
    })
    .input(ofLine.extend(returnedCore.shape))
    .output(z.object({ owed: z.number() })),
}

// What a company orders for its tickets, from whom, and what came.

import * as z from 'zod'
import { PART_STAGES } from '#domain/purchase-orders/part-order.ts'
import {
  MAX_LINE_LENGTHS,
  ORDER_LISTS,
  ORDER_STATES,
  PART_CONDITIONS,
} from '#domain/purchase-orders/purchase-order.ts'
import { MAX_VENDOR_LENGTHS } from '#domain/purchase-orders/vendor.ts'
import { quantity } from '../part.ts'
import { proceduresTagged } from '../procedure/procedure.ts'
import {
  amount,
  day,
  done,
  line,
  moneyOut,
  optionalEmail,
  optionalPhone,
  requiredLine,
  ticketId,
  uuid,
} from '../shared-schemas.ts'

const procedure = proceduresTagged('Purchase orders')

export const newVendor = z.object({
  name: requiredLine(MAX_VENDOR_LENGTHS.name),
  accountNumber: line(MAX_VENDOR_LENGTHS.accountNumber).default(''),
  phone: optionalPhone.default(''),
  email: optionalEmail.default(''),
  terms: line(MAX_VENDOR_LENGTHS.terms).default(''),
})

const ofVendor = z.object({ vendorId: uuid })

const vendor = z.object({
  vendorId: uuid,
  name: z.string(),
  accountNumber: z.string(),
  phone: z.string(),
  email: z.string(),
  terms: z.string(),
})

export const vendors = {
  list: procedure({ permission: 'part.order', rateLimit: 'none' })
    .route({ method: 'GET', path: '/company/vendors', summary: 'List your vendors, by name' })
    .input(z.object({ show: z.enum(['current', 'all']).default('current') }).prefault({}))
    .output(z.array(vendor).readonly()),
  listLeadTimes: procedure({ permission: 'part.order', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/company/vendors/lead-times',
      summary: 'List how many days your vendors take, of those from whom something came',
    })
    .output(z.array(z.object({ vendorId: uuid, days: z.number().int() })).readonly()),
  add: procedure({ permission: 'company.change', rateLimit: 'none' })
    .route({ method: 'POST', path: '/company/vendors', successStatus: 201, summary: 'Add a vendor' })
    .input(newVendor)
    .output(ofVendor),
  change: procedure({ permission: 'company.change', rateLimit: 'none' })
    .route({ method: 'PUT', path: '/company/vendors/{vendorId}', summary: 'Change a vendor' })
    .input(newVendor.extend({ vendorId: uuid }))
    .output(done),
  remove: procedure({ permission: 'company.change', rateLimit: 'none' })
    .route({
      method: 'DELETE',
      path: '/company/vendors/{vendorId}',
      summary: 'Remove a vendor that has no open orders; its closed ones stay its own',
    })
    .input(ofVendor)
    .output(done),
}

export const newOrderLine = z.object({
  vendorId: z.uuid({ error: 'Select a vendor.' }),
  /** The ticket that it is for; omitted for none. */
  ticketId: ticketId.optional(),
  /** Which part of the ticket it is; omitted for none of them. */
  partId: uuid.optional(),
  /** The stock item that it is received into; omitted for none. Never with a ticket. */
  stockItemId: uuid.optional(),
  quantity,
  description: requiredLine(300),
  partNumber: line(MAX_LINE_LENGTHS.partNumber).default(''),
  /** For one. */
  cost: amount,
  expectedOn: day.nullable().default(null),
})

export const receivedPart = z.object({
  quantity,
  place: line(MAX_LINE_LENGTHS.place).default(''),
  /** Needed to receive more than was ordered. */
  isMoreAccepted: z.boolean().default(false),
})

export const ofOrder = z.object({ orderId: uuid })
export const ofLine = ofOrder.extend({ lineId: uuid })

const orderLine = z.object({
  lineId: uuid,
  ticketId: z.number().int().nullable(),
  partId: uuid.nullable(),
  stockItemId: uuid.nullable(),
  stage: z.enum(PART_STAGES),
  quantity: z.number(),
  received: z.number(),
  missing: z.number(),
  description: z.string(),
  partNumber: z.string(),
  /** For one. */
  cost: moneyOut,
  expectedOn: z.string().nullable(),
  /** Where the newest piece is, such as `shelf B`. */
  place: z.string(),
  receipts: z
    .array(
      z.object({
        /** Less than 0 for one that undoes earlier ones, with the reason. */
        quantity: z.number(),
        at: z.number(),
        byName: z.string(),
        place: z.string(),
        reason: z.string().optional(),
      }),
    )
    .readonly(),
  listPrice: moneyOut.nullable(),
  /** For one, credited once its core is returned. */
  coreCharge: moneyOut.nullable(),
  condition: z.enum(PART_CONDITIONS).nullable(),
  coreReturns: z
    .array(z.object({ quantity: z.number(), at: z.number(), byName: z.string(), credited: moneyOut }))
    .readonly(),
  /** How many cores are still to be returned. */
  coresOwed: z.number(),
  /** What went back to the vendor. */
  vendorReturns: z
    .array(
      z.object({
        returnId: uuid,
        quantity: z.number(),
        at: z.number(),
        byName: z.string(),
        reason: z.string(),
        /** What the vendor withholds for all of them. */
        restockingFee: moneyOut,
        /** What they cost with their core charges, less the fee. */
        expected: moneyOut,
        /** What the vendor credited; null until it did. */
        credited: moneyOut.nullable(),
        undoneAt: z.number().nullable(),
      }),
    )
    .readonly(),
  /** How many went back. */
  returned: z.number(),
  /** How many can still go back, or be undone as not received. Of an ended ticket, fewer may go back. */
  returnable: z.number(),
})

const order = z.object({
  orderId: uuid,
  number: z.number().int(),
  state: z.enum(ORDER_STATES),
  /** Null if it was removed before orders named those. */
  vendor: vendor.nullable(),
  createdAt: z.date(),
  orderedAt: z.date().nullable(),
  closedAt: z.date().nullable(),
  /** What all that was ordered costs. */
  total: moneyOut,
  freight: moneyOut.nullable(),
  trackingNumber: z.string(),
  /** Of the vendor's invoice. */
  invoiceNumber: z.string(),
  invoiceTotal: moneyOut.nullable(),
  /** What the vendor can bill: what was received, with core charges and freight. */
  amounts: z.object({ parts: moneyOut, cores: moneyOut, freight: moneyOut, total: moneyOut }),
  /** For what went back to the vendor: what it still owes, and what it credited. */
  credits: z.object({ expected: moneyOut, received: moneyOut }),
  /** When it was last emailed to the vendor, by whom and to which address. */
  emailedAt: z.date().nullable(),
  emailedBy: z.string(),
  emailedTo: z.string(),
  lines: z.array(orderLine).readonly(),
})

export const purchaseOrders = {
  list: procedure({ permission: 'part.order', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/purchase-orders',
      summary:
        'List what is needed, on order and late, closed orders, or those with cores to return or credits to come',
      description: 'Closed orders with the newest first, others by number.',
    })
    .input(z.object({ show: z.enum(ORDER_LISTS).default('open'), after: z.string().max(300).optional() }))
    .output(
      z.object({
        /** Whether the company has vendors, or had some. */
        isOn: z.boolean(),
        orders: z.array(order).readonly(),
        /** Whether any core is still to be returned. */
        areCoresOwed: z.boolean(),
        /** Whether a vendor still owes a credit. */
        areCreditsOwed: z.boolean(),
        next: z.string().nullable(),
        timeZone: z.string(),
      }),
    ),
  addLine: procedure({ permission: 'part.order', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/purchase-orders/lines',
      successStatus: 201,
      summary: 'Put a part on the draft of an order from a vendor',
    })
    .input(newOrderLine)
    .output(ofLine.extend({ number: z.number().int() })),
  removeLine: procedure({ permission: 'part.order', rateLimit: 'none' })
    .route({
      method: 'DELETE',
      path: '/purchase-orders/{orderId}/lines/{lineId}',
      summary: 'Take a part off a draft',
    })
    .input(ofLine)
    .output(done),
  place: procedure({ permission: 'part.order', rateLimit: 'none' })
    .route({ method: 'POST', path: '/purchase-orders/{orderId}/place', summary: 'Place an order' })
    .input(ofOrder)
    .output(done),
  expect: procedure({ permission: 'part.order', rateLimit: 'none' })
    .route({
      method: 'PUT',
      path: '/purchase-orders/{orderId}/lines/{lineId}/expected-day',
      summary: 'Say when an ordered part is expected',
    })
    .input(ofLine.extend({ expectedOn: day.nullable() }))
    .output(done),
  receive: procedure({ permission: 'part.order', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/purchase-orders/{orderId}/lines/{lineId}/receive',
      summary: 'Receive an ordered part, whole or some of it',
      description: 'What is missing stays on back order until the order is closed.',
    })
    .input(ofLine.extend(receivedPart.shape))
    .output(z.object({ missing: z.number() })),
  close: procedure({ permission: 'part.order', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/purchase-orders/{orderId}/close',
      summary: 'Close an order: nothing more comes',
    })
    .input(ofOrder)
    .output(done),
}

import * as z from 'zod'
import { amount, day, money, signedMoney, ticketId } from '#contract/shared-schemas.ts'
import { type Cents, toDollars } from '#domain/lib/money.ts'
import { MAX_MARKUP_PERCENT } from '#domain/purchase-orders/markup.ts'
import {
  type CoreReturn,
  MAX_LINE_LENGTHS,
  MAX_ORDER_LENGTHS,
  MAX_RECEIPTS,
  PART_CONDITIONS,
  receivedOf,
  type VendorReturn,
} from '#domain/purchase-orders/purchase-order.ts'
import { MAX_VENDOR_LENGTHS } from '#domain/purchase-orders/vendor.ts'
import { MAX_QUANTITY } from '#domain/tickets/part.ts'
import { type RecordSet, recordSet } from '#server/db/record-set.ts'
import { at, orNull, uuid, words } from '#server/db/record-values.ts'

const quantity = z.number().min(0.001).max(MAX_QUANTITY)

/** Less than 0 for one that undoes others. */
const movement = z.object({
  quantity: z.number().min(-MAX_QUANTITY).max(MAX_QUANTITY),
  at: z.int().min(0),
  byName: words(200),
})

const receipts = z
  .array(
    movement.extend({
      place: words(MAX_LINE_LENGTHS.place),
      reason: words(MAX_LINE_LENGTHS.reason).optional(),
    }),
  )
  .max(2 * MAX_RECEIPTS)
  .refine(list => receivedOf({ receipts: list }) >= 0)

const coreReturns = z
  .array(movement.extend({ credited: signedMoney }))
  .max(2 * MAX_RECEIPTS)
  .refine(list => receivedOf({ receipts: list }) >= 0)

const vendorReturns = z
  .array(
    movement.extend({
      ...{ quantity, returnId: uuid, reason: words(MAX_LINE_LENGTHS.reason) },
      ...{ restockingFee: money, credited: orNull(money), undoneAt: orNull(z.int().min(0)) },
    }),
  )
  .max(MAX_RECEIPTS)

const inDollars = (stored: Cents): number => toDollars(stored)

// Each comes after what it refers to.
export const RECORD_SETS: readonly RecordSet[] = [
  recordSet(
    z.object({
      name: words(MAX_VENDOR_LENGTHS.name).min(1),
      accountNumber: words(MAX_VENDOR_LENGTHS.accountNumber),
      phone: words(40),
      email: words(254),
      terms: words(MAX_VENDOR_LENGTHS.terms),
      addedAt: at,
      removedAt: orNull(at),
    }),
    {
      ...{ name: 'vendors', fileName: 'vendors', table: 'vendor', id: 'vendorId' },
      key: ['vendorId'],
      time: 'addedAt',
    },
  ),
  recordSet(
    z.object({
      vendorId: orNull(uuid),
      costFrom: money,
      percent: z.int().min(0).max(MAX_MARKUP_PERCENT),
      addedAt: at,
    }),
    {
      ...{ name: 'partMarkups', fileName: 'part-markups', table: 'partMarkup', id: 'markupId' },
      ...{ key: ['markupId'], time: 'addedAt' },
      written: { costFrom: inDollars },
    },
  ),
  recordSet(
    z.object({
      number: z.int().min(1).max(2_000_000_000),
      vendorId: uuid,
      createdAt: at,
      orderedAt: orNull(at),
      closedAt: orNull(at),
      freight: orNull(money),
      trackingNumber: words(MAX_ORDER_LENGTHS.trackingNumber).default(''),
      invoiceNumber: words(MAX_ORDER_LENGTHS.invoiceNumber).default(''),
      invoiceTotal: orNull(money),
      emailedAt: orNull(at),
      emailedBy: words(200).default(''),
      emailedTo: words(254).default(''),
    }),
    {
      ...{ name: 'purchaseOrders', fileName: 'purchase-orders', table: 'purchaseOrder', id: 'orderId' },
      ...{ key: ['number'], time: 'createdAt' },
      written: { freight: inDollars, invoiceTotal: inDollars },
    },
  ),
  recordSet(
    z.object({
      orderId: uuid,
      position: z.int().min(1).max(1_000_000),
      ticketId: orNull(ticketId),
      partId: orNull(uuid),
      stockItemId: orNull(uuid),
      quantity,
      description: words(300),
      partNumber: words(MAX_LINE_LENGTHS.partNumber),
      cost: amount,
      expectedOn: orNull(day),
      receipts: receipts.transform(list => JSON.stringify(list)),
      listPrice: orNull(amount),
      coreCharge: orNull(amount),
      condition: orNull(z.enum(PART_CONDITIONS)),
      coreReturns: coreReturns.default([]).transform(list => JSON.stringify(list)),
      vendorReturns: vendorReturns.default([]).transform(list => JSON.stringify(list)),
    }),
    {
      ...{ name: 'purchaseOrderLines', fileName: 'purchase-order-lines', table: 'purchaseOrderLine' },
      ...{ id: 'lineId', key: ['orderId', 'position', 'lineId'] },
      written: {
        ...{ cost: inDollars, listPrice: inDollars, coreCharge: inDollars },
        coreReturns: (stored: readonly CoreReturn[]) =>
          stored.map(({ credited, ...core }) => ({ ...core, credited: toDollars(credited) })),
        vendorReturns: (stored: readonly VendorReturn[]) =>
          stored.map(({ restockingFee, credited, ...returned }) => ({
            ...returned,
            ...{ restockingFee: toDollars(restockingFee), credited: credited && toDollars(credited) },
          })),
      },
    },
  ),
]

// Vendors in the database.

import { sql } from 'kysely'
import { LEAD_TIME_PARTS, type Vendor } from '#domain/purchase-orders/vendor.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { quantityIn } from './store.ts'

const COLUMNS = ['vendorId', 'name', 'accountNumber', 'phone', 'email', 'terms'] as const

const byName = (one: Vendor, other: Vendor): number => one.name.localeCompare(other.name, 'en-US')

const vendors = statement(scope => scope.from('vendor').select(COLUMNS).where('removedAt', 'is', null))

/** The company's vendors, by name. */
export const listVendors = async (work: UnitOfWork): Promise<Vendor[]> =>
  (await vendors(work).execute()).sort(byName)

/** The same with those that were removed, as their orders name them. */
export const listAllVendors = async (work: UnitOfWork): Promise<Vendor[]> =>
  (await work.from('vendor').select(COLUMNS).execute()).sort(byName)

/** Those that were removed, the newest first. */
export const listRemovedVendors = (work: UnitOfWork): Promise<Vendor[]> =>
  work
    .from('vendor')
    .select(COLUMNS)
    .where('removedAt', 'is not', null)
    .orderBy('removedAt', 'desc')
    .orderBy('vendorId')
    .execute()

/** The vendor of an order, also one that was removed. */
export const findVendor = async (work: UnitOfWork, vendorId: string): Promise<Vendor | null> =>
  (await work.from('vendor').select(COLUMNS).where('vendorId', '=', vendorId).executeTakeFirst()) ?? null

const lockedVendor = statement((scope, { vendorId }: { vendorId: string }) =>
  scope
    .from('vendor')
    .select(COLUMNS)
    .where('vendorId', '=', vendorId)
    .where('removedAt', 'is', null)
    .forUpdate(),
)

/** A vendor, locked: one who orders from it and one who removes it are one after the other. Null if it was removed. */
export const lockVendor = async (work: UnitOfWork, vendorId: string): Promise<Vendor | null> =>
  (await lockedVendor(work, { vendorId }).executeTakeFirst()) ?? null

/** The numbers of the orders from a vendor that are not closed. */
export async function listOpenOrders(work: UnitOfWork, vendorId: string): Promise<number[]> {
  const rows = await work
    .from('purchaseOrder')
    .select('number')
    .where('vendorId', '=', vendorId)
    .where('closedAt', 'is', null)
    .orderBy('number')
    .execute()
  return rows.map(({ number }) => number)
}

/** When the last parts of each vendor were ordered, and when the first piece of each came, in epoch milliseconds. */
export async function listReceivedParts(work: UnitOfWork) {
  const { rows } = await sql<{ vendorId: string; orderedAt: number; receivedAt: number }>`
    select vendor_id, ordered_at, received_at from (
      select o.vendor_id, extract(epoch from o.ordered_at)::float8 * 1000 as ordered_at,
        (l.receipts -> 0 ->> 'at')::float8 as received_at,
        row_number() over (partition by o.vendor_id order by o.ordered_at desc, l.position) as place
      from purchase_order o
        join purchase_order_line l on l.company_id = o.company_id and l.order_id = o.order_id
      where o.company_id = ${work.companyId} and o.ordered_at is not null
        and ${quantityIn('receipts')} > 0
    ) as part where place <= ${LEAD_TIME_PARTS}`.execute(work.database)
  return rows
}

/** Whether anything was ever ordered: from this vendor, or from any. */
export async function hasOrders(work: UnitOfWork, vendorId?: string): Promise<boolean> {
  const orders = work.from('purchaseOrder').select('orderId').limit(1)
  const ofVendor = vendorId === undefined ? orders : orders.where('vendorId', '=', vendorId)
  return (await ofVendor.executeTakeFirst()) !== undefined
}

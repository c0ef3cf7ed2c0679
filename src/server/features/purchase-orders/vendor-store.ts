// Vendors in the database.

import type { Vendor } from '#domain/purchase-orders/vendor.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

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

/** Whether anything was ever ordered: from this vendor, or from any. */
export async function hasOrders(work: UnitOfWork, vendorId?: string): Promise<boolean> {
  const orders = work.from('purchaseOrder').select('orderId').limit(1)
  const ofVendor = vendorId === undefined ? orders : orders.where('vendorId', '=', vendorId)
  return (await ofVendor.executeTakeFirst()) !== undefined
}

// Vendors in the database.

import type { Vendor } from '#domain/purchase-orders/vendor.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

const COLUMNS = ['vendorId', 'name', 'accountNumber', 'phone', 'email', 'terms'] as const

const vendors = statement(scope => scope.from('vendor').select(COLUMNS))

/** The company's vendors, by name. */
export const listVendors = async (work: UnitOfWork): Promise<Vendor[]> =>
  (await vendors(work).execute()).sort((one, other) => one.name.localeCompare(other.name, 'en-US'))

const lockedVendor = statement((scope, { vendorId }: { vendorId: string }) =>
  scope.from('vendor').select(COLUMNS).where('vendorId', '=', vendorId).forUpdate(),
)

/** A vendor, locked: one who orders from it and one who removes it are one after the other. Null without it. */
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

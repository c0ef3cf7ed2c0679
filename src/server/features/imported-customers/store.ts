// Customers that the company imported. No other company sees them.

import { sql } from 'kysely'
import { CUSTOMER_FIELDS } from '#domain/customers/customer-fields.ts'
import { pickFields } from '#domain/lib/pick-fields.ts'
import { RIG_FIELDS } from '#domain/rigs/rig-fields.ts'
import { type CustomerRow, customerKey } from '#domain/spreadsheet-import/customer-columns.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { hashUuid } from '#server/lib/hash-uuid.ts'
import { formatPhone } from '#server/lib/phone-format.ts'

/** Of one search: several rows may be of one person. */
const MAX_FOUND = 40

type KeyFields = Pick<CustomerRow, 'firstName' | 'lastName' | 'email' | 'phone' | 'vin'>

/** The same row is the same customer: a UUID made of who it is and of the VIN. */
export const importedIdOf = (row: KeyFields): string => hashUuid(customerKey(row))

/** Which of these are here. */
export async function findImportedIds(work: UnitOfWork, ids: readonly string[]): Promise<Set<string>> {
  const rows = await work
    .from('importedCustomer')
    .select('customerId')
    .where(sql<boolean>`customer_id = any(${[...ids]}::uuid[])`)
    .execute()
  return new Set(rows.map(({ customerId }) => customerId))
}

/** Adds those that are not here, and returns how many that were. */
export async function addImportedCustomers(
  work: UnitOfWork,
  importId: string,
  rows: readonly CustomerRow[],
): Promise<number> {
  const customers = new Map(rows.map(row => [importedIdOf(row), row]))
  const here = await findImportedIds(work, [...customers.keys()])
  const added = [...customers].filter(([customerId]) => !here.has(customerId))
  work.insert(
    'importedCustomer',
    ...added.map(([customerId, row]) => ({
      customerId,
      ...pickFields(row, [...CUSTOMER_FIELDS, ...RIG_FIELDS]),
      phone: row.phone === '' ? '' : formatPhone(row.phone),
      address: row.address || null,
      vin: row.vin || null,
      importId,
      addedAt: work.now,
    })),
  )
  return added.length
}

/** Removes all that an import brought, and returns how many. */
export async function removeImportedCustomers(work: UnitOfWork, importId: string): Promise<number> {
  const { numDeletedRows } = await work
    .remove('importedCustomer')
    .where('importId', '=', importId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** The customer whom the company imported with this rig, the newest one; otherwise null. */
export async function findImportedCustomer(work: UnitOfWork, vin: string) {
  const customer = await work
    .from('importedCustomer')
    .select(CUSTOMER_FIELDS)
    .where('vin', '=', vin)
    .orderBy('addedAt', 'desc')
    .orderBy('customerId')
    .limit(1)
    .executeTakeFirst()
  return customer === undefined ? null : { ...customer, coordinates: null }
}

/** By these ids, or all with this VIN; by name. */
export function listImportedCustomers(work: UnitOfWork, by: { ids: readonly string[] } | { vin: string }) {
  return work
    .from('importedCustomer')
    .select([...CUSTOMER_FIELDS, ...RIG_FIELDS])
    .where(
      'ids' in by ? sql<boolean>`customer_id = any(${[...by.ids]}::uuid[])` : sql<boolean>`vin = ${by.vin}`,
    )
    .orderBy('lastName')
    .orderBy('firstName')
    .orderBy('customerId')
    .limit(MAX_FOUND)
    .execute()
}

// Customers who were merged into another one. Tickets still name their own record: so nothing is rewritten, and separating
// them loses nothing.

import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import { refusesEmail } from '#domain/customers/consent.ts'
import { mergedIntoOf } from '#domain/customers/merge.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { lockCompany } from '#server/features/companies/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import {
  CONSENT_COLUMNS,
  CUSTOMER_REMOVED,
  listCustomersOf,
  listRecords,
  NOT_MERGED,
} from './company-customer-store.ts'

/** Locks the company first: one who joins a group in the meantime would be missing in it. */
async function lockMerges(work: UnitOfWork, isIncluded: RawBuilder<boolean>) {
  await lockCompany(work)
  return await work
    .from('companyCustomer')
    .select(['customerId', 'mergedInto', 'mergedWith', 'mergedAt'])
    .where(isIncluded)
    .execute()
}

type Merge = Awaited<ReturnType<typeof lockMerges>>[number]

/** These customers, who they were merged into, and all who were merged into these: for a change of that. */
export function lockGroups(work: UnitOfWork, customerIds: readonly string[]): Promise<Merge[]> {
  const ids = sql`${[...customerIds]}::uuid[]`
  const mergedInto = sql`(${ids} || array(
    select g.merged_into from company_customer g where g.company_id = ${work.companyId} and g.customer_id = any(${ids})))`
  return lockMerges(
    work,
    sql<boolean>`(customer_id = any(${mergedInto}) or merged_into = any(${mergedInto}))`,
  )
}

/** Saves whose these records are from now on, where `after` merges them otherwise than `before`. */
export function saveMerges(work: UnitOfWork, before: readonly Merge[], after: readonly Merge[]): void {
  const stored = new Map(before.map(record => [record.customerId, record]))
  const into = mergedIntoOf(after)
  for (const { customerId, mergedWith, mergedAt } of after) {
    const mergedInto = into.get(customerId) ?? null
    const merge = mergedInto === null ? NOT_MERGED : { mergedInto, mergedWith, mergedAt }
    const { customerId: _, ...known } = stored.get(customerId) ?? { customerId, ...NOT_MERGED }
    if (!isDeepStrictEqual(known, merge)) work.save('companyCustomer', { customerId }, merge)
  }
}

/** Of customers of whom some were deleted: who was merged into one of them is on their own again. */
export async function separateFromDeleted(work: UnitOfWork, deleted: readonly string[]): Promise<void> {
  const left = await lockGroups(work, deleted)
  saveMerges(work, left, left)
}

/** After an import, whose file may merge whom it does not have. */
export async function checkMerges(work: UnitOfWork): Promise<void> {
  const isMerged = sql<boolean>`(merged_at is not null or customer_id in (
    select g.merged_into from company_customer g where g.company_id = ${work.companyId}))`
  const rows = await lockMerges(work, isMerged)
  saveMerges(work, rows, rows)
}

/** Who was merged into this customer, the last one first. */
const listMerged = (work: UnitOfWork, customerId: string) =>
  work
    .from('companyCustomer')
    .select(['customerId', 'firstName', 'lastName', 'companyName', 'email', 'phone', 'mergedAt'])
    .select(['note', ...CONSENT_COLUMNS])
    .where('mergedInto', '=', customerId)
    .orderBy('mergedAt', 'desc')
    .orderBy('customerId')
    .execute()

/** A customer's record, of one who was merged into another one that one's; who was merged into it; and the ids of all of them. */
export async function findGroup(work: UnitOfWork, customerId: string) {
  const record = (await listRecords(work, [customerId])).get(customerId)
  if (record === undefined) return null
  const merged = await listMerged(work, record.customerId)
  return { record, merged, ids: [record.customerId, ...merged.map(each => each.customerId)] }
}

/** The same; NOT_FOUND if they were removed. */
export async function getGroup(work: UnitOfWork, customerId: string) {
  const group = await findGroup(work, customerId)
  if (group === null) throw notFound(CUSTOMER_REMOVED)
  return group
}

/** Whether the ticket's customer said no to emails that nobody at the desk sends. */
export async function refusesEmailOf(work: UnitOfWork, ticketId: number): Promise<boolean> {
  const [customerId] = await listCustomersOf(work, [ticketId])
  const group = customerId === undefined ? null : await findGroup(work, customerId)
  return group !== null && refusesEmail([group.record, ...group.merged])
}

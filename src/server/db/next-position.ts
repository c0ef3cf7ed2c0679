import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from './schema.ts'

/**
 * The position after the last of these rows, from 1; the caller holds the lock of what they belong to. A query of its own,
 * as a cluster takes none inside the values of an insert.
 */
export async function nextPosition<
  T extends 'approvalRequest' | 'clockCorrection' | 'dayClose' | 'ledgerEntry' | 'part' | 'photo',
>(rows: SelectQueryBuilder<Tables, T, Record<never, never>>): Promise<number> {
  const { position } = await rows
    .select(sql<number>`coalesce(max(position), 0) + 1`.as('position'))
    .executeTakeFirstOrThrow()
  return position
}

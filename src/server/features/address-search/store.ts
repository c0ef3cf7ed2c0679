import { sql } from 'kysely'
import { toCoordinates } from '#server/db/coordinate-columns.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import type { PastAddress } from '#server/geocoding/geocoder.ts'

/** The addresses on the company's tickets that start like this, ignoring case, last used first. */
export async function listAddressesFrom(
  work: UnitOfWork,
  start: string,
  limit: number,
): Promise<PastAddress[]> {
  const lowered = sql<string>`lower(${start})`
  const rows = await work
    .from('ticket')
    .where('addressKey', '<>', '')
    .where('addressKey', '>=', lowered)
    // Above every text with this prefix, because no text contains the last Unicode character.
    .where('addressKey', '<', sql<string>`${lowered} || chr(1114111)`)
    .distinctOn('addressKey')
    .select(['address', 'latitude', 'longitude', 'transitionedAt'])
    .orderBy('addressKey')
    .orderBy('transitionedAt', 'desc')
    .execute()
  rows.sort((one, other) => other.transitionedAt.getTime() - one.transitionedAt.getTime())
  return rows.slice(0, limit).map(row => ({ address: row.address ?? '', coordinates: toCoordinates(row) }))
}

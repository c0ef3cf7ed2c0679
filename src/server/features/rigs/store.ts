// The pool of rigs that all companies share, keyed by VIN.

import { sql } from 'kysely'
import { type CustomerRV, MAX_SUGGESTIONS } from '#domain/rigs/rig.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { invalid } from '#server/lib/errors.ts'

const MAX_CHARACTER = '\u{10FFFF}'

type RigDescription = Pick<CustomerRV, 'vin' | 'make' | 'model' | 'year' | 'axleAmount'>

/** The pool's first few rigs whose VIN begins with `starts`, ordered by VIN. */
export function listRigsFrom(work: UnitOfWork, starts: string) {
  // Byte by byte, as the index rig_prefix has them: no letter of `starts` is a wildcard or collated.
  return work.database
    .selectFrom('rig')
    .select(['vin', 'make', 'model', 'year'])
    .where(sql<boolean>`vin ~>=~ ${starts} and vin ~<~ ${starts + MAX_CHARACTER}`)
    .orderBy(sql`vin using ~<~`)
    .limit(MAX_SUGGESTIONS)
    .execute()
}

/** The rig as the pool knows it, or null. */
export async function findRig(work: UnitOfWork, vin: string) {
  const rig = await work.database
    .selectFrom('rig')
    .select(['vin', 'make', 'model', 'year', 'axleAmount', 'assigned', 'customerUuid'])
    .where('vin', '=', vin)
    .executeTakeFirst()
  return rig ?? null
}

const REQUIRED_FIELDS = ['make', 'model', 'year'] as const

const missingFields = (typed: RigDescription) => REQUIRED_FIELDS.filter(name => typed[name] === '')

/** Whether nothing of the rig has to be filled in from the pool. */
export const isComplete = (typed: RigDescription): boolean => missingFields(typed).length === 0

/**
 * The rig as a new ticket keeps it. A VIN that the pool knows fills in what was left blank; one it
 * does not know needs make, model and year (INVALID beside each), and is added to the pool.
 */
export async function rigForTicket(work: UnitOfWork, typed: RigDescription): Promise<CustomerRV> {
  const missing = missingFields(typed)
  const known = await (missing.length > 0 ? findKnownRig(work, typed.vin) : findOrInsert(work, typed))
  if (known !== undefined) {
    const { make, model, year, rvImage } = known
    return {
      ...typed,
      make: typed.make || make,
      model: typed.model || model,
      year: typed.year || year,
      rvImage,
    }
  }
  if (missing.length > 0)
    throw invalid(Object.fromEntries(missing.map(name => [`customerRV.${name}`, 'Required.'])))
  return { ...typed, rvImage: null }
}

type KnownRig = Pick<CustomerRV, 'make' | 'model' | 'year' | 'rvImage'>

const findKnownRig = (work: UnitOfWork, vin: string): Promise<KnownRig | undefined> =>
  work.database
    .selectFrom('rig')
    .select(['make', 'model', 'year', 'rvImage'])
    .where('vin', '=', vin)
    .executeTakeFirst()

/** Teaches the pool a rig that it does not know; one that it knows stays as it is. */
export async function upsertRig(work: UnitOfWork, rig: RigDescription): Promise<void> {
  await findOrInsert(work, rig)
}

/** The rig as the pool knew it before; in the same statement one that it did not know is added. */
async function findOrInsert(
  work: UnitOfWork,
  { vin, make, model, year, axleAmount }: RigDescription,
): Promise<KnownRig | undefined> {
  const { rows } = await sql<KnownRig>`
    with known as (select make, model, year, rv_image from rig where vin = ${vin}),
    added as (
      insert into rig (vin, make, model, year, axle_amount, customer_uuid, assigned, rv_image, added_at)
      select ${vin}, ${make}, ${model}, ${year}, ${axleAmount}, ${work.companyId}, false, null, ${work.now}
      where not exists (select from known)
      on conflict do nothing
    )
    select * from known
  `.execute(work.database)
  return rows[0]
}

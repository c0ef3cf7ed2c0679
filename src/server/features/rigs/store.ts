// The rigs shared by all companies, keyed by VIN.

import { sql } from 'kysely'
import { modelYearError } from '#domain/rigs/model-year.ts'
import { type CustomerRV, MAX_SUGGESTIONS } from '#domain/rigs/rig.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { invalid } from '#server/lib/api-errors.ts'

const MAX_CHARACTER = '\u{10FFFF}'

type RigDescription = Pick<CustomerRV, 'vin' | 'make' | 'model' | 'year' | 'axleAmount'>

/** The first few rigs whose VIN begins with `starts`, ordered by VIN. */
export function listRigsFrom(work: UnitOfWork, starts: string) {
  // Byte by byte, like the index rig_prefix: `starts` has no wildcards and no collation.
  return work.database
    .selectFrom('rig')
    .select(['vin', 'make', 'model', 'year'])
    .where(sql<boolean>`vin ~>=~ ${starts} and vin ~<~ ${starts + MAX_CHARACTER}`)
    .orderBy(sql`vin using ~<~`)
    .limit(MAX_SUGGESTIONS)
    .execute()
}

/** The rig on file, or null. */
export async function findRig(work: UnitOfWork, vin: string) {
  const rig = await work.database
    .selectFrom('rig')
    .select(['vin', 'make', 'model', 'year', 'axleAmount', 'assigned', 'customerUuid'])
    .where('vin', '=', vin)
    .executeTakeFirst()
  return rig ?? null
}

type FieldErrors = Readonly<Record<string, string>>

/** The error of a typed year that is none. Years on file stay as they are. */
export function modelYearFault({ now }: UnitOfWork, year = ''): FieldErrors {
  const error = modelYearError(year, now)
  return error === null ? {} : { 'customerRV.year': error }
}

/** Throws INVALID if there is a fault. */
export function assertNoFaults(faults: FieldErrors): void {
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

const REQUIRED_FIELDS = ['make', 'model', 'year'] as const

const missingFields = (typed: RigDescription) => REQUIRED_FIELDS.filter(name => typed[name] === '')

/** Whether all details of the rig are given. */
export const isComplete = (typed: RigDescription): boolean => missingFields(typed).length === 0

/**
 * The rig for a new ticket. A VIN on file fills empty details; an unknown one needs make, model and year (otherwise
 * INVALID, together with `faults`), and is added.
 */
export async function rigForTicket(
  work: UnitOfWork,
  typed: RigDescription,
  faults: FieldErrors = {},
): Promise<CustomerRV> {
  const missing = missingFields(typed)
  const known = await (missing.length > 0 ? findKnownRig(work, typed.vin) : findOrInsert(work, typed))
  const required = known === undefined ? missing.map(name => [`customerRV.${name}`, 'Required.']) : []
  assertNoFaults({ ...Object.fromEntries(required), ...faults })
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
  return { ...typed, rvImage: null }
}

type KnownRig = Pick<CustomerRV, 'make' | 'model' | 'year' | 'rvImage'>

const findKnownRig = (work: UnitOfWork, vin: string): Promise<KnownRig | undefined> =>
  work.database
    .selectFrom('rig')
    .select(['make', 'model', 'year', 'rvImage'])
    .where('vin', '=', vin)
    .executeTakeFirst()

/** The rig on file; an unknown one is added before. Two statements: a cluster runs one on the machine of this VIN alone. */
function findOrInsert(
  work: UnitOfWork,
  { vin, make, model, year, axleAmount }: RigDescription,
): Promise<KnownRig | undefined> {
  const added = { vin, make, model, year, axleAmount, customerUuid: work.companyId, addedAt: work.now }
  work.write(
    work.database
      .insertInto('rig')
      .values({ ...added, assigned: false })
      .onConflict(conflict => conflict.doNothing()),
  )
  return findKnownRig(work, vin)
}

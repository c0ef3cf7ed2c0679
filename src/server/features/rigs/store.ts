// The rigs on file: those with a VIN are shared by all companies and keyed by it. Under any other text, a serial number or
// a license plate, a company sees its own only, and whose they are tells them apart.

import { sql } from 'kysely'
import { modelYearError } from '#domain/rigs/model-year.ts'
import type { CustomerRV } from '#domain/rigs/rig.ts'
import { isSameCustomer } from '#domain/rigs/same-customer.ts'
import { isSharedVin } from '#domain/rigs/vin.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { listTicketsOfOwnRigs } from '#server/features/customers/store.ts'
import { invalid } from '#server/lib/api-errors.ts'

type RigDescription = Pick<CustomerRV, 'vin' | 'make' | 'model' | 'year' | 'axleAmount'>

/** The shared rig on file, or null. */
export async function findRig(work: UnitOfWork, vin: string) {
  if (!isSharedVin(vin)) return null
  const rig = await work.database
    .selectFrom('rig')
    .select(['vin', 'make', 'model', 'year', 'axleAmount', 'assigned', 'customerUuid'])
    .where('vin', '=', vin)
    .executeTakeFirst()
  return rig ?? null
}

type FieldErrors = Readonly<Record<string, string>>

/** The error of a typed year that is none. Years on file stay as they are. */
export function yearErrors({ now }: UnitOfWork, year = ''): FieldErrors {
  const error = modelYearError(year, now)
  return error === null ? {} : { 'customerRV.year': error }
}

/** Throws INVALID if there is an error. */
export function assertNoErrors(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

const REQUIRED_FIELDS = ['make', 'model', 'year'] as const

const missingFields = (typed: RigDescription) => REQUIRED_FIELDS.filter(name => typed[name] === '')

type Customer = Parameters<typeof isSameCustomer>[0]

/**
 * The rig for a new ticket of this customer. A rig on file fills empty details; an unknown one needs make, model and year
 * (otherwise INVALID, together with `errors`), and is added. A `replaced` one leaves the pool if nothing else needs it.
 */
export async function rigForTicket(
  work: UnitOfWork,
  typed: RigDescription,
  customer: Customer,
  errors: FieldErrors = {},
  replaced: ReplacedRig | null = null,
): Promise<CustomerRV> {
  const missing = missingFields(typed)
  const known = await (missing.length > 0
    ? findKnownRig(work, typed, customer)
    : findOrInsert(work, typed, replaced))
  const required = known === undefined ? missing.map(name => [`customerRV.${name}`, 'Required.']) : []
  assertNoErrors({ ...Object.fromEntries(required), ...errors })
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

/** Whether a ticket of this customer can have the rig as it is: all of it is given, or it is on file. */
export const canCompleteRig = async (
  work: UnitOfWork,
  typed: RigDescription,
  customer: Customer,
): Promise<boolean> =>
  missingFields(typed).length === 0 || (await findKnownRig(work, typed, customer)) !== undefined

type KnownRig = Pick<CustomerRV, 'make' | 'model' | 'year' | 'rvImage'>

async function findKnownRig(
  work: UnitOfWork,
  { vin }: RigDescription,
  customer: Customer,
): Promise<KnownRig | undefined> {
  if (isSharedVin(vin)) return findSharedRig(work, vin)
  const own = (await listTicketsOfOwnRigs(work, [vin])).find(ticket => isSameCustomer(ticket, customer))
  return own && { ...own, rvImage: null }
}

const findSharedRig = (work: UnitOfWork, vin: string): Promise<KnownRig | undefined> =>
  work.database
    .selectFrom('rig')
    .select(['make', 'model', 'year', 'rvImage'])
    .where('vin', '=', vin)
    .executeTakeFirst()

/** A ticket's rig under its VIN so far, which it is about to lose. */
export type ReplacedRig = { readonly vin: string; readonly ticketId: number }

/**
 * The shared rig on file; an unknown one is added before. Two statements: a cluster runs one on the machine of this VIN
 * alone. What a ticket's new VIN changes is written by one role, there too: what is under the VIN moves with it.
 */
async function findOrInsert(
  work: UnitOfWork,
  rig: RigDescription,
  replaced: ReplacedRig | null,
): Promise<KnownRig | undefined> {
  const { vin, make, model, year, axleAmount } = rig
  const isShared = isSharedVin(vin)
  const mistyped = await findMistypedVin(work, replaced)
  if (!isShared) addOwnRigs(work, [rig])
  if (replaced !== null) {
    const { rows } = await sql<KnownRig>`
      select * from replace_rig(${mistyped}, ${isShared ? vin : null}, ${make}, ${model}, ${year}, ${axleAmount},
                                ${work.now})`.execute(work.database)
    return rows[0]
  }
  if (!isShared) return undefined
  const added = { vin, make, model, year, axleAmount, customerUuid: work.companyId, addedAt: work.now }
  work.write(
    work.database
      .insertInto('rig')
      .values({ ...added, assigned: false })
      .onConflict(conflict => conflict.doNothing()),
  )
  return findSharedRig(work, vin)
}

async function findMistypedVin(work: UnitOfWork, replaced: ReplacedRig | null): Promise<string | null> {
  if (replaced === null || !isSharedVin(replaced.vin)) return null
  return (await isNeededByCompany(work, replaced.vin, replaced.ticketId)) ? null : replaced.vin
}

type PooledRig = RigDescription & { readonly customerUuid?: string; readonly assigned?: boolean }

/** Adds entries for texts that are no VIN to the company's own pool; those that are there stay as they are. */
export function addOwnRigs(work: UnitOfWork, rigs: readonly PooledRig[]): void {
  const { companyId, now: addedAt, database } = work
  const byVin = new Map(rigs.map(rig => [rig.vin, rig]))
  if (byVin.size === 0) return
  const rows = [...byVin.values()].map(
    ({ vin, make, model, year, axleAmount, customerUuid = companyId, assigned = false }) => ({
      ...{ companyId, vin, make, model, year, axleAmount, customerUuid, assigned, addedAt },
    }),
  )
  work.write(
    database
      .insertInto('ownRig')
      .values(rows)
      .onConflict(same => same.doNothing()),
  )
}

/** Removes those of the company's own entries that no ticket and no booking of it needs. */
export async function removeUnusedOwnRigs(work: UnitOfWork, texts: readonly string[]): Promise<void> {
  const own = texts.filter(text => text !== '' && !isSharedVin(text))
  if (own.length === 0) return
  const used = new Set<string>()
  for (const table of ['ticket', 'booking', 'importedCustomer'] as const)
    for (const { vin } of await work
      .from(table)
      .select('vin')
      .distinct()
      .where(sql<boolean>`vin = any(${own})`)
      .execute())
      used.add(vin ?? '')
  const unused = own.filter(text => !used.has(text))
  if (unused.length > 0) await work.remove('ownRig').where(sql<boolean>`vin = any(${unused})`).execute()
}

/** Whether another ticket, a booking or an imported customer of the company has this VIN. */
async function isNeededByCompany(work: UnitOfWork, vin: string, ticketId: number): Promise<boolean> {
  const uses = await Promise.all([
    work
      .from('ticket')
      .select('vin')
      .where('vin', '=', vin)
      .where('ticketId', '<>', ticketId)
      .limit(1)
      .execute(),
    work
      .from('booking')
      .select('vin')
      .where('vin', '=', vin)
      .where('ticketId', 'is distinct from', ticketId)
      .limit(1)
      .execute(),
    work.from('importedCustomer').select('vin').where('vin', '=', vin).limit(1).execute(),
  ])
  return uses.some(found => found.length > 0)
}

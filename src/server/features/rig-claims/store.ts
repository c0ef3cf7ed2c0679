// Who holds which rig. A rig's row is held by whatever changes that, so two who claim it at once come one after the
// other, and whoever completes a ticket of it meanwhile waits.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { daysAfter, TRANSFER_DAYS } from '#domain/rig-claims/claim-code.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { notFound } from '#server/lib/errors.ts'
import { listRevokedCodes } from './token.ts'

/** How many of a rig's visits are looked at, newest first. */
export const MAX_VISITS = 200
const MAX_RIGS = 200

/** Holds the rig until the work ends; null where the pool does not know it. */
export async function lockRig(work: UnitOfWork, vin: string) {
  const rig = await work.database
    .selectFrom('rig')
    .select(['vin', 'assigned', 'customerUuid'])
    .where('vin', '=', vin)
    .forUpdate()
    .executeTakeFirst()
  return rig ?? null
}

/** The visits whose codes claim the rig: not those by which somebody held it whose claim founders ended. */
export async function listVisits(work: UnitOfWork, vin: string) {
  const visits = await work.database
    .selectFrom('workHistory')
    .select(['companyId', 'ticketId', 'completedTimestamp'])
    .where('vin', '=', vin)
    .orderBy('completedTimestamp', 'desc')
    .orderBy('ticketId', 'desc')
    .limit(MAX_VISITS)
    .execute()
  const isEnded = await listRevokedCodes(work, vin)
  return visits.filter(visit => !isEnded(visit))
}

/** Whether founders ended a claim of this rig that whoever is at work had. */
export async function hadClaimRevoked(work: UnitOfWork, vin: string): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`select is_rig_claim_revoked(${vin}) as was`.execute(
    work.database,
  )
  return rows[0]?.was ?? false
}

type RigStatus = {
  readonly owner: 'nobody' | 'mine' | 'another'
  readonly isOffered: boolean
  /** By somebody else, so that a ticket since then could have named its customer. */
  readonly wasReleased: boolean
}

/** Whose the rig is, and whether a code with this hash hands it over now. */
export async function getRigStatus(work: UnitOfWork, vin: string, hash: string): Promise<RigStatus> {
  const { rows } = await sql<RigStatus>`select owner, is_offered, was_released
    from rig_claim_status(${vin}, ${hash}, ${work.now})`.execute(work.database)
  return rows[0] ?? { owner: 'nobody', isOffered: false, wasReleased: false }
}

type NewClaim = {
  readonly vin: string
  readonly fromCompany: string
  readonly fromTicket: number
  readonly openedFrom: Date | null
}

/** Gives a rig that nobody holds to whoever is at work. */
export async function addClaim(work: UnitOfWork, claim: NewClaim): Promise<void> {
  await work.database
    .insertInto('rigClaim')
    .values({
      claimId: randomUUID(),
      accountId: work.by.id,
      claimedAt: work.now,
      how: 'code',
      ...claim,
      transferHash: null,
      transferUntil: null,
      endedAt: null,
      endReason: null,
    })
    .execute()
}

/** From now on whoever takes the rig in finds the record of whoever is at work. */
export async function assignCustomerToRig(work: UnitOfWork, vin: string): Promise<void> {
  await work.database
    .updateTable('rig')
    .set({ assigned: true, customerUuid: work.by.id })
    .where('vin', '=', vin)
    .execute()
}

/** Takes a rig over with the code that its holder gave; whether it was one. */
export async function acceptTransfer(work: UnitOfWork, vin: string, hash: string): Promise<boolean> {
  const { rows } = await sql<{ took: boolean }>`
    select accept_rig_transfer(${vin}, ${hash}, ${work.now}, ${randomUUID()}) as took`.execute(work.database)
  if (rows[0]?.took !== true) return false
  const { openedFrom } = await getOwnClaim(work, vin)
  if (openedFrom === null) await assignCustomerToRig(work, vin)
  return true
}

/**
 * Ends the claim of somebody who holds the rig from their own ticket on, where whoever is at work is its customer from
 * its first visit on. Answers with the email of who held it, or null where that claim stays.
 */
export async function supersedeClaim(work: UnitOfWork, vin: string): Promise<string | null> {
  const { rows } = await sql<{ email: string | null }>`
    select supersede_rig_claim(${vin}, ${work.now}) as email`.execute(work.database)
  return rows[0]?.email ?? null
}

const selectOwnClaim = (work: UnitOfWork, vin: string) =>
  work.database
    .selectFrom('rigClaim')
    .select(['claimId', 'vin', 'claimedAt', 'openedFrom', 'transferUntil'])
    .where('vin', '=', vin)
    .where('accountId', '=', work.by.id)
    .where('endedAt', 'is', null)

/** The claim by which whoever is at work holds the rig, or NOT_FOUND; a command holds it until its end. */
export async function getOwnClaim(work: UnitOfWork, vin: string) {
  const asked = selectOwnClaim(work, vin)
  const claim = await (work.isCommand ? asked.forUpdate() : asked).executeTakeFirst()
  if (claim === undefined) throw notFound('This rig is not one of yours.')
  return claim
}

/** Ends a claim: the rig is nobody's until it is claimed again. */
export async function endClaim(work: UnitOfWork, vin: string): Promise<void> {
  await lockRig(work, vin)
  await getOwnClaim(work, vin)
  await endClaimAndUnassign(work, vin)
}

/** Ends the claim by which whoever is at work holds a rig, if they do, and no desk takes them for its customer. */
async function endClaimAndUnassign(work: UnitOfWork, vin: string): Promise<void> {
  await work.database
    .updateTable('rigClaim')
    .set({ endedAt: work.now, endReason: 'let-go', transferHash: null, transferUntil: null })
    .where('vin', '=', vin)
    .where('accountId', '=', work.by.id)
    .where('endedAt', 'is', null)
    .execute()
  await work.database
    .updateTable('rig')
    .set({ assigned: false })
    .where('vin', '=', vin)
    .where('customerUuid', '=', work.by.id)
    .execute()
}

/**
 * Ends every claim of whoever is at work. A rig that is assigned to them without one stays so, to nobody's record: as
 * nobody's rig, any ticket that is made up next would open what was done to it.
 */
export async function releaseAllRigs(work: UnitOfWork): Promise<void> {
  const held = await work.database
    .selectFrom('rigClaim')
    .select('vin')
    .where('accountId', '=', work.by.id)
    .where('endedAt', 'is', null)
    .orderBy('vin')
    .execute()
  for (const { vin } of held) {
    await lockRig(work, vin)
    await endClaimAndUnassign(work, vin)
  }
}

/** Keeps the hash of a code that hands the rig on, in place of one before; answers until when. */
export async function saveTransfer(work: UnitOfWork, claimId: string, transferHash: string): Promise<Date> {
  const transferUntil = daysAfter(work.now, TRANSFER_DAYS)
  await work.database
    .updateTable('rigClaim')
    .set({ transferHash, transferUntil })
    .where('claimId', '=', claimId)
    .execute()
  return transferUntil
}

export async function deleteTransfer(work: UnitOfWork, claimId: string): Promise<void> {
  await work.database
    .updateTable('rigClaim')
    .set({ transferHash: null, transferUntil: null })
    .where('claimId', '=', claimId)
    .execute()
}

/** The rigs of whoever is at work, the newest claim first. */
export async function listOwnRigs(work: UnitOfWork) {
  return await work.database
    .selectFrom('rigClaim as c')
    .innerJoin('rig as r', 'r.vin', 'c.vin')
    .select(['r.vin', 'r.make', 'r.model', 'r.year', 'r.axleAmount', 'c.claimedAt'])
    .select([
      sql<number>`(select count(*)::int from work_history h where h.vin = r.vin)`.as('visits'),
      sql<Date | null>`(select max(h.completed_timestamp) from work_history h where h.vin = r.vin)`.as(
        'lastVisit',
      ),
    ])
    .where('c.accountId', '=', work.by.id)
    .where('c.endedAt', 'is', null)
    .orderBy('c.claimedAt', 'desc')
    .orderBy('c.vin')
    .limit(MAX_RIGS)
    .execute()
}

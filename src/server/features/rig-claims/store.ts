// Rig claims. Changes lock the rig's row, so two concurrent claims run one after the other, and completing a ticket
// of it waits.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { daysAfter, TRANSFER_DAYS } from '#domain/rig-claims/claim-code.ts'
import { type ClaimEnd, notClaimedSentence } from '#domain/rig-claims/claim-state.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { revokedCodeCheck } from './claim-codes.ts'

/** The maximum number of a rig's visits, newest first. */
export const MAX_VISITS = 200
const MAX_RIGS = 200

/** Locks the rig until the transaction ends; null if it is unknown. */
export async function lockRig(work: UnitOfWork, vin: string) {
  const rig = await work.database
    .selectFrom('rig')
    .select(['vin', 'assigned', 'customerUuid'])
    .where('vin', '=', vin)
    .forUpdate()
    .executeTakeFirst()
  return rig ?? null
}

/** The visits whose codes claim the rig: without those of claims that founders ended. */
export async function listVisits(work: UnitOfWork, vin: string) {
  const visits = await work.database
    .selectFrom('workHistory')
    .select(['companyId', 'ticketId', 'completedTimestamp'])
    .where('vin', '=', vin)
    .orderBy('completedTimestamp', 'desc')
    .orderBy('ticketId', 'desc')
    .limit(MAX_VISITS)
    .execute()
  const isRevoked = await revokedCodeCheck(work, vin)
  return visits.filter(visit => !isRevoked(visit))
}

/** Whether founders ended a claim of this rig by the current account. */
export async function hadClaimRevoked(work: UnitOfWork, vin: string): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`select is_rig_claim_revoked(${vin}) as was`.execute(
    work.database,
  )
  return rows[0]?.was ?? false
}

type RigStatus = {
  readonly owner: 'nobody' | 'mine' | 'another'
  readonly isOffered: boolean
  /** Whether another account released it, so that a later ticket could have set its customer. */
  readonly wasReleased: boolean
}

/** The rig's claim and customer, and whether a code with this hash transfers it now. */
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

/** Claims an unclaimed rig for the current account. */
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

/** Assigns the rig to the current account's record. */
export async function assignCustomerToRig(work: UnitOfWork, vin: string): Promise<void> {
  await work.database
    .updateTable('rig')
    .set({ assigned: true, customerUuid: work.by.id })
    .where('vin', '=', vin)
    .execute()
}

/** Takes a rig over with a transfer code; returns whether it was valid. */
export async function acceptTransfer(work: UnitOfWork, vin: string, hash: string): Promise<boolean> {
  const { rows } = await sql<{ took: boolean }>`
    select accept_rig_transfer(${vin}, ${hash}, ${work.now}, ${randomUUID()}) as took`.execute(work.database)
  if (rows[0]?.took !== true) return false
  const { openedFrom } = await getOwnClaim(work, vin)
  if (openedFrom === null) await assignCustomerToRig(work, vin)
  return true
}

/** Shows on the open pages of the account whose claim of the rig has just ended that it did. */
export async function publishEndedClaim(work: UnitOfWork, vin: string): Promise<void> {
  const { rows } = await sql<{ account: string | null }>`
    select rig_claim_ended_at(${vin}, ${work.now}) as account`.execute(work.database)
  const account = rows[0]?.account ?? null
  if (account !== null) work.publishToAccount(account)
}

/** The email of the account that has just transferred the rig to the current one; null if it is gone. */
export async function findSellerEmail(work: UnitOfWork, vin: string): Promise<string | null> {
  const { rows } = await sql<{ email: string | null }>`
    select rig_seller_email(${vin}, ${work.now}) as email`.execute(work.database)
  return rows[0]?.email ?? null
}

/**
 * Ends a partial claim if the current account is the rig's customer from its first visit. Returns the former owner's
 * email, or null if the claim stays.
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

/** How the current account's last claim of the rig ended; null if it had none. */
async function findClaimEnd(work: UnitOfWork, vin: string): Promise<ClaimEnd | null> {
  const ended = await work.database
    .selectFrom('rigClaim')
    .select('endReason')
    .where('vin', '=', vin)
    .where('accountId', '=', work.by.id)
    .where('endedAt', 'is not', null)
    .orderBy('endedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return ended?.endReason ?? null
}

/** The current account's claim of the rig, or NOT_FOUND; a command locks it. */
export async function getOwnClaim(work: UnitOfWork, vin: string) {
  const select = selectOwnClaim(work, vin)
  const claim = await (work.isCommand ? select.forUpdate() : select).executeTakeFirst()
  if (claim === undefined) throw notFound(notClaimedSentence(await findClaimEnd(work, vin)))
  return claim
}

/** Ends the current account's claim, so that the rig is unclaimed; NOT_FOUND without one. */
export async function endClaim(work: UnitOfWork, vin: string): Promise<void> {
  await lockRig(work, vin)
  await getOwnClaim(work, vin)
  await endClaimAndUnassign(work, vin, work.by.id)
}

/** Ends an account's claim of a rig, if any, and its assignment. */
async function endClaimAndUnassign(work: UnitOfWork, vin: string, account: string): Promise<void> {
  await work.database
    .updateTable('rigClaim')
    .set({ endedAt: work.now, endReason: 'released', transferHash: null, transferUntil: null })
    .where('vin', '=', vin)
    .where('accountId', '=', account)
    .where('endedAt', 'is', null)
    .execute()
  await work.database
    .updateTable('rig')
    .set({ assigned: false })
    .where('vin', '=', vin)
    .where('customerUuid', '=', account)
    .execute()
}

/**
 * Ends every claim of an account, by default the current one. Rigs assigned to it without a claim stay assigned, to an empty record:
 * otherwise any made-up ticket could open their history.
 */
export async function releaseAllRigs(work: UnitOfWork, account = work.by.id): Promise<void> {
  const claims = await work.database
    .selectFrom('rigClaim')
    .select('vin')
    .where('accountId', '=', account)
    .where('endedAt', 'is', null)
    .orderBy('vin')
    .execute()
  for (const { vin } of claims) {
    await lockRig(work, vin)
    await endClaimAndUnassign(work, vin, account)
  }
}

/** Saves the hash of a transfer code, replacing an earlier one; returns its expiry. */
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

/** The current account's rigs, newest claim first. */
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

/** An RV owner's dispute as the visit's company sees it: without a name. */
type Dispute = {
  readonly words: string
  readonly writtenAt: Date
  /** By the current owner; otherwise by a former one. */
  readonly isHeld: boolean
}

/** The disputes of a ticket of the current company, newest first. */
export async function listTicketDisputes(
  work: UnitOfWork,
  vin: string,
  ticketId: number,
): Promise<readonly Dispute[]> {
  const { rows } = await sql<Dispute>`
    select * from ticket_disputes(${vin}, ${ticketId}) order by written_at desc`.execute(work.database)
  return rows
}

// Claims as founders see and end them, and disputes of all rigs. The database identifies founders by their session
// (020-founder.sql), and shows them no names.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

type EndedClaim = { readonly vin: string; readonly claimId: string | null; readonly reason: string }

/** Ends the rig's active claim, or only that one, and logs it; returns its owner's email, null without a claim. */
export async function endActiveClaim(
  work: UnitOfWork,
  sessionId: string,
  { vin, claimId, reason }: EndedClaim,
): Promise<string | null> {
  const { rows } = await sql<{ email: string | null }>`
    select revoke_rig_claim(${sessionId}, ${randomUUID()}, ${work.now}, ${vin}, ${claimId},
                     ${JSON.stringify({ reason })}::jsonb) as email`.execute(work.database)
  return rows[0]?.email ?? null
}

type DocumentKey = { readonly vin: string; readonly ticketId: number }

/** The claim in force of an owner whom a visit's corrected VIN concerns: they claimed with it, or wrote on it. */
export type VisitClaim = {
  readonly account: string
  readonly email: string
  /** Whether they claimed with this visit's code: then the correction ends the claim. */
  readonly isByVisit: boolean
  readonly openedFrom: Date | null
  /** Whether they dispute the visit. */
  readonly hasDispute: boolean
}

/** That claim of this visit to the current company; null without one. */
export async function findVisitClaim(
  work: UnitOfWork,
  sessionId: string,
  { vin, ticketId }: DocumentKey,
): Promise<VisitClaim | null> {
  const { rows } = await sql<VisitClaim>`
    select * from claim_of_visit(${sessionId}, ${vin}, ${work.companyId}, ${ticketId})`.execute(work.database)
  return rows[0] ?? null
}

type ActiveClaim = {
  readonly claimId: string
  readonly claimedAt: Date
  readonly how: 'code' | 'transfer'
  readonly companyUuid: string
  readonly companyName: string | null
  readonly ticketId: number
  readonly openedFrom: Date | null
}

/** The rig's active claim; null without one. */
export async function findActiveClaim(
  work: UnitOfWork,
  sessionId: string,
  vin: string,
): Promise<ActiveClaim | null> {
  const { rows } = await sql<ActiveClaim>`select * from current_rig_claim(${sessionId}, ${vin})`.execute(
    work.database,
  )
  return rows[0] ?? null
}

type Dispute = {
  readonly vin: string
  readonly companyUuid: string
  /** Null if the company has left the list. */
  readonly companyName: string | null
  readonly ticketId: number
  readonly claimId: string
  readonly words: string
  readonly writtenAt: Date
  /** By the current owner; otherwise by a former one. */
  readonly isHeld: boolean
}

type DisputePosition = Pick<Dispute, 'vin' | 'companyUuid' | 'ticketId' | 'claimId'> & {
  readonly writtenAt: string
}

/** At most `limit` disputes of all rigs after this cursor, newest first. `sessionId`: the founder's session. */
export async function listDisputes(
  work: UnitOfWork,
  sessionId: string,
  before: DisputePosition | null,
  limit: number,
): Promise<readonly Dispute[]> {
  const { rows } = await sql<Dispute>`
    select * from founder_disputes(${sessionId}, ${before?.writtenAt ?? null}, ${before?.vin ?? null},
      ${before?.companyUuid ?? null}, ${before?.ticketId ?? null}, ${before?.claimId ?? null}, ${limit})
    order by written_at desc, vin, company_uuid, ticket_id, claim_id limit ${limit}`.execute(work.database)
  return rows
}

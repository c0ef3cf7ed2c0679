// Claims as founders see and end them, and what holders dispute, of all rigs. The database knows founders by the session
// that asks (022-platform-admin.sql), and tells them nobody's name.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

type EndedClaim = { readonly vin: string; readonly claimId: string | null; readonly reason: string }

/**
 * Ends the claim by which somebody holds the rig, or that one alone, and leaves the deed of it; answers with the email
 * of who held it, null where nobody does.
 */
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

/** The email of whoever holds the rig by this paper of the company at work; null where nobody does. */
export async function ownerEmailByDocument(
  work: UnitOfWork,
  sessionId: string,
  { vin, ticketId }: DocumentKey,
): Promise<string | null> {
  const { rows } = await sql<{ email: string | null }>`
    select claim_owner_email(${sessionId}, ${vin}, ${work.companyId}, ${ticketId}) as email`.execute(
    work.database,
  )
  return rows[0]?.email ?? null
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

/** By which claim somebody holds the rig; null where nobody does. */
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
  /** Null where the company has left the list. */
  readonly companyName: string | null
  readonly ticketId: number
  readonly claimId: string
  readonly words: string
  readonly writtenAt: Date
  /** By whoever holds the rig now; a former holder's otherwise. */
  readonly isHeld: boolean
}

type DisputePosition = Pick<Dispute, 'vin' | 'companyUuid' | 'ticketId' | 'claimId'> & {
  readonly writtenAt: string
}

/** At most `most` disputes of all rigs after this place, newest first. `held`: the session of the founder who asks. */
export async function listDisputes(
  work: UnitOfWork,
  sessionId: string,
  before: DisputePosition | null,
  limit: number,
): Promise<readonly Dispute[]> {
  const { rows } = await sql<Dispute>`
    select * from founder_disputes(${sessionId}, ${before?.writtenAt ?? null}, ${before?.vin ?? null},
      ${before?.companyUuid ?? null}, ${before?.ticketId ?? null}, ${before?.claimId ?? null}, ${limit})`.execute(
    work.database,
  )
  return rows
}

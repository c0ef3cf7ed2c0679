// Claims as founders see and end them, and what holders dispute, of all rigs. The database knows founders by the session
// that asks (031-claims-ended.sql), and tells them nobody's name.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Work } from '#server/db/unit-of-work.ts'

type Ended = { readonly vin: string; readonly claimId: string | null; readonly reason: string }

/**
 * Ends the claim by which somebody holds the rig, or that one alone, and leaves the deed of it; answers with the email
 * of who held it, null where nobody does.
 */
export async function endStandingClaim(
  work: Work,
  held: string,
  { vin, claimId, reason }: Ended,
): Promise<string | null> {
  const { rows } = await sql<{ email: string | null }>`
    select end_claim(${held}, ${randomUUID()}, ${work.now}, ${vin}, ${claimId},
                     ${JSON.stringify({ reason })}::jsonb) as email`.execute(work.database)
  return rows[0]?.email ?? null
}

type Paper = { readonly vin: string; readonly ticketId: number }

/** The email of whoever holds the rig by this paper of the company at work; null where nobody does. */
export async function holderByPaper(
  work: Work,
  held: string,
  { vin, ticketId }: Paper,
): Promise<string | null> {
  const { rows } = await sql<{ email: string | null }>`
    select paper_holder(${held}, ${vin}, ${work.companyId}, ${ticketId}) as email`.execute(work.database)
  return rows[0]?.email ?? null
}

type StandingClaim = {
  readonly claimId: string
  readonly claimedAt: Date
  readonly how: 'code' | 'transfer'
  readonly companyUuid: string
  readonly companyName: string | null
  readonly ticketId: number
  readonly openedFrom: Date | null
}

/** By which claim somebody holds the rig; null where nobody does. */
export async function findClaim(work: Work, held: string, vin: string): Promise<StandingClaim | null> {
  const { rows } = await sql<StandingClaim>`select * from founder_claim(${held}, ${vin})`.execute(
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

type Place = Pick<Dispute, 'vin' | 'companyUuid' | 'ticketId' | 'claimId'> & { readonly writtenAt: string }

/** At most `most` disputes of all rigs after this place, newest first. `held`: the session of the founder who asks. */
export async function listDisputes(
  work: Work,
  held: string,
  before: Place | null,
  most: number,
): Promise<readonly Dispute[]> {
  const { rows } = await sql<Dispute>`
    select * from founder_disputes(${held}, ${before?.writtenAt ?? null}, ${before?.vin ?? null},
      ${before?.companyUuid ?? null}, ${before?.ticketId ?? null}, ${before?.claimId ?? null}, ${most})`.execute(
    work.database,
  )
  return rows
}

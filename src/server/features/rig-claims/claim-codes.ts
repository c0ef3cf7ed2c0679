// The code on the invoice of a completed visit. It is not stored: the server computes it from its secret and the
// visit, and compares.

import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { type ClaimCode, createCode, formatCode } from '#domain/rig-claims/claim-code.ts'
import { isSharedVin } from '#domain/rigs/vin.ts'
import type { State, Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import type { KeyedHash } from '#server/lib/signed-token.ts'
import type { MailContext } from '#server/mail/outbox.ts'

type Visit = { readonly companyId: string; readonly ticketId: number }

const claimCodeOf = (keyedHash: KeyedHash, vin: string, { companyId, ticketId }: Visit): string =>
  createCode(Buffer.from(keyedHash(`claim ${companyId} ${ticketId} ${vin}`), 'base64url'))

/** The visit that a code belongs to. All visits are compared, in constant time. */
export function findVisitByCode<V extends Visit>(
  keyedHash: KeyedHash,
  vin: string,
  visits: readonly V[],
  code: string,
): V | null {
  const typed = Buffer.from(code)
  return visits.reduce<V | null>((found, visit) => {
    const expected = Buffer.from(claimCodeOf(keyedHash, vin, visit))
    const isMatch = typed.length === expected.length && timingSafeEqual(typed, expected)
    return isMatch ? visit : found
  }, null)
}

/** Returns whether a visit's code no longer works, because founders ended a claim made with it. */
export async function revokedCodeCheck(work: UnitOfWork, vin: string): Promise<(visit: Visit) => boolean> {
  const { rows } = await sql<Visit>`select * from revoked_claim_codes(${vin})`.execute(work.database)
  return ({ companyId, ticketId }) =>
    rows.some(revoked => revoked.companyId === companyId && revoked.ticketId === ticketId)
}

type ClaimContext = { readonly keyedHash: KeyedHash; readonly mailContext: Pick<MailContext, 'url'> }

/** The claim code of a ticket of the current company; null until it is in the work history, and for a rig without a VIN. */
export async function getRigClaimCode(
  work: UnitOfWork,
  { keyedHash, mailContext }: ClaimContext,
  { state, ticketId, customerRV: { vin } }: Pick<Ticket, 'state' | 'ticketId' | 'customerRV'>,
  states: readonly State[] = ['recorded'],
): Promise<ClaimCode | null> {
  if (!states.includes(state) || !isSharedVin(vin)) return null
  const visit = { companyId: work.companyId, ticketId }
  const isRevoked = await revokedCodeCheck(work, vin)
  const code = isRevoked(visit) ? null : formatCode(claimCodeOf(keyedHash, vin, visit))
  return { code, url: `${mailContext.url()}/my` }
}

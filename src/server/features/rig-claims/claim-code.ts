// The code that stands on the paper of a completed visit. It is kept nowhere: only this server can make it, from its
// secret and the visit, and makes it again to compare.

import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { codeFrom, type PaperClaim, printCode } from '#domain/rig-claims/claim-code.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { Work } from '#server/db/unit-of-work.ts'
import type { Fingerprint } from '#server/lib/signed-token.ts'
import type { Post } from '#server/mail/outbox.ts'

type Visit = { readonly companyId: string; readonly ticketId: number }

export const claimCodeOf = (fingerprint: Fingerprint, vin: string, { companyId, ticketId }: Visit): string =>
  codeFrom(Buffer.from(fingerprint(`claim ${companyId} ${ticketId} ${vin}`), 'base64url'))

/** The visit that a code is of. Every one is looked at, and each for as long as any other. */
export function visitOfCode<V extends Visit>(
  fingerprint: Fingerprint,
  vin: string,
  visits: readonly V[],
  code: string,
): V | null {
  const typed = Buffer.from(code)
  return visits.reduce<V | null>((found, visit) => {
    const right = Buffer.from(claimCodeOf(fingerprint, vin, visit))
    const isRight = typed.length === right.length && timingSafeEqual(typed, right)
    return isRight ? visit : found
  }, null)
}

/** Answers of which visits the paper claims the rig no more: founders ended a claim that was made with it. */
export async function endedPapers(work: Work, vin: string): Promise<(visit: Visit) => boolean> {
  const { rows } = await sql<Visit>`select * from ended_papers(${vin})`.execute(work.database)
  return ({ companyId, ticketId }) =>
    rows.some(paper => paper.companyId === companyId && paper.ticketId === ticketId)
}

type Way = { readonly fingerprint: Fingerprint; readonly post: Pick<Post, 'url'> }

/** How the rig of a ticket of the company at work is claimed; null as long as it is not in its work history. */
export async function claimOf(
  work: Work,
  { fingerprint, post }: Way,
  { state, ticketId, customerRV: { vin } }: Pick<Ticket, 'state' | 'ticketId' | 'customerRV'>,
): Promise<PaperClaim | null> {
  if (state !== 'recorded') return null
  const visit = { companyId: work.companyId, ticketId }
  const isEnded = await endedPapers(work, vin)
  const code = isEnded(visit) ? null : printCode(claimCodeOf(fingerprint, vin, visit))
  return { code, url: `${post.url()}/my` }
}

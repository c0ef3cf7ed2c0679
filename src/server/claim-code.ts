// The code that stands on the paper of a completed visit. It is kept nowhere: only this server can make it, from its
// secret and the visit, and makes it again to compare.

import { timingSafeEqual } from 'node:crypto'
import { codeFrom, printCode } from '#domain/claim.ts'
import type { Ticket } from '#domain/ticket.ts'
import type { Post } from './letters.ts'
import type { Fingerprint } from './sealed-token.ts'

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

type Way = { readonly fingerprint: Fingerprint; readonly post: Pick<Post, 'url'> }

/** How the rig of a ticket is claimed; null as long as the ticket is not in its work history. */
export const claimOf = (
  { fingerprint, post }: Way,
  companyId: string,
  { state, ticketId, customerRV: { vin } }: Pick<Ticket, 'state' | 'ticketId' | 'customerRV'>,
): { code: string; url: string } | null =>
  state === 'recorded'
    ? { code: printCode(claimCodeOf(fingerprint, vin, { companyId, ticketId })), url: `${post.url()}/my` }
    : null

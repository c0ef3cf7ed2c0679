// The token of a ticket's link, and its URL.

import { isLocked, type Link, linkEndsAt, lockEndsAt } from '#domain/customer-links/link.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { type KeyedHash, signToken, verifyToken } from '#server/lib/signed-token.ts'

type LinkKey = { readonly companyId: string; readonly linkId: string }

const createLinkToken = (keyedHash: KeyedHash, { companyId, linkId }: LinkKey): string =>
  signToken(keyedHash, 'link', { companyId, id: linkId })

/** The link of a token; null if this server has not signed it. */
export function parseToken(keyedHash: KeyedHash, token: string): LinkKey | null {
  const subject = verifyToken(keyedHash, 'link', token)
  return subject === null ? null : { companyId: subject.companyId, linkId: subject.id }
}

export const linkPath = (keyedHash: KeyedHash, key: LinkKey): string =>
  `/follow/${createLinkToken(keyedHash, key)}`

/** An active link as the desk sees it. */
export const toLinkDto = (
  keyedHash: KeyedHash,
  { companyId, now }: Pick<UnitOfWork, 'companyId' | 'now'>,
  link: Link,
  ticket: Ticket,
) => ({
  path: linkPath(keyedHash, { companyId, linkId: link.linkId }),
  createdAt: link.createdAt,
  openedAt: link.openedAt,
  endsAt: linkEndsAt(ticket),
  isLocked: isLocked(link),
  lockedUntil: lockEndsAt(link, now),
})

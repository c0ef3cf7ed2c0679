// The token of a ticket's link, and its URL. What is mailed to the customer ends with a mark of their email, which the
// copies at the desk lack: a browser that has it got it from that mailbox.

import { isLocked, type Link, linkEndsAt, lockEndsAt } from '#domain/customer-links/link.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { type KeyedHash, signToken, verifyToken } from '#server/lib/signed-token.ts'

type LinkKey = { readonly companyId: string; readonly linkId: string }

const MARK_LENGTH = 22
const MARK = new RegExp(`[\\w-]{${MARK_LENGTH}}$`)

const createLinkToken = (keyedHash: KeyedHash, { companyId, linkId }: LinkKey): string =>
  signToken(keyedHash, 'link', { companyId, id: linkId })

/** The link of a token, marked or not; null if this server has not signed it. */
export function parseToken(keyedHash: KeyedHash, token: string): LinkKey | null {
  const subject =
    verifyToken(keyedHash, 'link', token) ?? verifyToken(keyedHash, 'link', token.replace(MARK, ''))
  return subject === null ? null : { companyId: subject.companyId, linkId: subject.id }
}

export const linkPath = (keyedHash: KeyedHash, key: LinkKey): string =>
  `/follow/${createLinkToken(keyedHash, key)}`

type TicketEmail = { readonly customerDetails: Pick<Ticket['customerDetails'], 'email'> }

const markFor = (keyedHash: KeyedHash, linkId: string, { customerDetails }: TicketEmail): string =>
  keyedHash(`mailed ${linkId} ${customerDetails.email.toLowerCase()}`).slice(0, MARK_LENGTH)

/** The link as the ticket's customer alone gets it, by email. */
export const mailedLinkPath = (keyedHash: KeyedHash, key: LinkKey, ticket: TicketEmail): string =>
  `${linkPath(keyedHash, key)}${markFor(keyedHash, key.linkId, ticket)}`

/** Whether a token was mailed to the email that the ticket has now. */
export function isMailedToken(keyedHash: KeyedHash, token: string, ticket: TicketEmail): boolean {
  const key = parseToken(keyedHash, token)
  if (key === null || ticket.customerDetails.email === '') return false
  return `/follow/${token}` === mailedLinkPath(keyedHash, key, ticket)
}

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

// The token of a ticket's link, and the address that holds it.

import { isShut, type Link, linkEndsAt } from '#domain/customer-links/link.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import { type Fingerprint, sealToken, unsealToken } from '#server/lib/signed-token.ts'

export type LinkName = { readonly companyId: string; readonly linkId: string }

export const tokenOf = (fingerprint: Fingerprint, { companyId, linkId }: LinkName): string =>
  sealToken(fingerprint, 'link', { companyId, id: linkId })

/** Which link a token names; null when this server has not sealed it. */
export function readToken(fingerprint: Fingerprint, token: string): LinkName | null {
  const sealed = unsealToken(fingerprint, 'link', token)
  return sealed === null ? null : { companyId: sealed.companyId, linkId: sealed.id }
}

export const linkPath = (fingerprint: Fingerprint, name: LinkName): string =>
  `/follow/${tokenOf(fingerprint, name)}`

/** A link in use as the desk is told of it. */
export const linkAnswer = (fingerprint: Fingerprint, companyId: string, link: Link, ticket: Ticket) => ({
  path: linkPath(fingerprint, { companyId, linkId: link.linkId }),
  madeAt: link.madeAt,
  openedAt: link.openedAt,
  endsAt: linkEndsAt(ticket),
  isShut: isShut(link),
})

// The words of a link: which company's, which link, and a seal of this server's secret over both. What is not
// sealed never reaches the database, and nobody has to look through the companies for one.

import { timingSafeEqual } from 'node:crypto'
import { type Link, linkEndsAt } from '#domain/link.ts'
import type { Ticket } from '#domain/ticket.ts'

const SEAL_BYTES = 16
const TOKEN_BYTES = 16 + 16 + SEAL_BYTES

export type LinkName = { readonly companyId: string; readonly linkId: string }

/** Keyed by the server's secret. */
export type Fingerprint = (text: string) => string

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const sealOf = (fingerprint: Fingerprint, name: Buffer): Buffer =>
  Buffer.from(fingerprint(`link ${name.toString('hex')}`), 'base64url').subarray(0, SEAL_BYTES)

export function tokenOf(fingerprint: Fingerprint, { companyId, linkId }: LinkName): string {
  const name = Buffer.concat([bytesOf(companyId), bytesOf(linkId)])
  return Buffer.concat([name, sealOf(fingerprint, name)]).toString('base64url')
}

/** Which link a token names; null when this server has not sealed it. */
export function readToken(fingerprint: Fingerprint, token: string): LinkName | null {
  const bytes = Buffer.from(token, 'base64url')
  // Decoding is forgiving; one link has one spelling.
  if (bytes.length !== TOKEN_BYTES || bytes.toString('base64url') !== token) return null
  const name = bytes.subarray(0, 32)
  if (!timingSafeEqual(bytes.subarray(32), sealOf(fingerprint, name))) return null
  return { companyId: uuidOf(name.subarray(0, 16)), linkId: uuidOf(name.subarray(16)) }
}

export const linkPath = (fingerprint: Fingerprint, name: LinkName): string =>
  `/follow/${tokenOf(fingerprint, name)}`

/** A link in use as the desk is told of it. */
export const linkAnswer = (fingerprint: Fingerprint, companyId: string, link: Link, ticket: Ticket) => ({
  path: linkPath(fingerprint, { companyId, linkId: link.linkId }),
  madeAt: link.madeAt,
  openedAt: link.openedAt,
  endsAt: linkEndsAt(ticket),
})

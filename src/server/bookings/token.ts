// The link in a booking's letter: which booking it is, sealed by this server. Only a token whose seal holds
// reaches the database, so nobody tries ids out, and no row has to be looked for across companies.

import { timingSafeEqual } from 'node:crypto'

const ID_BYTES = 16
const SEAL_BYTES = 16

export type Held = { readonly companyId: string; readonly bookingId: string }

/** A keyed fingerprint of the server's, as base64url. */
type Fingerprint = (text: string) => string

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')

const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const sealOf = (fingerprint: Fingerprint, { companyId, bookingId }: Held): Buffer =>
  Buffer.from(fingerprint(`booking-link ${companyId} ${bookingId}`), 'base64url').subarray(0, SEAL_BYTES)

/** The token of a booking's link: both ids and the seal, as base64url. */
export const tokenOf = (fingerprint: Fingerprint, held: Held): string =>
  Buffer.concat([bytesOf(held.companyId), bytesOf(held.bookingId), sealOf(fingerprint, held)]).toString(
    'base64url',
  )

/** What a token stands for; null for one that this server did not make just so. */
export function readToken(fingerprint: Fingerprint, token: string): Held | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 2 * ID_BYTES + SEAL_BYTES || bytes.toString('base64url') !== token) return null
  const held = {
    companyId: idOf(bytes.subarray(0, ID_BYTES)),
    bookingId: idOf(bytes.subarray(ID_BYTES, 2 * ID_BYTES)),
  }
  return timingSafeEqual(bytes.subarray(2 * ID_BYTES), sealOf(fingerprint, held)) ? held : null
}

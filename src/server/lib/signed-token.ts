// The words of a link that is mailed: which company's, which thing of theirs, and a seal of this server's secret
// over both. What is not sealed never reaches the database, and nobody has to look through the companies for it.

import { timingSafeEqual } from 'node:crypto'

const ID_BYTES = 16
const SEAL_BYTES = 16
const TOKEN_BYTES = ID_BYTES + ID_BYTES + SEAL_BYTES

/** What a link is for: one for one thing opens no other. */
export type Purpose = 'link' | 'booking' | 'report'

export type Sealed = { readonly companyId: string; readonly id: string }

/** Keyed by the server's secret. */
export type Fingerprint = (text: string) => string

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const sealOf = (fingerprint: Fingerprint, purpose: Purpose, name: Buffer): Buffer =>
  Buffer.from(fingerprint(`${purpose} ${name.toString('hex')}`), 'base64url').subarray(0, SEAL_BYTES)

export function sealToken(fingerprint: Fingerprint, purpose: Purpose, { companyId, id }: Sealed): string {
  const name = Buffer.concat([bytesOf(companyId), bytesOf(id)])
  return Buffer.concat([name, sealOf(fingerprint, purpose, name)]).toString('base64url')
}

/** What a token names; null when this server has not sealed it for this purpose. */
export function unsealToken(fingerprint: Fingerprint, purpose: Purpose, token: string): Sealed | null {
  const bytes = Buffer.from(token, 'base64url')
  // Decoding is forgiving; one link has one spelling.
  if (bytes.length !== TOKEN_BYTES || bytes.toString('base64url') !== token) return null
  const name = bytes.subarray(0, ID_BYTES + ID_BYTES)
  if (!timingSafeEqual(bytes.subarray(ID_BYTES + ID_BYTES), sealOf(fingerprint, purpose, name))) return null
  return { companyId: uuidOf(name.subarray(0, ID_BYTES)), id: uuidOf(name.subarray(ID_BYTES)) }
}

// The token of an emailed link: company, id, and an HMAC by the server's secret. Only valid tokens reach the
// database, inside the one company they name.

import { timingSafeEqual } from 'node:crypto'

const ID_BYTES = 16
const SIGNATURE_BYTES = 16
const TOKEN_BYTES = ID_BYTES + ID_BYTES + SIGNATURE_BYTES

/** The purpose of a link: a token works for one purpose only. */
type TokenPurpose = 'link' | 'booking' | 'report'

type TokenSubject = { readonly companyId: string; readonly id: string }

/** Keyed by the server's secret. */
export type KeyedHash = (text: string) => string

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const signatureFor = (keyedHash: KeyedHash, purpose: TokenPurpose, payload: Buffer): Buffer =>
  Buffer.from(keyedHash(`${purpose} ${payload.toString('hex')}`), 'base64url').subarray(0, SIGNATURE_BYTES)

export function signToken(
  keyedHash: KeyedHash,
  purpose: TokenPurpose,
  { companyId, id }: TokenSubject,
): string {
  const payload = Buffer.concat([bytesOf(companyId), bytesOf(id)])
  return Buffer.concat([payload, signatureFor(keyedHash, purpose, payload)]).toString('base64url')
}

/** What a token names; null if this server has not signed it for this purpose. */
export function verifyToken(keyedHash: KeyedHash, purpose: TokenPurpose, token: string): TokenSubject | null {
  const bytes = Buffer.from(token, 'base64url')
  // Base64url decoding is lenient; a token has exactly one spelling.
  if (bytes.length !== TOKEN_BYTES || bytes.toString('base64url') !== token) return null
  const payload = bytes.subarray(0, ID_BYTES + ID_BYTES)
  if (!timingSafeEqual(bytes.subarray(ID_BYTES + ID_BYTES), signatureFor(keyedHash, purpose, payload)))
    return null
  return { companyId: uuidOf(payload.subarray(0, ID_BYTES)), id: uuidOf(payload.subarray(ID_BYTES)) }
}

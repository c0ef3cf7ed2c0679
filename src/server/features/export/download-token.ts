// The right to download one export: for ten minutes, in the session whose owner entered the password.

import { timingSafeEqual } from 'node:crypto'
import type { KeyedHash } from '#server/lib/signed-token.ts'

const LIFETIME_MS = 10 * 60_000

export type DownloadSubject = {
  readonly companyId: string
  readonly exportId: string
  readonly sessionId: string | null
}

/** `null` as a session is no session's id. */
const sign = (keyedHash: KeyedHash, { companyId, exportId, sessionId }: DownloadSubject, until: string) =>
  keyedHash(`company-export ${companyId} ${exportId} ${sessionId} ${until}`)

export function createDownloadToken(keyedHash: KeyedHash, subject: DownloadSubject, now: Date): string {
  const until = String(now.getTime() + LIFETIME_MS)
  return `${until}.${sign(keyedHash, subject, until)}`
}

/** Whether the token was made for this download in this session, less than ten minutes ago. */
export function isDownloadToken(
  keyedHash: KeyedHash,
  subject: DownloadSubject,
  token: string,
  now: Date,
): boolean {
  const [until = '', signature = ''] = token.split('.')
  const expected = Buffer.from(sign(keyedHash, subject, until))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given) && Number(until) > now.getTime()
}

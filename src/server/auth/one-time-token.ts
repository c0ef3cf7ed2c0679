// The token of a link that works once. Only its hash is stored, as the library does, so a stolen copy of the database
// opens nothing.

import { createHash, randomBytes } from 'node:crypto'

export const newToken = (): string => randomBytes(24).toString('base64url')

/** The stored hash of a token for this purpose. */
export const hashOfToken = (
  purpose: 'reset-password' | 'join' | 'confirm-email' | 'hold-email',
  token: string,
): string => createHash('sha256').update(`${purpose}:${token}`).digest('base64url')

// How passwords are kept: Argon2id at the library's defaults (19 MiB, 2 passes), OWASP's first recommendation.

import { passwordFault } from '#domain/lib/password.ts'
import { commonPasswords } from './common-passwords.ts'

export type Passwords = {
  readonly hash: (password: string) => Promise<string>
  readonly verify: (hashed: string, password: string) => Promise<boolean>
}

/** What speaks against a new password of this account; null when nothing does. */
export async function newPasswordFault(password: string, email: string): Promise<string | null> {
  const common = await commonPasswords()
  return passwordFault(password, email, candidate => common.has(candidate))
}

/** No start waits for the library, the first password does. */
export const openArgon2 = () => import('@node-rs/argon2')

export const argon2: Passwords = {
  hash: async password => (await openArgon2()).hash(password),
  verify: async (hashed, password) => (await openArgon2()).verify(hashed, password),
}

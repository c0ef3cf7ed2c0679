// How passwords are kept: Argon2id at the library's defaults (19 MiB, 2 passes), OWASP's first recommendation.

import { hash, verify } from '@node-rs/argon2'
import { passwordFault } from '#domain/password.ts'
import { commonPasswords } from '#server/outside/common-passwords.ts'

export type Passwords = {
  readonly hash: (password: string) => Promise<string>
  readonly verify: (hashed: string, password: string) => Promise<boolean>
}

/** What speaks against a new password of this account; null when nothing does. */
export async function newPasswordFault(password: string, email: string): Promise<string | null> {
  const common = await commonPasswords()
  return passwordFault(password, email, candidate => common.has(candidate))
}

export const argon2: Passwords = { hash: password => hash(password), verify }

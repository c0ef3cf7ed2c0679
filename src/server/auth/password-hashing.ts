// Password hashing: Argon2id at the library's defaults (19 MiB, 2 passes), OWASP's first recommendation.

import { passwordError } from '#domain/lib/password.ts'
import { commonPasswords } from './common-passwords.ts'
import { isImportedHash, verifyImportedPassword } from './imported-password.ts'

export type PasswordHasher = {
  readonly hash: (password: string) => Promise<string>
  readonly verify: (hashed: string, password: string) => Promise<boolean>
}

/** Why a new password is not allowed for this account; null if it is. */
export async function passwordProblem(password: string, email: string): Promise<string | null> {
  const common = await commonPasswords()
  return passwordError(password, email, candidate => common.has(candidate))
}

/** Loaded with the first password, not at start. */
export const loadArgon2 = () => import('@node-rs/argon2')

/** New hashes are Argon2id. Imported ones are verified too, until the first sign-in replaces them. */
export const argon2: PasswordHasher = {
  hash: async password => (await loadArgon2()).hash(password),
  verify: async (hashed, password) => {
    if (!isImportedHash(hashed)) return (await loadArgon2()).verify(hashed, password)
    const isRight = await verifyImportedPassword(hashed, password)
    // An unusable hash answers no sooner than an email without an account.
    if (isRight === null) await argon2.hash(password)
    return isRight === true
  },
}

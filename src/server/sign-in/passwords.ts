// How passwords are kept: Argon2id at the library's defaults (19 MiB, 2 passes), OWASP's first recommendation.

import { hash, verify } from '@node-rs/argon2'

export type Passwords = {
  readonly hash: (password: string) => Promise<string>
  readonly verify: (hashed: string, password: string) => Promise<boolean>
}

export const argon2: Passwords = { hash: password => hash(password), verify }

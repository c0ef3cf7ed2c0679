// A login takes a while: the hash is read, verified slowly, then a session is created. A password change meanwhile
// ends all sessions but that one, so it is revoked afterwards. The first login with an imported password replaces its
// hash.

import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { isImportedHash } from './imported-password.ts'
import type { PasswordHasher } from './password-hashing.ts'
import { deleteResetTokens } from './password-reset.ts'

type StoredPassword = { readonly account: string; readonly password: string }

/** The current password hash of this email; null without an account. */
export async function getStoredPassword(database: Database, email: string): Promise<StoredPassword | null> {
  const { rows } = await sql<StoredPassword>`
    select u.id as account, c.password from auth_user u join auth_credential c on c.user_id = u.id
    where u.email = ${email} and c.password is not null`.execute(database)
  return rows[0] ?? null
}

type PasswordServices = { readonly database: Database; readonly passwords: PasswordHasher }

/** Replaces the imported hash of a password that was just verified; not a hash that has changed meanwhile. */
async function replaceImportedHash(
  { database, passwords }: PasswordServices,
  { account, password: imported }: StoredPassword,
  password: string,
): Promise<void> {
  const replacement = await passwords.hash(password)
  await sql`update auth_credential set password = ${replacement}, updated_at = now()
    where user_id = ${account} and password = ${imported}`.execute(database)
}

type Login = { readonly email: string; readonly password: string; readonly token: unknown }

/**
 * Whether the password has changed since `before`; if so, revokes the session of `token` and a pending two-factor
 * challenge. Otherwise the hash is Argon2id afterwards.
 */
export async function revokeIfPasswordChanged(
  services: PasswordServices,
  before: StoredPassword | null,
  { email, password, token }: Login,
): Promise<boolean> {
  const { database, passwords } = services
  const after = await getStoredPassword(database, email)
  const isImported = before !== null && isImportedHash(before.password)
  if (after?.password === before?.password) {
    if (isImported) await replaceImportedHash(services, before, password)
    return false
  }
  // Another first login has replaced the hash meanwhile.
  if (isImported && after !== null && (await passwords.verify(after.password, password))) return false
  if (typeof token === 'string') await sql`delete from auth_session where token = ${token}`.execute(database)
  if (before !== null) await deleteResetTokens(database, before.account)
  return true
}

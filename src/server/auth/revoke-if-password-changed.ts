// A login takes a while: the hash is read, verified slowly, then a session is created. A password change meanwhile
// ends all sessions but that one, so it is revoked afterwards.

import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { deleteResetTokens } from './password-reset.ts'

type StoredPassword = { readonly account: string; readonly password: string }

/** The current password hash of this email; null without an account. */
export async function getStoredPassword(database: Database, email: string): Promise<StoredPassword | null> {
  const { rows } = await sql<StoredPassword>`
    select u.id as account, c.password from auth_user u join auth_credential c on c.user_id = u.id
    where u.email = ${email} and c.password is not null`.execute(database)
  return rows[0] ?? null
}

/**
 * Whether the password has changed since `before`; if so, revokes the session of `token` and a pending two-factor
 * challenge.
 */
export async function revokeIfPasswordChanged(
  database: Database,
  email: string,
  before: StoredPassword | null,
  token: unknown,
): Promise<boolean> {
  const after = await getStoredPassword(database, email)
  if (after?.password === before?.password) return false
  if (typeof token === 'string') await sql`delete from auth_session where token = ${token}`.execute(database)
  if (before !== null) await deleteResetTokens(database, before.account)
  return true
}

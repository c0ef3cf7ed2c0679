// A sign-in takes a while: the password is read, then checked slowly, then a session is made. Whoever
// changes the password meanwhile has ended every session but that one, so it is taken back.

import { sql } from 'kysely'
import type { Database } from '#server/db/client.ts'

type StoredPassword = { readonly account: string; readonly password: string }

/** How the password of this email is kept at the moment; null where nobody has one. */
export async function getStoredPassword(database: Database, email: string): Promise<StoredPassword | null> {
  const { rows } = await sql<StoredPassword>`
    select u.id as account, c.password from auth_user u join auth_credential c on c.user_id = u.id
    where u.email = ${email} and c.password is not null`.execute(database)
  return rows[0] ?? null
}

/**
 * Whether the password is another than `before`; then the session under `token`, and a question for the
 * second step, are taken back.
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
  if (before !== null)
    await sql`delete from auth_verification where value = ${before.account}`.execute(database)
  return true
}

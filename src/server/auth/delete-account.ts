// The end of an account of no company: its password is asked once more, and then nothing signs it in again.

import { sql } from 'kysely'
import type { Database } from '#server/db/client.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import type { PasswordHasher } from './password-hashing.ts'

/**
 * What is kept of an account's password, where `password` is it; null where it is not. It is slow on purpose, so it is
 * asked before the transaction has a connection.
 */
export async function verifyPassword(
  { database, passwords }: { readonly database: Database; readonly passwords: PasswordHasher },
  account: string,
  password: string,
): Promise<string | null> {
  const { rows } = await sql<{ password: string }>`
    select password from auth_credential where user_id = ${account} and provider_id = 'credential'`.execute(
    database,
  )
  const storedHash = rows[0]?.password ?? null
  return storedHash !== null && (await passwords.verify(storedHash, password)) ? storedHash : null
}

/** Holds the account at work until the end; answers with its email, null where its password is another by now. */
export async function lockOwnAccount(work: UnitOfWork, verifiedHash: string): Promise<string | null> {
  const { rows } = await sql<{
    email: string | null
  }>`select lock_own_account(${verifiedHash}) as email`.execute(work.database)
  return rows[0]?.email ?? null
}

/** Ends the account at work: its sessions, passkeys, second step and links, and the record of who it was of. */
export async function deleteAccount(work: UnitOfWork, verifiedHash: string): Promise<void> {
  await sql`select delete_own_account(${verifiedHash})`.execute(work.database)
}

// Deletes an account without a company: the password is verified once more, then nothing can log in to it.

import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { lockCurrentAccount } from './accounts.ts'
import type { PasswordHasher } from './password-hashing.ts'

/**
 * The stored hash of the account's password if `password` matches, otherwise null. It is slow, so it runs before the
 * transaction takes a connection.
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

/** Locks the current account; returns its email, or null if its password has changed meanwhile. */
export async function lockOwnAccount(work: UnitOfWork, verifiedHash: string): Promise<string | null> {
  lockCurrentAccount(work)
  const { rows } = await sql<{
    email: string | null
  }>`select lock_own_account(${verifiedHash}) as email`.execute(work.database)
  return rows[0]?.email ?? null
}

/** Deletes the current account: sessions, passkeys, two-factor, links and its personal details. */
export async function deleteAccount(work: UnitOfWork, verifiedHash: string): Promise<void> {
  await sql`select delete_own_account(${verifiedHash})`.execute(work.database)
}

/** The same for another account without a company, by the operator, who has no password of it. */
export async function deleteAccountOf(work: UnitOfWork, account: string): Promise<void> {
  const actAs = (id: string) => sql`select set_config('app.actor', ${id}, true)`.execute(work.database)
  await actAs(account)
  await sql`select delete_own_account(password) from auth_credential
    where user_id = ${account} and provider_id = 'credential'`.execute(work.database)
  await actAs(work.by.id)
}

// Frees the email of an account whose mailbox never confirmed it, by the emailed link that resets its password.

import { sql } from 'kysely'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { hashOfToken } from './one-time-token.ts'
import { isHanded } from './password-reset.ts'

const HOLD_MS = 60 * 60 * 1000

/** The hash of the token of a link that freed an email, under which the email is held. */
export const hashHoldToken = (token: string): string => hashOfToken('hold-email', token)

export type EmailRelease = { readonly companyId: string; readonly accountId: string; readonly email: string }

/** Whose email the link with this token frees; null if it is no valid link, or the email is confirmed. */
export async function findEmailRelease(work: UnitOfWork, token: string): Promise<EmailRelease | null> {
  if (isHanded(token)) return null
  const { rows } = await sql<EmailRelease>`
    select * from find_email_release(${hashOfToken('reset-password', token)}, ${work.now})`.execute(
    work.database,
  )
  return rows[0] ?? null
}

/**
 * Frees the email of an account of the current company, and ends its sessions. For an hour only this link's token makes
 * an account with it. False if the link is invalid by now.
 */
export async function releaseAccountEmail(
  work: UnitOfWork,
  token: string,
  { accountId, email }: EmailRelease,
): Promise<boolean> {
  const { rows } = await sql<{ isReleased: boolean }>`
    select release_email(${hashOfToken('reset-password', token)}, ${accountId}, ${work.now}) as is_released`.execute(
    work.database,
  )
  if (rows[0]?.isReleased !== true) return false
  const until = new Date(work.now.getTime() + HOLD_MS)
  await sql`select hold_email(${email}, ${hashHoldToken(token)}, ${work.now}, ${until})`.execute(
    work.database,
  )
  return true
}

/** The email that this link has freed, while it is held; null for none. */
export async function findHeldEmail(work: UnitOfWork, token: string): Promise<string | null> {
  const { rows } = await sql<{ email: string | null }>`
    select find_held_email(${hashHoldToken(token)}, ${work.now}) as email`.execute(work.database)
  return rows[0]?.email ?? null
}

/** Ends the hold of the current company's new email, which is confirmed by it. False if this token holds none. */
export async function confirmHeldEmail(
  work: UnitOfWork,
  token: string | undefined,
  email: string,
): Promise<boolean> {
  if (token === undefined) return false
  const { rows } = await sql<{ isConfirmed: boolean }>`
    select confirm_held_email(${email}, ${hashHoldToken(token)}, ${work.now}) as is_confirmed`.execute(
    work.database,
  )
  return rows[0]?.isConfirmed ?? false
}

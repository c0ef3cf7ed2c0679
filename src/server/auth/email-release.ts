// Frees the email of an account whose mailbox never confirmed it, by the emailed link that resets its password.

import { sql } from 'kysely'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { hashOfToken } from './one-time-token.ts'
import { isHanded } from './password-reset.ts'

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

/** Frees the email of an account of the current company, and ends its sessions. False if the link is invalid by now. */
export async function releaseAccountEmail(
  work: UnitOfWork,
  token: string,
  account: string,
): Promise<boolean> {
  const { rows } = await sql<{ isReleased: boolean }>`
    select release_email(${hashOfToken('reset-password', token)}, ${account}, ${work.now}) as is_released`.execute(
    work.database,
  )
  return rows[0]?.isReleased ?? false
}

// Sessions, two-factor and passkeys of the current account. The database identifies it by the actor.

import { sql } from 'kysely'
import { isStaff } from '#domain/account/actor.ts'
import { appendPlatformEntry } from '#server/audit/platform-audit.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

type SessionRow = {
  readonly sessionId: string
  readonly address: string | null
  readonly userAgent: string | null
  readonly signedInAt: Date
  readonly lastUsedAt: Date
}

/** Every session of the current account, the last used first. */
export async function listOwnSessions(work: UnitOfWork): Promise<readonly SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select * from own_sessions() order by last_used_at desc, session_id`.execute(work.database)
  return rows
}

/** Ends a session of the current account. False if there is none. */
export async function endOwnSession(work: UnitOfWork, sessionId: string): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`select end_own_session(${sessionId}) as ended`.execute(
    work.database,
  )
  await recordSignOut(work)
  return rows[0]?.ended ?? false
}

/** Ends every other session of the current account. */
export async function endOwnOtherSessions(work: UnitOfWork, sessionId: string): Promise<void> {
  await sql`select end_own_other_sessions(${sessionId})`.execute(work.database)
  await recordSignOut(work)
}

/** Logs the logout. A company's live streams then recheck their sessions. */
async function recordSignOut(work: UnitOfWork): Promise<void> {
  if (!isStaff(work.actor)) return appendPlatformEntry(work, { verb: 'account.sign-out-elsewhere' })
  const kind = work.actor.kind === 'owner' ? 'company' : 'employee'
  work.recordChange({ kind, id: work.by.id, verb: `${kind}.sign-out-elsewhere`, card: null })
}

/** Whether the current account has two-factor, and how many recovery codes are left. */
export async function getOwnTwoFactor(work: UnitOfWork): Promise<{ isOn: boolean; recoveryCodes: number }> {
  const { rows } = await sql<{ isOn: boolean; recoveryCodes: number }>`
    select * from own_two_factor()`.execute(work.database)
  return rows[0] ?? { isOn: false, recoveryCodes: 0 }
}

type PasskeyRow = {
  readonly passkeyId: string
  readonly name: string | null
  readonly addedAt: Date
}

/** The passkeys of the current account, oldest first. */
export async function listOwnPasskeys(work: UnitOfWork): Promise<readonly PasskeyRow[]> {
  return (await sql<PasskeyRow>`select * from own_passkeys()`.execute(work.database)).rows
}

/** Whether an account with this id was deleted or deactivated; neither for one that never was. */
export async function getAccountEnd(work: UnitOfWork, account: string) {
  const { rows } = await sql<{ deleted: boolean; deactivated: boolean }>`
    select deleted, deactivated from account_end(${account})
  `.execute(work.database)
  return rows[0] ?? { deleted: false, deactivated: false }
}

// The login log. Entries are only added.

import { sql } from 'kysely'
import type { SignInEvent } from '#domain/audit/audit-sentences.ts'
import type { Database } from '#server/db/database.ts'

const RETENTION_MS = 365 * 24 * 60 * 60 * 1000
const MAX_DEVICE_LENGTH = 300

type NewSignIn = {
  /** The account, if known; otherwise the typed email identifies it. */
  readonly account: string | null
  readonly email: string
  readonly event: SignInEvent
  readonly at: Date
  readonly address: string
  readonly device: string
}

/** Adds an entry, outside any unit of work: someone who is logging in has no actor yet. */
export async function recordSignIn(database: Database, entry: NewSignIn): Promise<void> {
  const { account, email, event, at, address } = entry
  const device = entry.device.slice(0, MAX_DEVICE_LENGTH)
  await sql`select record_sign_in(${account}::uuid, ${email}, ${event}, ${at}, ${address}, ${device})`.execute(
    database,
  )
}

/** Deletes entries older than a year. */
export async function deleteExpiredSignIns(database: Database, now: Date): Promise<void> {
  await sql`select delete_old_sign_ins(${new Date(now.getTime() - RETENTION_MS)})`.execute(database)
}

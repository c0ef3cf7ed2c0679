// Who came in, as the database keeps it. Lines are only ever added.

import { sql } from 'kysely'
import type { SignInEvent } from '#domain/audit/entry.ts'
import type { Database } from '#server/db/client.ts'

const RETENTION_MS = 365 * 24 * 60 * 60 * 1000
const MAX_DEVICE_LENGTH = 300

type NewSignIn = {
  /** The account, where it is known; else the email that was typed names it. */
  readonly account: string | null
  readonly email: string
  readonly event: SignInEvent
  readonly at: Date
  readonly address: string
  readonly device: string
}

/** Adds a line, outside any piece of work: whoever comes in is nobody yet. */
export async function recordSignIn(database: Database, entry: NewSignIn): Promise<void> {
  const { account, email, event, at, address } = entry
  const device = entry.device.slice(0, MAX_DEVICE_LENGTH)
  await sql`select record_sign_in(${account}::uuid, ${email}, ${event}, ${at}, ${address}, ${device})`.execute(
    database,
  )
}

/** Forgets who came in more than a year ago. */
export async function deleteExpiredSignIns(database: Database, now: Date): Promise<void> {
  await sql`select delete_old_sign_ins(${new Date(now.getTime() - RETENTION_MS)})`.execute(database)
}

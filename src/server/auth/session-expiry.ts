// Session lifetime: at most 30 days, and 7 unused. The expiry is in the session's row, so every library endpoint
// respects it.

import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'

const SECOND_MS = 1000
const HOUR_SECONDS = 60 * 60
const DAY_SECONDS = 24 * HOUR_SECONDS

export const MAX_SESSION_SECONDS = 30 * DAY_SECONDS
/** A phone unused for a week of vacation asks again. */
const IDLE_TIMEOUT_SECONDS = 7 * DAY_SECONDS
/** Passkeys can be added and removed only within this time after login. */
export const FRESH_SESSION_SECONDS = 4 * HOUR_SECONDS
/** Use is recorded this often, not at every request. */
export const TOUCH_INTERVAL_MS = 10 * 60 * SECOND_MS

type SessionTimes = { readonly id: string; readonly createdAt: Date; readonly updatedAt: Date }

/** The expiry of a new, unused session. */
export const initialExpiry = (now: Date): Date => new Date(now.getTime() + IDLE_TIMEOUT_SECONDS * SECOND_MS)

/** The same as `has_ended` of the database; the library still takes a session that ends at this very moment. */
export const hasEnded = (expiresAt: Date, now: Date): boolean => expiresAt <= now

/** Deletes expired sessions, links and challenges. */
export async function deleteExpiredSessions(database: Database, now: Date): Promise<void> {
  await sql`delete from auth_session where expires_at <= ${now}`.execute(database)
  await sql`delete from auth_verification where expires_at <= ${now}`.execute(database)
}

/** Whether the login is recent enough to change passkeys. */
export const isFresh = ({ createdAt }: Pick<SessionTimes, 'createdAt'>, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < FRESH_SESSION_SECONDS * SECOND_MS

/** Records that a session was used, and extends it. */
export async function touchSession(
  database: Database,
  { id, createdAt, updatedAt }: SessionTimes,
  now: Date,
): Promise<void> {
  if (now.getTime() - updatedAt.getTime() < TOUCH_INTERVAL_MS) return
  const last = createdAt.getTime() + MAX_SESSION_SECONDS * SECOND_MS
  const end = new Date(Math.min(last, initialExpiry(now).getTime()))
  await sql`update auth_session set updated_at = ${now}, expires_at = ${end} where id = ${id}`.execute(
    database,
  )
}

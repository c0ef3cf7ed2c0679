// How long somebody stays signed in: 30 days at most, and 7 without being used. The row of the session
// says until when, so every address of the sign-in library keeps to it as well.

import { sql } from 'kysely'
import type { Database } from '#server/db/client.ts'

const SECOND_MS = 1000
const HOUR_SECONDS = 60 * 60
const DAY_SECONDS = 24 * HOUR_SECONDS

export const MAX_SESSION_SECONDS = 30 * DAY_SECONDS
/** A phone that lay in a drawer over a week's holiday asks again. */
const IDLE_TIMEOUT_SECONDS = 7 * DAY_SECONDS
/** Passkeys are added and removed only by whoever signed in this recently. */
export const FRESH_SESSION_SECONDS = 4 * HOUR_SECONDS
/** Being used is written down this often, not at every request. */
export const TOUCH_INTERVAL_MS = 10 * 60 * SECOND_MS

type SessionTimes = { readonly id: string; readonly createdAt: Date; readonly updatedAt: Date }

/** Until when a new session lasts if nobody uses it. */
export const initialExpiry = (now: Date): Date => new Date(now.getTime() + IDLE_TIMEOUT_SECONDS * SECOND_MS)

/** Forgets sessions, links and questions whose time is over. */
export async function deleteExpiredSessions(database: Database, now: Date): Promise<void> {
  await sql`delete from auth_session where expires_at < ${now}`.execute(database)
  await sql`delete from auth_verification where expires_at < ${now}`.execute(database)
}

/** Whether somebody signed in recently enough to touch their keys. */
export const isFresh = ({ createdAt }: Pick<SessionTimes, 'createdAt'>, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < FRESH_SESSION_SECONDS * SECOND_MS

/** Notes that a session was used, and lets it last accordingly. */
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

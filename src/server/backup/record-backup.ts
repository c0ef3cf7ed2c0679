// The nightly backup's row among the background jobs.

import { dayAfter, dayOf, timestampOf } from '#domain/lib/company-time.ts'
import type { Database } from '#server/db/database.ts'
import { recordRun } from '#server/jobs/job-runs.ts'

export const EARLIEST_HOUR = 2
export const RETRY_DELAY_MS = 15 * 60_000

type BackupRun = {
  readonly timeZone: string
  readonly now: () => Date
  /** Aborted by a server that stops. */
  readonly signal: AbortSignal
}

/** Runs a backup, and records how it ended and when the next one is due; rejects with its error. */
export async function recordBackup(
  database: Database,
  { timeZone, now, signal }: BackupRun,
  run: () => Promise<unknown>,
): Promise<void> {
  const startedAt = now()
  try {
    await run()
  } catch (error) {
    const nextRunAt = new Date(now().getTime() + RETRY_DELAY_MS)
    if (!signal.aborted) await recordRun(database, 'back-up', { startedAt, nextRunAt, error })
    throw error
  }
  const nextRunAt = timestampOf(dayAfter(dayOf(startedAt, timeZone)), EARLIEST_HOUR, timeZone)
  await recordRun(database, 'back-up', { startedAt, nextRunAt, error: null })
}

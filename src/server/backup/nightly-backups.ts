import { join } from 'node:path'
import type pg from 'pg'
import { dayAfter, dayOf, timestampOf } from '#domain/lib/company-time.ts'
import { type Settings, serverTimeZone } from '#server/config/settings.ts'
import type { Database } from '#server/db/database.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { recordRun } from '#server/jobs/job-runs.ts'
import type { Logger } from '#server/lib/logger.ts'
import { appVersion } from './app-version.ts'
import { makeBackup } from './backup.ts'
import {
  type BackupSchedule,
  createBackupSchedule,
  EARLIEST_HOUR,
  RETRY_DELAY_MS,
} from './backup-schedule.ts'
import { getChangeCounter } from './change-counter.ts'
import { readStoredSecret } from './open-server-data.ts'

export type NightlyBackupOptions = {
  readonly settings: Settings
  readonly connection: pg.ClientConfig
  readonly files: FileStore
  readonly database: Database
  readonly log: Pick<Logger, 'error' | 'info'>
}

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

/** Backs up a running server every night into DATA_DIR/backups. */
export function startNightlyBackups({
  settings,
  connection,
  files,
  database,
  log,
}: NightlyBackupOptions): BackupSchedule {
  const timeZone = serverTimeZone()
  const now = () => new Date()
  const schedule = createBackupSchedule({
    folder: join(settings.dataDir, 'backups'),
    timeZone,
    now,
    log: log.error,
    getChangeCounter: () => getChangeCounter(database),
    runBackup: (file, signal) =>
      recordBackup(database, { timeZone, now, signal }, () =>
        makeBackup({
          connection,
          files,
          file,
          signal,
          print: line => log.info(line),
          secret: readStoredSecret(settings),
          appVersion: appVersion(),
        }),
      ),
  })
  schedule.start()
  return schedule
}

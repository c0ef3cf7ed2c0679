import { join } from 'node:path'
import type pg from 'pg'
import { type Settings, serverTimeZone } from '#server/config/settings.ts'
import type { Database } from '#server/db/database.ts'
import type { FileStore } from '#server/files/file-store.ts'
import type { Logger } from '#server/lib/logger.ts'
import { appVersion } from './app-version.ts'
import { makeBackup } from './backup.ts'
import { type BackupSchedule, createBackupSchedule } from './backup-schedule.ts'
import { getChangeCounter } from './change-counter.ts'
import { readStoredSecret } from './open-server-data.ts'
import { recordBackup } from './record-backup.ts'

export type NightlyBackupOptions = {
  readonly settings: Settings
  readonly connection: pg.ClientConfig
  readonly files: FileStore
  readonly database: Database
  readonly log: Pick<Logger, 'error' | 'info'>
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

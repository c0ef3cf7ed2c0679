import { join } from 'node:path'
import type pg from 'pg'
import { type Settings, serverTimeZone } from '#server/config/settings.ts'
import type { Database } from '#server/db/client.ts'
import type { FileStore } from '#server/files/file-store.ts'
import type { Log } from '#server/lib/logger.ts'
import { productVersion } from './app-version.ts'
import { makeBackup } from './backup.ts'
import { stirOf } from './change-counter.ts'
import { type Nightly, openNightly } from './schedule.ts'
import { keptSecret } from './targets.ts'

export type KeepNightlyOptions = {
  readonly settings: Settings
  readonly connection: pg.ClientConfig
  readonly files: FileStore
  readonly database: Database
  readonly log: Pick<Log, 'fault' | 'note'>
}

/** Backs a serving house up every night, into DATA_DIR/backups. */
export function keepNightly({ settings, connection, files, database, log }: KeepNightlyOptions): Nightly {
  const nightly = openNightly({
    ...{ folder: join(settings.dataDir, 'backups'), timeZone: serverTimeZone(), now: () => new Date() },
    log: log.fault,
    stir: () => stirOf(database),
    backUp: (file, signal) =>
      makeBackup({
        ...{ connection, files, file, signal, say: line => log.note(line) },
        ...{ secret: keptSecret(settings), product: productVersion() },
      }),
  })
  nightly.begin()
  return nightly
}

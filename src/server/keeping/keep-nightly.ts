import { join } from 'node:path'
import type pg from 'pg'
import type { Database } from '#server/database/open.ts'
import type { Log } from '#server/log.ts'
import type { FileStore } from '#server/outside/file-store.ts'
import { type Settings, serverTimeZone } from '#server/settings.ts'
import { makeBackup } from './backup.ts'
import { type Nightly, openNightly } from './nightly.ts'
import { keptSecret } from './place.ts'
import { productVersion } from './product.ts'
import { stirOf } from './stir.ts'

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

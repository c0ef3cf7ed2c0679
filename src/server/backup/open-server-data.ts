// Where a server's data is, for commands that run beside the server or instead of it.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Settings } from '#server/config/settings.ts'
import { startEmbeddedDatabase } from '#server/db/embedded/embedded-database.ts'
import { findRunningDatabase } from '#server/db/embedded/find-running-database.ts'
import { createDiskStore, createS3Store, type FileStore } from '#server/files/file-store.ts'
import { lockDataDir } from '#server/lib/data-dir-lock.ts'
import { BackupError } from './backup-errors.ts'

export const SECRET_FILE = 'auth-secret'

export type DatabaseAccess = { readonly connection: pg.ClientConfig; readonly close: () => Promise<void> }

export const createFileStore = ({ storage, dataDir }: Settings): Promise<FileStore> =>
  storage === null ? Promise.resolve(createDiskStore(join(dataDir, 'files'))) : createS3Store(storage)

/** The secret in DATA_DIR; null with AUTH_SECRET, or if it was never needed. */
export function readStoredSecret({ authSecret, dataDir }: Settings): string | null {
  const file = join(dataDir, SECRET_FILE)
  return authSecret === undefined && existsSync(file) ? readFileSync(file, 'utf8') : null
}

const START_TIMEOUT_MS = 10_000

/** The database: of the running server, or started for the duration. */
export async function openDatabaseFor(
  { databaseUrl, dataDir }: Settings,
  print: (line: string) => void,
): Promise<DatabaseAccess> {
  if (databaseUrl !== undefined)
    return { connection: { connectionString: databaseUrl }, close: async () => {} }
  if (!existsSync(join(dataDir, 'postgres')))
    throw new BackupError(`There is nothing to back up: ${dataDir} holds no database.`)
  const giveUpAt = performance.now() + START_TIMEOUT_MS
  for (;;) {
    const connection = findRunningDatabase(dataDir)
    if (connection !== null) return { connection, close: async () => {} }
    try {
      return await startTemporarily(dataDir, print)
    } catch (error) {
      // A starting server locks its folder before its database runs.
      if ((error as Error).name !== 'DataDirLockedError' || performance.now() > giveUpAt) throw error
      await sleep(200)
    }
  }
}

async function startTemporarily(dataDir: string, print: (line: string) => void): Promise<DatabaseAccess> {
  const lock = await lockDataDir(dataDir)
  try {
    const embedded = await startEmbeddedDatabase({ dataDir, log: print })
    const close = () => embedded.stop().finally(() => lock.release())
    return { connection: embedded.connection, close }
  } catch (error) {
    await lock.release()
    throw error
  }
}

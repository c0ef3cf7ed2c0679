// The data of a server for commands that run beside it or instead of it: its secret, images and database, and an empty
// place for them to be restored to.

import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Settings } from '#server/config/settings.ts'
import { findBinaries } from '#server/db/embedded/binaries.ts'
import { startEmbeddedDatabase } from '#server/db/embedded/embedded-database.ts'
import { findRunningDatabase } from '#server/db/embedded/find-running-database.ts'
import { findRunningPostmaster, stopPostmaster } from '#server/db/embedded/postmaster.ts'
import { createDiskStore, createS3Store, type FileStore } from '#server/files/file-store.ts'
import { lockDataDir } from '#server/lib/data-dir-lock.ts'
import { BackupError } from './backup-errors.ts'

const SECRET_FILE = 'auth-secret'

export type DatabaseAccess = { readonly connection: pg.ClientConfig; readonly close: () => Promise<void> }

export const createFileStore = ({ storage, dataDir }: Settings): Promise<FileStore> =>
  storage === null ? createDiskStore(join(dataDir, 'files')) : createS3Store(storage)

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
    throw new BackupError(`${dataDir} holds no database. Set DATA_DIR to the server’s folder.`)
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

const RESTORE_MARKER = 'restore-in-progress'
const DATA_ENTRIES = ['postgres', 'files', SECRET_FILE]

/** Throws an Error with one sentence if an interrupted restore left an incomplete folder. */
export function assertNoPartialRestore(dataDir: string): void {
  if (existsSync(join(dataDir, RESTORE_MARKER)))
    throw new Error(`A restore into ${dataDir} did not finish. Run it again, or choose another DATA_DIR.`)
}

/** Fills an empty folder and database by `fill`; on failure they are empty again. */
export async function restoreIntoEmpty(
  settings: Settings,
  print: (line: string) => void,
  fill: (target: { connection: pg.ClientConfig; secretFile: string }) => Promise<void>,
): Promise<void> {
  const { dataDir, databaseUrl } = settings
  const lock = await lockDataDir(dataDir)
  const marker = join(dataDir, RESTORE_MARKER)
  const secretFile = join(dataDir, SECRET_FILE)
  const stops: (() => Promise<void>)[] = []
  const stopAll = async () => {
    for (const stopOne of stops.splice(0)) await stopOne()
  }
  try {
    // Anything besides the marker is from the interrupted restore: the folder was empty before.
    if (existsSync(marker)) await clearTarget(dataDir)
    else await assertFolderEmpty(settings)
    await writeFile(marker, '')
    try {
      if (databaseUrl !== undefined) await fill({ connection: { connectionString: databaseUrl }, secretFile })
      else {
        const embedded = await startEmbeddedDatabase({ dataDir, log: print })
        stops.push(embedded.stop)
        await fill({ connection: embedded.connection, secretFile })
      }
      await stopAll()
    } catch (error) {
      await stopAll()
      await clearTarget(dataDir)
      throw error
    } finally {
      await rm(marker, { force: true })
    }
  } finally {
    await lock.release()
  }
}

async function clearTarget(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'postgres')
  const running = findRunningPostmaster(cluster)
  if (running !== null) await stopPostmaster(running.pid, cluster, await findBinaries())
  for (const name of [...DATA_ENTRIES, 'run', 'postgres.log', 'postgres-password'])
    await rm(join(dataDir, name), { recursive: true, force: true })
}

async function assertFolderEmpty({ dataDir }: Settings): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  for (const name of DATA_ENTRIES) {
    const path = join(dataDir, name)
    const isEmpty = !existsSync(path) || (name === 'files' && (await readdir(path)).length === 0)
    if (!isEmpty)
      throw new BackupError(
        `${dataDir} is not empty: it contains ${name}. A backup can be restored only into an empty folder. Set DATA_DIR to one.`,
      )
  }
}

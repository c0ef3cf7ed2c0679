// Where a house keeps what it keeps, for the commands that run beside the server or instead of it.

import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Settings } from '#server/config/settings.ts'
import { findBinaries } from '#server/db/embedded/binaries.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { findRunningDatabase } from '#server/db/embedded/find-running.ts'
import { findRunning, stopPostmaster } from '#server/db/embedded/postmaster.ts'
import { bucketStore, diskStore, type FileStore } from '#server/files/file-store.ts'
import { claimDataDir } from '#server/process/data-dir-lock.ts'
import { KeepingFailed } from './errors.ts'

export type Place = { readonly connection: pg.ClientConfig; readonly close: () => Promise<void> }

export const openFiles = ({ storage, dataDir }: Settings): Promise<FileStore> =>
  storage === null ? Promise.resolve(diskStore(join(dataDir, 'files'))) : bucketStore(storage)

/** The secret that DATA_DIR keeps; null when the operator keeps it, or nobody has needed one. */
export function keptSecret({ authSecret, dataDir }: Settings): string | null {
  const file = join(dataDir, SECRET_FILE)
  return authSecret === undefined && existsSync(file) ? readFileSync(file, 'utf8') : null
}

const STARTING_MS = 10_000

/** The database as it is: of the running server, or started for as long as it is needed. */
export async function openDatabaseOf(
  { databaseUrl, dataDir }: Settings,
  say: (line: string) => void,
): Promise<Place> {
  if (databaseUrl !== undefined)
    return { connection: { connectionString: databaseUrl }, close: async () => {} }
  if (!existsSync(join(dataDir, 'postgres')))
    throw new KeepingFailed(`There is nothing to back up: ${dataDir} holds no database.`)
  const giveUpAt = performance.now() + STARTING_MS
  for (;;) {
    const connection = findRunningDatabase(dataDir)
    if (connection !== null) return { connection, close: async () => {} }
    try {
      return await startFor(dataDir, say)
    } catch (fault) {
      // A server that is just starting has its claim before its database.
      if ((fault as Error).name !== 'DataDirRefused' || performance.now() > giveUpAt) throw fault
      await sleep(200)
    }
  }
}

async function startFor(dataDir: string, say: (line: string) => void): Promise<Place> {
  const claim = await claimDataDir(dataDir)
  try {
    const embedded = await startEmbedded({ dataDir, log: say })
    const close = () => embedded.stop().finally(() => claim.release())
    return { connection: embedded.connection, close }
  } catch (fault) {
    await claim.release()
    throw fault
  }
}

const SECRET_FILE = 'auth-secret'
const MARK = 'restoring'
const KEPT = ['postgres', 'files', SECRET_FILE]

/** A restore that was ended in the middle left a folder that is not whole. Throws an Error with one sentence. */
export function refuseHalfRestored(dataDir: string): void {
  if (existsSync(join(dataDir, MARK)))
    throw new Error(
      `A restore into ${dataDir} did not come to its end. Run it once more, or name another DATA_DIR.`,
    )
}

/** A folder and a database that hold nothing, to be filled by `fill`; when that fails, they hold nothing again. */
export async function fillEmpty(
  settings: Settings,
  say: (line: string) => void,
  fill: (target: { connection: pg.ClientConfig; secretFile: string }) => Promise<void>,
): Promise<void> {
  const { dataDir, databaseUrl } = settings
  const claim = await claimDataDir(dataDir)
  const mark = join(dataDir, MARK)
  const secretFile = join(dataDir, SECRET_FILE)
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const each of stops.splice(0)) await each()
  }
  try {
    // What lies beside the mark is what the restore before this one put there: the folder was empty then.
    if (existsSync(mark)) await clear(dataDir)
    else await refuseFilledFolder(settings)
    await writeFile(mark, '')
    try {
      if (databaseUrl !== undefined) await fill({ connection: { connectionString: databaseUrl }, secretFile })
      else {
        const embedded = await startEmbedded({ dataDir, log: say })
        stops.push(embedded.stop)
        await fill({ connection: embedded.connection, secretFile })
      }
      await stop()
    } catch (fault) {
      await stop()
      await clear(dataDir)
      throw fault
    } finally {
      await rm(mark, { force: true })
    }
  } finally {
    await claim.release()
  }
}

async function clear(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'postgres')
  const left = findRunning(cluster)
  if (left !== null) await stopPostmaster(left.pid, cluster, await findBinaries())
  for (const name of [...KEPT, 'run', 'postgres.log', 'postgres-password'])
    await rm(join(dataDir, name), { recursive: true, force: true })
}

async function refuseFilledFolder({ dataDir }: Settings): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  for (const name of KEPT) {
    const path = join(dataDir, name)
    const isEmpty = !existsSync(path) || (name === 'files' && (await readdir(path)).length === 0)
    if (!isEmpty)
      throw new KeepingFailed(
        `${dataDir} is not empty: ${name} is in it. A backup is restored only into a folder that holds nothing yet; set DATA_DIR to such a one.`,
      )
  }
}

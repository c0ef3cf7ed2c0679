// What a machine has once, for any number of processes: the data folder's lock, the secret and the embedded database.

import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { assertNoPartialRestore } from '#server/backup/server-data.ts'
import { loadAuthSecret } from '#server/config/auth-secret.ts'
import type { Settings } from '#server/config/settings.ts'
import { findBinaries } from '#server/db/embedded/binaries.ts'
import { type EmbeddedOptions, startEmbeddedDatabase } from '#server/db/embedded/embedded-database.ts'
import { findRunningPostmaster, stopPostmaster } from '#server/db/embedded/postmaster.ts'
import { lockDataDir } from '#server/lib/data-dir-lock.ts'
import { ignoreDuringShutdown } from '#server/lib/ignore-during-shutdown.ts'
import type { Logger } from '#server/lib/logger.ts'
import { print } from '#server/lib/terminal.ts'

/** What every way of running has from its start. */
export type ProgramContext = {
  readonly settings: Settings
  readonly log: Logger
  /** Run in reverse order; each is added once what it stops has started. */
  readonly shutdownHooks: (() => Promise<unknown>)[]
  /** Aborted by the signal, which may have reached the database as well, so errors from then on are expected. */
  readonly stopping: AbortSignal
}

export type BootstrapResult = { readonly connection: pg.ClientConfig; readonly secret: string }

const imagesIn = (dataDir: string): string => join(dataDir, 'pictures')

/** The image folder of one process; the first has the one of a single server. */
export const imagesFolder = (dataDir: string, slot = 1): string =>
  slot === 1 ? imagesIn(dataDir) : join(imagesIn(dataDir), `worker-${slot}`)

/** Moves the image journals of earlier workers to the first process. */
async function adoptWorkerJournals(dataDir: string): Promise<void> {
  const folder = imagesIn(dataDir)
  const names = existsSync(folder) ? await readdir(folder) : []
  for (const name of names.filter(each => /^worker-\d+$/.test(each))) {
    const journal = join(folder, name, 'journal')
    const entries = existsSync(journal) ? await readdir(journal) : []
    await mkdir(join(folder, 'journal'), { recursive: true, mode: 0o700 })
    for (const entry of entries) await rename(join(journal, entry), join(folder, 'journal', entry))
    await rm(join(folder, name), { recursive: true })
  }
}

/** Locks the data folder, and starts the embedded database unless DATABASE_URL names another. */
export async function bootstrap(
  { settings, log, shutdownHooks, stopping }: ProgramContext,
  databaseOptions: Pick<EmbeddedOptions, 'connections' | 'meanwhile'>,
): Promise<BootstrapResult> {
  const { dataDir, databaseUrl } = settings
  const lock = await lockDataDir(dataDir)
  shutdownHooks.push(() => lock.release())
  assertNoPartialRestore(dataDir)
  await adoptWorkerJournals(dataDir)
  const secret = await loadAuthSecret(dataDir, settings.authSecret)
  if (databaseUrl !== undefined) return { connection: { connectionString: databaseUrl }, secret }
  const embedded = await startEmbeddedDatabase({
    dataDir,
    log: print,
    ...databaseOptions,
    supervisor: {
      onLost: message =>
        ignoreDuringShutdown(stopping, () =>
          log.error(`${message} Restarting it; changes fail until it is back.`),
        ),
      onRestored: () =>
        ignoreDuringShutdown(stopping, () => log.info('PostgreSQL is back. No saved data was lost.')),
      onGiveUp: message => {
        log.error(`${message} No saved data was lost.`)
        log.flush()
        process.exit(1)
      },
    },
  })
  shutdownHooks.push(() => embedded.stop())
  return { connection: embedded.connection, secret }
}

/** For workers whose parent died: one of them stops the database. */
export async function stopOrphanedDatabase({ dataDir, databaseUrl }: Settings): Promise<void> {
  if (databaseUrl !== undefined) return
  // Another worker, or the next start, already has the lock.
  const lock = await lockDataDir(dataDir).catch(() => null)
  if (lock === null) return
  const cluster = join(dataDir, 'postgres')
  const running = findRunningPostmaster(cluster)
  if (running !== null) await stopPostmaster(running.pid, cluster, await findBinaries())
  await lock.release()
}

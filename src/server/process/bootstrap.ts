// What a machine has once, however many processes serve on it: the claim on its data folder, the secret, the
// database inside.

import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { assertNoPartialRestore } from '#server/backup/targets.ts'
import { loadAuthSecret } from '#server/config/secret.ts'
import type { Settings } from '#server/config/settings.ts'
import { findBinaries } from '#server/db/embedded/binaries.ts'
import { type EmbeddedOptions, startEmbeddedDatabase } from '#server/db/embedded/embedded.ts'
import { findRunning, stopPostmaster } from '#server/db/embedded/postmaster.ts'
import { lockDataDir } from '#server/lib/data-dir-lock.ts'
import { ignoreDuringShutdown } from '#server/lib/ignore-during-shutdown.ts'
import type { Logger } from '#server/lib/logger.ts'
import { print, type ShutdownHooks } from './run-program.ts'

export type BootstrapResult = { readonly connection: pg.ClientConfig; readonly secret: string }

const imagesIn = (dataDir: string): string => join(dataDir, 'pictures')

/** A folder of one process alone: the first has the one that a single server has. */
export const imagesFolder = (dataDir: string, slot = 1): string =>
  slot === 1 ? imagesIn(dataDir) : join(imagesIn(dataDir), `worker-${slot}`)

/** What workers of the last start left journal is for the first process of this one to decide. */
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

/** Of the database, where it is started here: how many it should allow, and what is done while it starts. */
type BootstrapOptions = Pick<EmbeddedOptions, 'connections' | 'meanwhile'> & {
  /** Aborted once the program was told to stop: then it is no fault that the database goes. */
  readonly stopping: AbortSignal
}

export async function bootstrap(
  settings: Settings,
  shutdownHooks: ShutdownHooks,
  log: Logger,
  { stopping, ...databaseOptions }: BootstrapOptions,
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
          log.error(`${message} Restarting it; until then nothing can be changed.`),
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

/** For those who outlive the process that had the premises: one of them stops the database that it left. */
export async function stopOrphanedDatabase({ dataDir, databaseUrl }: Settings): Promise<void> {
  if (databaseUrl !== undefined) return
  // Somebody else has it: another of us, or already the next start.
  const lock = await lockDataDir(dataDir).catch(() => null)
  if (lock === null) return
  const cluster = join(dataDir, 'postgres')
  const running = findRunning(cluster)
  if (running !== null) await stopPostmaster(running.pid, cluster, await findBinaries())
  await lock.release()
}

// What a machine has once, however many processes serve on it: the claim on its data folder, the secret, the
// database inside.

import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { refuseHalfRestored } from '#server/backup/targets.ts'
import { authSecret } from '#server/config/secret.ts'
import type { Settings } from '#server/config/settings.ts'
import { findBinaries } from '#server/db/embedded/binaries.ts'
import { type EmbeddedOptions, startEmbedded } from '#server/db/embedded/embedded.ts'
import { findRunning, stopPostmaster } from '#server/db/embedded/postmaster.ts'
import { unlessStopping } from '#server/lib/ignore-during-shutdown.ts'
import type { Log } from '#server/lib/logger.ts'
import { claimDataDir } from './data-dir-lock.ts'
import { say, type Undo } from './run-program.ts'

export type Premises = { readonly connection: pg.ClientConfig; readonly secret: string }

const picturesIn = (dataDir: string): string => join(dataDir, 'pictures')

/** A folder of one process alone: the first has the one that a single server has. */
export const picturesFolder = (dataDir: string, slot = 1): string =>
  slot === 1 ? picturesIn(dataDir) : join(picturesIn(dataDir), `worker-${slot}`)

/** What workers of the last start left undecided is for the first process of this one to decide. */
async function takeInNotes(dataDir: string): Promise<void> {
  const folder = picturesIn(dataDir)
  const names = existsSync(folder) ? await readdir(folder) : []
  for (const name of names.filter(each => /^worker-\d+$/.test(each))) {
    const left = join(folder, name, 'undecided')
    const notes = existsSync(left) ? await readdir(left) : []
    await mkdir(join(folder, 'undecided'), { recursive: true, mode: 0o700 })
    for (const note of notes) await rename(join(left, note), join(folder, 'undecided', note))
    await rm(join(folder, name), { recursive: true })
  }
}

/** Of the database, where it is started here: how many it should allow, and what is done while it starts. */
type Starting = Pick<EmbeddedOptions, 'connections' | 'meanwhile'> & {
  /** Aborted once the program was told to stop: then it is no fault that the database goes. */
  readonly stopping: AbortSignal
}

export async function openPremises(
  settings: Settings,
  undo: Undo,
  log: Log,
  { stopping, ...starting }: Starting,
): Promise<Premises> {
  const { dataDir, databaseUrl } = settings
  const claim = await claimDataDir(dataDir)
  undo.push(() => claim.release())
  refuseHalfRestored(dataDir)
  await takeInNotes(dataDir)
  const secret = await authSecret(dataDir, settings.authSecret)
  if (databaseUrl !== undefined) return { connection: { connectionString: databaseUrl }, secret }
  const embedded = await startEmbedded({
    ...{ dataDir, log: say, ...starting },
    watcher: {
      onLost: sentence =>
        unlessStopping(stopping, () =>
          log.fault(`${sentence} It is started again; until then nothing can be changed.`),
        ),
      onBack: () =>
        unlessStopping(stopping, () => log.note('PostgreSQL is back, with everything that was answered.')),
      onGivenUp: sentence => {
        log.fault(`${sentence} Everything that was answered is kept.`)
        log.flush()
        process.exit(1)
      },
    },
  })
  undo.push(() => embedded.stop())
  return { connection: embedded.connection, secret }
}

/** For those who outlive the process that had the premises: one of them stops the database that it left. */
export async function closeLeftBehind({ dataDir, databaseUrl }: Settings): Promise<void> {
  if (databaseUrl !== undefined) return
  // Somebody else has it: another of us, or already the next start.
  const claim = await claimDataDir(dataDir).catch(() => null)
  if (claim === null) return
  const cluster = join(dataDir, 'postgres')
  const left = findRunning(cluster)
  if (left !== null) await stopPostmaster(left.pid, cluster, await findBinaries())
  await claim.release()
}

import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseUnavailable } from '#server/db/unavailable.ts'
import { findBinaries } from './binaries.ts'
import { DATABASE, makeCluster, USER } from './initdb.ts'
import { stopPostmaster } from './postmaster.ts'
import { type Listening, makeListening } from './socket.ts'
import { adopt, launch, type Place } from './start-postgres.ts'
import { type Watcher, watchOver } from './supervisor.ts'
import { findRunAs, type Way } from './unprivileged-user.ts'

export type Embedded = {
  connection: { host: string; port: number; user: string; database: string; password?: string }
  stop: () => Promise<void>
}

export type EmbeddedOptions = {
  /** Claimed by the caller (`claimDataDir`): here it is taken for granted that no other server works in it. */
  dataDir: string
  log: (line: string) => void
  /** How many it allows at once. */
  connections?: number
  /** Hears when PostgreSQL ends although nobody asked it to; it is then started again. Unset: nobody looks after it. */
  watcher?: Watcher
  /** Called while it starts: what else takes a while can be done meanwhile. Not called where it runs already. */
  meanwhile?: () => void
  /** The ways round "will not run as root" that may be taken; for tests. */
  ways?: readonly Way[]
}

/** Starts PostgreSQL in DATA_DIR/postgres, or takes over the one that a killed server left running there. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  try {
    mkdirSync(options.dataDir, { recursive: true, mode: 0o700 })
    return await start({ ...options, dataDir: realpathSync(options.dataDir) })
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException
    if (code === 'EACCES' || code === 'EPERM')
      throw new DatabaseUnavailable(`${path} belongs to another user`)
    if (code === 'ENOSPC') throw new DatabaseUnavailable(`the disk of ${options.dataDir} is full`)
    if (code !== undefined) throw new DatabaseUnavailable(message)
    throw error
  }
}

async function start(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, log, connections = 100, watcher, ways, meanwhile } = options
  const binaries = await findBinaries()
  const cluster = join(dataDir, 'postgres')
  const listening = await makeListening(dataDir, cluster)
  const runAs = await findRunAs({ dataDir, cluster, folder: listening.folder }, binaries, ways)
  const args = ['-D', cluster, ...settings(listening, connections).flatMap(setting => ['-c', setting])]
  const place: Place = { cluster, logFile: join(dataDir, 'postgres.log'), listening, binaries, runAs, args }

  if ((await makeCluster(cluster, binaries, runAs, listening.password)) === 'made')
    log(`Made a database in ${cluster}`)
  const pid = (await adopt(place, log)) ?? (await launch(place, log, meanwhile))

  const rest = watcher === undefined ? null : watchOver(place, pid, watcher)
  const stopAll = async () => {
    await (rest?.stop() ?? stopPostmaster(pid, cluster, binaries))
    rmSync(listening.folder, { recursive: true, force: true })
  }
  let stopping: Promise<void> | null = null
  return {
    connection: {
      ...{ host: listening.host, port: listening.port, user: USER, database: DATABASE },
      ...(listening.password === null ? {} : { password: listening.password }),
    },
    stop: () => {
      stopping ??= stopAll()
      return stopping
    },
  }
}

function settings(listening: Listening, connections: number): string[] {
  return [
    ...listening.settings,
    'shared_buffers=64MB',
    `max_connections=${connections}`,
    'io_method=sync', // three worker processes fewer
    'jit=off',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_checkpoints=off',
    'log_destination=stderr',
    // A statement of a server that was killed ends here, and lets go of its locks, not when it is done.
    ...(process.platform === 'win32' ? [] : ['client_connection_check_interval=2s']),
  ]
}

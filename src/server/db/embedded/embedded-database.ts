import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseUnavailableError } from '#server/db/database-unavailable-error.ts'
import { findBinaries } from './binaries.ts'
import { DATABASE, initCluster, SESSION_OPTIONS, USER } from './initdb.ts'
import { adoptRunning, type LaunchConfig, launchPostgres } from './launch-postgres.ts'
import { stopPostmaster } from './postmaster.ts'
import { createSocketConfig, type SocketConfig } from './socket-config.ts'
import { type SupervisorOptions, superviseDatabase } from './supervise-database.ts'
import { findIdentity, type IdentityKind } from './unprivileged-user.ts'

export type EmbeddedDatabase = {
  connection: {
    host: string
    port: number
    user: string
    database: string
    password?: string
    /** Settings of its sessions. */
    options: string
  }
  stop: () => Promise<void>
}

export type EmbeddedOptions = {
  /** Locked by the caller (`lockDataDir`): no other server uses it. */
  dataDir: string
  log: (line: string) => void
  /** Its max_connections. */
  connections?: number
  /** Restarts PostgreSQL when it exits unexpectedly. Unset: it is not supervised. */
  supervisor?: SupervisorOptions
  /** Called while it starts, for other slow work. Not called if it is already running. */
  meanwhile?: () => void
  /** The allowed ways around "will not run as root"; for tests. */
  identityKinds?: readonly IdentityKind[]
}

/** Starts PostgreSQL in DATA_DIR/postgres, or takes over the one that a killed server left running. */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  try {
    mkdirSync(options.dataDir, { recursive: true, mode: 0o700 })
    return await startOnce({ ...options, dataDir: realpathSync(options.dataDir) })
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException
    if (code === 'EACCES' || code === 'EPERM')
      throw new DatabaseUnavailableError(`${path} belongs to another user`)
    if (code === 'ENOSPC') throw new DatabaseUnavailableError(`the disk of ${options.dataDir} is full`)
    if (code !== undefined) throw new DatabaseUnavailableError(message)
    throw error
  }
}

async function startOnce(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log, connections = 100, supervisor, identityKinds, meanwhile } = options
  const binaries = await findBinaries()
  const cluster = join(dataDir, 'postgres')
  const socket = await createSocketConfig(dataDir, cluster)
  const runAs = await findIdentity({ dataDir, cluster, folder: socket.folder }, binaries, identityKinds)
  const args = ['-D', cluster, ...postgresArguments(socket, connections).flatMap(setting => ['-c', setting])]
  const launchConfig: LaunchConfig = {
    cluster,
    logFile: join(dataDir, 'postgres.log'),
    socket,
    binaries,
    runAs,
    args,
  }

  if ((await initCluster(cluster, binaries, runAs, socket.password)) === 'made')
    log(`Created a database in ${cluster}`)
  const pid = (await adoptRunning(launchConfig, log)) ?? (await launchPostgres(launchConfig, log, meanwhile))

  const supervision = supervisor === undefined ? null : superviseDatabase(launchConfig, pid, supervisor)
  const stopAll = async () => {
    await (supervision?.stop() ?? stopPostmaster(pid, cluster, binaries))
    rmSync(socket.folder, { recursive: true, force: true })
  }
  let stopping: Promise<void> | null = null
  return {
    connection: {
      host: socket.host,
      port: socket.port,
      user: USER,
      database: DATABASE,
      options: SESSION_OPTIONS,
      ...(socket.password === null ? {} : { password: socket.password }),
    },
    stop: () => {
      stopping ??= stopAll()
      return stopping
    },
  }
}

function postgresArguments(socket: SocketConfig, connections: number): string[] {
  return [
    ...socket.settings,
    'shared_buffers=64MB',
    `max_connections=${connections}`,
    'io_method=sync', // three worker processes fewer
    'jit=off',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_checkpoints=off',
    'log_destination=stderr',
    // No statement and no parameter gets into the log.
    'log_statement=none',
    'log_min_error_statement=panic',
    'log_parameter_max_length=0',
    'log_parameter_max_length_on_error=0',
    // A statement of a killed server ends here and releases its locks at once.
    ...(process.platform === 'win32' ? [] : ['client_connection_check_interval=2s']),
  ]
}

import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Binaries, findBinaries, postgresEnvironment, reasonIn } from './binaries.ts'
import { DATABASE, makeCluster, USER } from './cluster.ts'
import { type Listening, makeListening } from './listening.ts'
import {
  answers,
  disownStalePid,
  endOrphans,
  findRunning,
  isAlive,
  readPostmaster,
  stopPostmaster,
} from './postmaster.ts'
import { findRunAs, type RunAs, type Way } from './run-as.ts'
import { DatabaseUnavailable } from './unavailable.ts'

export type Embedded = {
  connection: { host: string; port: number; user: string; database: string; password?: string }
  stop: () => Promise<void>
}

export type EmbeddedOptions = {
  /** Claimed by the caller (`claimDataDir`): here it is taken for granted that no other server works in it. */
  dataDir: string
  log: (line: string) => void
  /** Told once when PostgreSQL ends although nobody asked it to. */
  onExit?: (sentence: string) => void
  /** The ways round "will not run as root" that may be taken; for tests. */
  ways?: readonly Way[]
}

type Place = {
  cluster: string
  logFile: string
  listening: Listening
  binaries: Binaries
  runAs: RunAs
  args: string[]
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

async function start({ dataDir, log, onExit, ways }: EmbeddedOptions): Promise<Embedded> {
  const binaries = await findBinaries()
  const cluster = join(dataDir, 'postgres')
  const listening = await makeListening(dataDir, cluster)
  const runAs = await findRunAs({ dataDir, cluster, folder: listening.folder }, binaries, ways)
  const args = ['-D', cluster, ...settings(listening).flatMap(setting => ['-c', setting])]
  const place: Place = { cluster, logFile: join(dataDir, 'postgres.log'), listening, binaries, runAs, args }

  if ((await makeCluster(cluster, binaries, runAs, listening.password)) === 'made')
    log(`Made a database in ${cluster}`)
  const pid = (await adopt(place, log)) ?? (await launch(place, log))

  let stopping: Promise<void> | null = null
  const watch = setInterval(() => {
    if (isAlive(pid)) return
    clearInterval(watch)
    onExit?.(`PostgreSQL ended unexpectedly: ${reasonIn(logSince(place.logFile, -4096))}.`)
  }, 500).unref()
  return {
    connection: {
      ...{ host: listening.host, port: listening.port, user: USER, database: DATABASE },
      ...(listening.password === null ? {} : { password: listening.password }),
    },
    stop: () => {
      clearInterval(watch)
      stopping ??= stopPostmaster(pid, cluster, binaries).then(() =>
        rmSync(listening.folder, { recursive: true, force: true }),
      )
      return stopping
    },
  }
}

function settings(listening: Listening): string[] {
  return [
    ...listening.settings,
    'shared_buffers=64MB',
    'max_connections=100',
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

/**
 * A server that was killed leaves its postmaster behind, healthy: it ended the lost sessions itself. Taking it over
 * makes that start as quick as any. One that runs with other settings, or does not answer, is stopped properly first.
 */
async function adopt(place: Place, log: (line: string) => void): Promise<number | null> {
  const { cluster, binaries, listening, args } = place
  const found = findRunning(cluster)
  if (!found) return null
  const same = found.opts === [binaries.postgres, ...args.map(arg => `"${arg}"`)].join(' ')
  if (same && listening.path !== null && found.status !== 'stopping') {
    await untilReady(cluster, found.pid, log)
    if (isAlive(found.pid) && (await answers(listening.path))) return found.pid
  }
  log('Stopping the database that an earlier server left running')
  await stopPostmaster(found.pid, cluster, binaries)
  return null
}

async function launch(place: Place, log: (line: string) => void): Promise<number> {
  const giveUpAt = performance.now() + 60_000
  for (;;) {
    await endOrphans(place.cluster)
    disownStalePid(place.cluster)
    if (place.listening.path !== null) {
      rmSync(place.listening.path, { force: true })
      rmSync(`${place.listening.path}.lock`, { force: true })
    }
    const outcome = await spawnPostgres(place, log)
    if (typeof outcome === 'number') return outcome
    const busy = /still in use|lock file .* already exists/.test(outcome)
    if (!busy || performance.now() > giveUpAt) throw new DatabaseUnavailable(`it says "${reasonIn(outcome)}"`)
    await sleep(100)
  }
}

/** Its pid once it accepts connections, or what it wrote before it ended. */
async function spawnPostgres(place: Place, log: (line: string) => void): Promise<number | string> {
  const { file, args, ids } = place.runAs.wrap(place.binaries.postgres, place.args)
  const logFd = openLog(place.logFile)
  const logStart = statSync(place.logFile).size
  try {
    // Detached: Ctrl-C in a terminal reaches only the server, which drains first and then stops the database.
    const child = spawn(file, args, {
      ...ids,
      detached: true,
      stdio: ['ignore', logFd, logFd],
      env: postgresEnvironment(),
      windowsHide: true,
    })
    const failure = new Promise<string>(resolve => child.once('error', error => resolve(error.message)))
    child.unref()
    if (child.pid === undefined) return await failure
    if (await untilReady(place.cluster, child.pid, log)) return child.pid
    return logSince(place.logFile, logStart)
  } finally {
    closeSync(logFd)
  }
}

/** Waits as long as it lives: recovery after a power cut takes its time. */
async function untilReady(cluster: string, pid: number, log: (line: string) => void): Promise<boolean> {
  const toldAt = performance.now() + 5000
  let told = false
  while (isAlive(pid)) {
    const now = readPostmaster(cluster)
    if (now?.pid === pid && now.status === 'ready') return true
    if (!told && performance.now() > toldAt) {
      told = true
      log('The database was not stopped properly and is recovering; this may take a while')
    }
    await sleep(10)
  }
  return false
}

function openLog(file: string): number {
  const tooLong = 8 * 1024 * 1024
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > tooLong) renameSync(file, `${file}.1`)
  return openSync(file, 'a', 0o600)
}

function logSince(file: string, from: number): string {
  const { size } = statSync(file)
  const start = Math.max(0, from < 0 ? size + from : from)
  const buffer = Buffer.alloc(Math.min(size - start, 64 * 1024))
  const fd = openSync(file, 'r')
  readSync(fd, buffer, 0, buffer.length, start)
  closeSync(fd)
  return buffer.toString('utf8')
}

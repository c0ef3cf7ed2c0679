import { spawn } from 'node:child_process'
import { closeSync, rmSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseUnavailableError } from '#server/db/database-unavailable-error.ts'
import { type Binaries, errorReasonIn, postgresEnvironment } from './binaries.ts'
import { openLogFile, readLogSince } from './log-file.ts'
import {
  acceptsConnections,
  findRunningPostmaster,
  isProcessAlive,
  readPostmaster,
  replaceStalePid,
  stopOrphans,
  stopPostmaster,
} from './postmaster.ts'
import type { SocketConfig } from './socket-config.ts'
import type { ProcessIdentity } from './unprivileged-user.ts'

export type LaunchConfig = {
  cluster: string
  logFile: string
  socket: SocketConfig
  binaries: Binaries
  runAs: ProcessIdentity
  args: string[]
}

/**
 * A killed server leaves its postmaster running; it has ended the lost sessions itself. Taking it over makes the
 * start as fast as usual. One with other settings, or that does not respond, is stopped first.
 */
export async function adoptRunning(
  config: LaunchConfig,
  log: (line: string) => void,
): Promise<number | null> {
  const { cluster, binaries, socket, args } = config
  const found = findRunningPostmaster(cluster)
  if (!found) return null
  const isSameConfig = found.opts === [binaries.postgres, ...args.map(arg => `"${arg}"`)].join(' ')
  if (isSameConfig && socket.path !== null && found.status !== 'stopping') {
    await waitUntilReady(cluster, found.pid, log)
    if (isProcessAlive(found.pid) && (await acceptsConnections(socket.path))) return found.pid
  }
  log('Stopping the database left running by an earlier server')
  await stopPostmaster(found.pid, cluster, binaries)
  return null
}

/** Starts PostgreSQL and returns its pid once it accepts connections. `meanwhile` is called right after the start. */
export async function launchPostgres(
  config: LaunchConfig,
  log: (line: string) => void,
  meanwhile?: () => void,
): Promise<number> {
  const giveUpAt = performance.now() + 60_000
  for (;;) {
    await stopOrphans(config.cluster)
    replaceStalePid(config.cluster)
    if (config.socket.path !== null) {
      rmSync(config.socket.path, { force: true })
      rmSync(`${config.socket.path}.lock`, { force: true })
    }
    const result = await spawnPostgres(config, log, meanwhile)
    if (typeof result === 'number') return result
    const busy = /still in use|lock file .* already exists/.test(result)
    if (!busy || performance.now() > giveUpAt)
      throw new DatabaseUnavailableError(`it reports "${errorReasonIn(result)}"`)
    await sleep(100)
  }
}

/** Its pid once it accepts connections, or its output if it exited. */
async function spawnPostgres(
  config: LaunchConfig,
  log: (line: string) => void,
  meanwhile?: () => void,
): Promise<number | string> {
  const { file, args, ids } = config.runAs.wrap(config.binaries.postgres, config.args)
  const logFd = openLogFile(config.logFile)
  const logStart = statSync(config.logFile).size
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
    meanwhile?.()
    if (await waitUntilReady(config.cluster, child.pid, log)) return child.pid
    return readLogSince(config.logFile, logStart)
  } finally {
    closeSync(logFd)
  }
}

/** Waits as long as it runs: crash recovery can take a while. */
async function waitUntilReady(cluster: string, pid: number, log: (line: string) => void): Promise<boolean> {
  const logAt = performance.now() + 5000
  let hasLogged = false
  while (isProcessAlive(pid)) {
    const postmaster = readPostmaster(cluster)
    if (postmaster?.pid === pid && postmaster.status === 'ready') return true
    if (!hasLogged && performance.now() > logAt) {
      hasLogged = true
      log('The database was not shut down cleanly and is recovering; this may take a while')
    }
    await sleep(10)
  }
  return false
}

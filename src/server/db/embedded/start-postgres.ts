import { spawn } from 'node:child_process'
import { closeSync, rmSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseUnavailable } from '#server/db/unavailable.ts'
import { type Binaries, postgresEnvironment, reasonIn } from './binaries.ts'
import { logSince, openLog } from './log-file.ts'
import {
  answers,
  disownStalePid,
  endOrphans,
  findRunning,
  isAlive,
  readPostmaster,
  stopPostmaster,
} from './postmaster.ts'
import type { Listening } from './socket.ts'
import type { RunAs } from './unprivileged-user.ts'

export type Place = {
  cluster: string
  logFile: string
  listening: Listening
  binaries: Binaries
  runAs: RunAs
  args: string[]
}

/**
 * A server that was killed leaves its postmaster behind, healthy: it ended the lost sessions itself. Taking it over
 * makes that start as quick as any. One that runs with other settings, or does not answer, is stopped properly first.
 */
export async function adopt(place: Place, log: (line: string) => void): Promise<number | null> {
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

/** Its pid once it accepts connections. `meanwhile` is called as soon as it was told to start. */
export async function launch(
  place: Place,
  log: (line: string) => void,
  meanwhile?: () => void,
): Promise<number> {
  const giveUpAt = performance.now() + 60_000
  for (;;) {
    await endOrphans(place.cluster)
    disownStalePid(place.cluster)
    if (place.listening.path !== null) {
      rmSync(place.listening.path, { force: true })
      rmSync(`${place.listening.path}.lock`, { force: true })
    }
    const outcome = await spawnPostgres(place, log, meanwhile)
    if (typeof outcome === 'number') return outcome
    const busy = /still in use|lock file .* already exists/.test(outcome)
    if (!busy || performance.now() > giveUpAt) throw new DatabaseUnavailable(`it says "${reasonIn(outcome)}"`)
    await sleep(100)
  }
}

/** Its pid once it accepts connections, or what it wrote before it ended. */
async function spawnPostgres(
  place: Place,
  log: (line: string) => void,
  meanwhile?: () => void,
): Promise<number | string> {
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
    meanwhile?.()
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

// Supervises the embedded PostgreSQL: when it exits unexpectedly, it is restarted while the server keeps running. The
// server gives up only after repeated failures.

import { setTimeout as sleep } from 'node:timers/promises'
import { isDiskFull } from '#server/http/disk-space.ts'
import { errorReasonIn } from './binaries.ts'
import { type LaunchConfig, launchPostgres } from './launch-postgres.ts'
import { readLogSince, rotateOpenLog } from './log-file.ts'
import { findRunningPostmaster, isProcessAlive, stopPostmaster } from './postmaster.ts'

export type SupervisorOptions = {
  /** It has exited, and is being restarted. */
  readonly onLost: (sentence: string) => void
  /** It accepts connections again. */
  readonly onRestored: () => void
  /** Called once, when restarting has failed for good. */
  readonly onGiveUp: (sentence: string) => void
  /** Before the second attempt; doubles each time. */
  readonly retryDelayMs?: number
}

const POLL_INTERVAL_MS = 200
const MAX_ATTEMPTS = 6
const MAX_WAIT_MS = 10_000
/** One that exits sooner than this has failed again. */
const HEALTHY_AFTER_MS = 2000

/** Supervises the postmaster `pid`. `stop` ends supervision and the current postmaster. */
export function superviseDatabase(
  config: LaunchConfig,
  pid: number,
  { onLost, onRestored, onGiveUp, retryDelayMs = 1000 }: SupervisorOptions,
): { stop: () => Promise<void> } {
  const { cluster, logFile, binaries } = config
  const stopping = new AbortController()
  let current = pid
  let attempts = 0

  const nextDelay = (): number =>
    attempts === 0 ? 0 : Math.min(retryDelayMs * 2 ** (attempts - 1), MAX_WAIT_MS)
  const reasonOf = (): string => errorReasonIn(readLogSince(logFile, -4096))

  /** Returns whether it runs again. */
  async function restart(): Promise<boolean> {
    for (;;) {
      if (attempts === MAX_ATTEMPTS) {
        onGiveUp(`PostgreSQL was started ${attempts} times and exited each time: ${reasonOf()}.`)
        return false
      }
      await sleep(nextDelay(), null, { signal: stopping.signal })
      try {
        attempts += 1
        current = await launchPostgres(config, () => {})
        return true
      } catch {
        if (stopping.signal.aborted) return false
        // On a full disk it starts once there is space, so attempts do not count.
        if (await isDiskFull(cluster)) attempts = Math.min(attempts, MAX_ATTEMPTS - 1)
      }
    }
  }

  async function poll(): Promise<void> {
    let startedAt = performance.now()
    for (;;) {
      while (isProcessAlive(current)) {
        await rotateOpenLog(logFile).catch(() => {})
        await sleep(POLL_INTERVAL_MS, null, { signal: stopping.signal, ref: false })
      }
      if (performance.now() - startedAt > HEALTHY_AFTER_MS) attempts = 0
      onLost(`PostgreSQL exited unexpectedly: ${reasonOf()}.`)
      if (!(await restart())) return
      startedAt = performance.now()
      onRestored()
    }
  }

  const polling = poll().catch(error => {
    if (!stopping.signal.aborted) onGiveUp(`Can’t supervise PostgreSQL: ${error}`)
  })

  return {
    stop: async () => {
      stopping.abort()
      // A postmaster that is being started is stopped as well, which also ends the wait for it.
      const end = async () => {
        const running = findRunningPostmaster(cluster)?.pid ?? current
        if (isProcessAlive(running)) await stopPostmaster(running, cluster, binaries)
      }
      let isOver = false
      const exited = polling.then(() => (isOver = true))
      do {
        await end()
        await Promise.race([exited, sleep(50)])
      } while (!isOver)
      await end()
    },
  }
}

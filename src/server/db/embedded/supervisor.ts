// The embedded PostgreSQL is looked after: when it ends although nobody asked it to, it is started again,
// and the server goes on meanwhile. Only one that will not come up however often it is tried is given up.

import { setTimeout as sleep } from 'node:timers/promises'
import { isDiskFull } from '#server/http/disk-space.ts'
import { errorReasonIn } from './binaries.ts'
import { readLogSince } from './log-file.ts'
import { findRunning, isAlive, stopPostmaster } from './postmaster.ts'
import { type LaunchConfig, launchPostgres } from './start-postgres.ts'

export type SupervisorOptions = {
  /** It has ended, and is being started again. */
  readonly onLost: (sentence: string) => void
  /** It accepts connections again. */
  readonly onRestored: () => void
  /** Told once, when nobody tries any more. */
  readonly onGiveUp: (sentence: string) => void
  /** Before the second try; it doubles from try to try. */
  readonly retryDelayMs?: number
}

const POLL_INTERVAL_MS = 200
const MAX_ATTEMPTS = 6
const MAX_WAIT_MS = 10_000
/** One that ends sooner than this after it came up has failed once more. */
const HEALTHY_AFTER_MS = 2000

/** Looks after the postmaster `pid`. `stop` ends the watch and the postmaster, whichever runs by then. */
export function superviseDatabase(
  config: LaunchConfig,
  pid: number,
  { onLost, onRestored, onGiveUp, retryDelayMs = 1000 }: SupervisorOptions,
): { stop: () => Promise<void> } {
  const { cluster, logFile, binaries } = config
  const stopping = new AbortController()
  let current = pid
  let attempts = 0

  const pause = (): number => (attempts === 0 ? 0 : Math.min(retryDelayMs * 2 ** (attempts - 1), MAX_WAIT_MS))
  const reasonOf = (): string => errorReasonIn(readLogSince(logFile, -4096))

  /** Answers whether it runs again. */
  async function restart(): Promise<boolean> {
    for (;;) {
      if (attempts === MAX_ATTEMPTS) {
        onGiveUp(`PostgreSQL was started ${attempts} times and exited each time: ${reasonOf()}.`)
        return false
      }
      await sleep(pause(), null, { signal: stopping.signal })
      try {
        attempts += 1
        current = await launchPostgres(config, () => {})
        return true
      } catch {
        if (stopping.signal.aborted) return false
        // As soon as somebody makes room it comes up, so it is tried for as long as that takes.
        if (await isDiskFull(cluster)) attempts = Math.min(attempts, MAX_ATTEMPTS - 1)
      }
    }
  }

  async function poll(): Promise<void> {
    let startedAt = performance.now()
    for (;;) {
      while (isAlive(current)) await sleep(POLL_INTERVAL_MS, null, { signal: stopping.signal, ref: false })
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
      // One that is just being started is ended as well: that also ends the wait for it.
      const end = async () => {
        const running = findRunning(cluster)?.pid ?? current
        if (isAlive(running)) await stopPostmaster(running, cluster, binaries)
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

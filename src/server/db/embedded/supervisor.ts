// The embedded PostgreSQL is looked after: when it ends although nobody asked it to, it is started again,
// and the server goes on meanwhile. Only one that will not come up however often it is tried is given up.

import { setTimeout as sleep } from 'node:timers/promises'
import { isDiskFull } from '#server/http/disk-space.ts'
import { reasonIn } from './binaries.ts'
import { logSince } from './log-file.ts'
import { findRunning, isAlive, stopPostmaster } from './postmaster.ts'
import { launch, type Place } from './start-postgres.ts'

export type Watcher = {
  /** It has ended, and is being started again. */
  readonly onLost: (sentence: string) => void
  /** It accepts connections again. */
  readonly onBack: () => void
  /** Told once, when nobody tries any more. */
  readonly onGivenUp: (sentence: string) => void
  /** Before the second try; it doubles from try to try. */
  readonly pauseMs?: number
}

const LOOK_MS = 200
const MOST_TRIES = 6
const LONGEST_WAIT_MS = 10_000
/** One that ends sooner than this after it came up has failed once more. */
const SOUND_AFTER_MS = 2000

/** Looks after the postmaster `pid`. `stop` ends the watch and the postmaster, whichever runs by then. */
export function watchOver(
  place: Place,
  pid: number,
  { onLost, onBack, onGivenUp, pauseMs = 1000 }: Watcher,
): { stop: () => Promise<void> } {
  const { cluster, logFile, binaries } = place
  const stopping = new AbortController()
  let current = pid
  let tries = 0

  const pause = (): number => (tries === 0 ? 0 : Math.min(pauseMs * 2 ** (tries - 1), LONGEST_WAIT_MS))
  const reasonOf = (): string => reasonIn(logSince(logFile, -4096))

  /** Answers whether it runs again. */
  async function startAgain(): Promise<boolean> {
    for (;;) {
      if (tries === MOST_TRIES) {
        onGivenUp(`PostgreSQL was started ${tries} times and ended each time: ${reasonOf()}.`)
        return false
      }
      await sleep(pause(), null, { signal: stopping.signal })
      try {
        tries += 1
        current = await launch(place, () => {})
        return true
      } catch {
        if (stopping.signal.aborted) return false
        // As soon as somebody makes room it comes up, so it is tried for as long as that takes.
        if (await isDiskFull(cluster)) tries = Math.min(tries, MOST_TRIES - 1)
      }
    }
  }

  async function watch(): Promise<void> {
    let since = performance.now()
    for (;;) {
      while (isAlive(current)) await sleep(LOOK_MS, null, { signal: stopping.signal, ref: false })
      if (performance.now() - since > SOUND_AFTER_MS) tries = 0
      onLost(`PostgreSQL ended unexpectedly: ${reasonOf()}.`)
      if (!(await startAgain())) return
      since = performance.now()
      onBack()
    }
  }

  const watching = watch().catch(fault => {
    if (!stopping.signal.aborted) onGivenUp(`PostgreSQL cannot be looked after: ${fault}`)
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
      const over = watching.then(() => (isOver = true))
      do {
        await end()
        await Promise.race([over, sleep(50)])
      } while (!isOver)
      await end()
    },
  }
}

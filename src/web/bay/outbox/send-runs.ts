// When an outbox sends: one run at a time, in one tab.

import type { OutboxLock } from './outbox-types.ts'

/** A tab that holds the lock and says nothing for so long was suspended. */
const MAX_SILENCE_MS = 60_000

type SendRunsOptions = {
  readonly lock: OutboxLock
  readonly now: () => number
  /** `mustRead`: the store may have changed. */
  readonly sendAll: (mustRead: boolean, signal: AbortSignal) => Promise<void>
  readonly wake: () => void
  /** Whether something was added that no run has looked at; asked, it is forgotten. */
  readonly takeWake: () => boolean
}

export function createSendRuns({ lock, now, sendAll, wake, takeWake }: SendRunsOptions) {
  const closing = new AbortController()
  /** Since when another tab has the lock and says nothing. */
  let deniedAt: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null
  let mustRepeat = false
  /** Not after every tap: thousands may be stored. */
  let mustRead = false
  let abort = (): void => {}

  /** A run after `delay` milliseconds; null for none. */
  function schedule(delay: number | null): void {
    clearTimeout(timer)
    if (delay !== null && !closing.signal.aborted) timer = setTimeout(() => void run(), delay)
  }

  /** As the only tab. */
  async function runOnce(lockSignal: AbortSignal): Promise<void> {
    const controller = new AbortController()
    abort = () => controller.abort()
    lockSignal.addEventListener('abort', abort, { once: true })
    const isReading = mustRead
    mustRead = false
    await sendAll(isReading, controller.signal)
  }

  async function runUntilDone(): Promise<void> {
    do {
      mustRepeat = false
      const hasRun = await lock(runOnce, deniedAt !== null && now() - deniedAt > MAX_SILENCE_MS)
      deniedAt = hasRun ? null : (deniedAt ?? now())
      if (!hasRun) {
        mustRead = true
        schedule(MAX_SILENCE_MS)
      }
      if (takeWake() && hasRun) mustRepeat = true
    } while (mustRepeat && !closing.signal.aborted)
  }

  function run(): Promise<void> {
    if (closing.signal.aborted) return Promise.resolve()
    if (running !== null) wake()
    running ??= runUntilDone().finally(() => {
      running = null
      // Added after it had looked for the last time.
      if (takeWake()) void run()
    })
    return running
  }

  return {
    run,
    schedule,
    isRunning: () => running !== null,
    isClosed: () => closing.signal.aborted,
    /** A run that also reads the store. */
    flush: (): Promise<void> => {
      mustRead = true
      mustRepeat = running !== null
      return run()
    },
    /** Another tab has said something. */
    noteOtherTab: (): void => {
      if (deniedAt !== null) deniedAt = now()
    },
    abort: () => abort(),
    close: () => {
      closing.abort()
      abort()
      clearTimeout(timer)
    },
  }
}

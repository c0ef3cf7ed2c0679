// Works through a queue: at once when woken, otherwise now and then, with limited concurrency.

const POLL_INTERVAL_MS = 3000

export type QueueWorker = {
  /** Checks the queue now. */
  readonly wake: () => void
  /** Finishes what is in progress, and starts nothing else. */
  readonly close: () => Promise<void>
}

/**
 * `processNext` processes the oldest entry, and returns whether there was one. With `concurrency` above 1, it calls
 * `onLeased` once it has leased an entry, so that the next one can start.
 */
export function startQueueWorker(
  processNext: (onLeased: () => void) => Promise<boolean>,
  onError: (error: unknown) => void,
  { concurrency = 1, pollIntervalMs = POLL_INTERVAL_MS } = {},
): QueueWorker {
  let isClosing = false
  let wakeCount = 0
  let activeWorkers = 0
  const runs = new Set<Promise<void>>()

  async function drainQueue(): Promise<void> {
    let seenWakeCount: number
    do {
      seenWakeCount = wakeCount
      try {
        while (!isClosing && (await processNext(startWorker)));
      } catch (error) {
        onError(error)
      }
    } while (seenWakeCount !== wakeCount && !isClosing)
    // In the same tick as the check for wake-ups, so that none is lost.
    activeWorkers -= 1
  }

  function startWorker(): void {
    if (isClosing || activeWorkers === concurrency) return
    activeWorkers += 1
    const run: Promise<void> = drainQueue().finally(() => runs.delete(run))
    runs.add(run)
  }

  function wake(): void {
    wakeCount += 1
    startWorker()
  }

  const timer = setInterval(wake, pollIntervalMs)
  timer.unref()
  wake()

  return {
    wake,
    close: async () => {
      isClosing = true
      clearInterval(timer)
      await Promise.all(runs)
    },
  }
}

const MAX_DELAY_MS = 60 * 60 * 1000

/** When to retry after `tries` failures: `firstMs` from now, then twice as long each time, up to an hour. */
export const backoff = (firstMs: number, tries: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(firstMs * 2 ** tries, MAX_DELAY_MS))

/** The stored reason of a failed delivery or run. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

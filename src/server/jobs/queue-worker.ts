// Going round a queue: at once when somebody says that there is something to do, otherwise every few seconds, and with
// no more on their way at a time than were asked for.

const POLL_INTERVAL_MS = 3000

export type QueueWorker = {
  /** Looks at once; otherwise it looks every few seconds. */
  readonly wake: () => void
  /** Lets what is on its way arrive, and takes nothing else. */
  readonly close: () => Promise<void>
}

/**
 * `takeOne` carries what has waited longest, and answers whether there was anything. Where `atOnce` may be on their
 * way together, it says as soon as it has something in hand, so that another looks for more meanwhile.
 */
export function startQueueWorker(
  processNext: (onLeased: () => void) => Promise<boolean>,
  onError: (error: unknown) => void,
  concurrency = 1,
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
    // Within the same breath as the look at the calls: one that comes now sends another.
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

  const timer = setInterval(wake, POLL_INTERVAL_MS)
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

/** When what has failed `tries` times before is tried again: `firstMs` from now, then twice as long each time, to an hour. */
export const backoff = (firstMs: number, tries: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(firstMs * 2 ** tries, MAX_DELAY_MS))

/** What is kept of why something did not arrive. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

// Going round a queue: at once when somebody says that there is something to do, otherwise every few seconds, and with
// no more on their way at a time than were asked for.

const LOOK_AGAIN_MS = 3000

export type Rounds = {
  /** Looks at once; otherwise it looks every few seconds. */
  readonly wake: () => void
  /** Lets what is on its way arrive, and takes nothing else. */
  readonly close: () => Promise<void>
}

/**
 * `takeOne` carries what has waited longest, and answers whether there was anything. Where `atOnce` may be on their
 * way together, it says as soon as it has something in hand, so that another looks for more meanwhile.
 */
export function openRounds(
  takeOne: (inHand: () => void) => Promise<boolean>,
  onFault: (fault: unknown) => void,
  atOnce = 1,
): Rounds {
  let isClosing = false
  let calls = 0
  let walkers = 0
  const walks = new Set<Promise<void>>()

  async function walk(): Promise<void> {
    let heard: number
    do {
      heard = calls
      try {
        while (!isClosing && (await takeOne(sendAnother)));
      } catch (fault) {
        onFault(fault)
      }
    } while (heard !== calls && !isClosing)
    // Within the same breath as the look at the calls: one that comes now sends another.
    walkers -= 1
  }

  function sendAnother(): void {
    if (isClosing || walkers === atOnce) return
    walkers += 1
    const going: Promise<void> = walk().finally(() => walks.delete(going))
    walks.add(going)
  }

  function wake(): void {
    calls += 1
    sendAnother()
  }

  const timer = setInterval(wake, LOOK_AGAIN_MS)
  timer.unref()
  wake()

  return {
    wake,
    close: async () => {
      isClosing = true
      clearInterval(timer)
      await Promise.all(walks)
    },
  }
}

const LONGEST_DELAY_MS = 60 * 60 * 1000

/** When what has failed `tries` times before is tried again: `firstMs` from now, then twice as long each time, to an hour. */
export const laterBy = (firstMs: number, tries: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(firstMs * 2 ** tries, LONGEST_DELAY_MS))

/** What is kept of why something did not arrive. */
export const faultWords = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault))

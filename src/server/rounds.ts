// Going round a queue: at once when somebody says that there is something to do, otherwise every few seconds, and
// never twice at the same time.

const LOOK_AGAIN_MS = 3000

export type Rounds = {
  /** Looks at once; otherwise it looks every few seconds. */
  readonly wake: () => void
  /** Lets what is on its way arrive, and takes nothing else. */
  readonly close: () => Promise<void>
}

/** `takeOne` takes what has waited longest, and answers whether there was anything. */
export function openRounds(takeOne: () => Promise<boolean>, onFault: (fault: unknown) => void): Rounds {
  let isClosing = false
  let isAwake = false
  let isWalking = false
  let round = Promise.resolve()

  async function goRound(): Promise<void> {
    while (isAwake && !isClosing) {
      isAwake = false
      while (!isClosing && (await takeOne()));
    }
  }

  function wake(): void {
    isAwake = true
    if (isWalking || isClosing) return
    isWalking = true
    round = goRound()
      .catch(onFault)
      .finally(() => {
        isWalking = false
        if (isAwake) wake()
      })
  }

  const timer = setInterval(wake, LOOK_AGAIN_MS)
  timer.unref()
  wake()

  return {
    wake,
    close: async () => {
      isClosing = true
      clearInterval(timer)
      await round
    },
  }
}

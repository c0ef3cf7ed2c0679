// What takes much of a machine is done a few at a time.

/** Runs a task when its turn has come; one whose asker has left before that is never begun. */
type Limiter = <T>(task: () => Promise<T>, leaving?: AbortSignal) => Promise<T>

/** Runs tasks at most `places` at a time, the others in the order in which they came. */
export function createLimiter(concurrency: number): Limiter {
  let free = concurrency
  const waiting = new Set<() => void>()
  const waitForSlot = (signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const proceed = () => {
        waiting.delete(proceed)
        signal?.removeEventListener('abort', cancel)
        resolve()
      }
      const cancel = () => {
        waiting.delete(proceed)
        reject(signal?.reason)
      }
      waiting.add(proceed)
      signal?.addEventListener('abort', cancel, { once: true })
    })
  return async (task, signal) => {
    signal?.throwIfAborted()
    if (free > 0) free -= 1
    else await waitForSlot(signal)
    try {
      return await task()
    } finally {
      const [next] = waiting
      if (next === undefined) free += 1
      else next()
    }
  }
}

/** The same, where nobody has more than one task among those that wait for all: many of one do not hold up another. */
export function createKeyedLimiter(concurrency: number) {
  const sharedLimiter = createLimiter(concurrency)
  const limiters = new Map<string, { readonly limiter: Limiter; tasks: number }>()
  return async <T>(key: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const entry = limiters.get(key) ?? { limiter: createLimiter(1), tasks: 0 }
    limiters.set(key, entry)
    entry.tasks += 1
    try {
      return await entry.limiter(() => sharedLimiter(task, signal), signal)
    } finally {
      entry.tasks -= 1
      if (entry.tasks === 0) limiters.delete(key)
    }
  }
}

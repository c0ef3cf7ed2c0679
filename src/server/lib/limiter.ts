// Limits the concurrency of expensive work.

/** Runs a task when a slot is free; one aborted before that never starts. */
type Limiter = <T>(task: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/** Runs at most `concurrency` tasks at a time, the others in order. */
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

/**
 * The same with at most one waiting task per key in the shared queue, so that one key's tasks do not delay another's.
 */
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

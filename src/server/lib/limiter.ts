// Limits the concurrency of expensive work.

/** Who asks for expensive work. */
export type Requester = {
  /** The client, whose tasks wait for each other. */
  readonly key: string
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
}

/** Runs a task when a slot is free; one aborted before that never starts. */
type Limiter = <T>(task: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/** Runs at most `concurrency` tasks at a time, the others in order. One that waits for too long is refused. */
export function createLimiter(concurrency: number, maxWaitMs?: number): Limiter {
  let free = concurrency
  const waiting = new Set<() => void>()
  const waitForSlot = (signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.delete(proceed)
        clearTimeout(timer)
        signal?.removeEventListener('abort', cancel)
      }
      const proceed = () => {
        leave()
        resolve()
      }
      const cancel = () => {
        leave()
        reject(signal?.reason)
      }
      const giveUp = () => {
        leave()
        reject(new QueueTimeoutError('A task has waited for too long.'))
      }
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs)
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

type KeyedLimiterOptions = {
  /** How many tasks of one key run or wait in the shared queue. */
  readonly perKey?: number
  /** How many more of one key may wait; a task beyond them is refused with a QueueFullError. */
  readonly maxWaiting?: number
  /** How long a task waits before it is refused with a QueueTimeoutError. */
  readonly maxWaitMs?: number
}

/** Too many tasks of one key are waiting. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError'
}

/** A task has waited for too long. */
export class QueueTimeoutError extends Error {
  override readonly name = 'QueueTimeoutError'
}

/** The same with few tasks per key in the shared queue, so that one key's tasks do not delay another's. */
export function createKeyedLimiter(
  concurrency: number,
  { perKey = 1, maxWaiting = Infinity, maxWaitMs }: KeyedLimiterOptions = {},
) {
  const sharedLimiter = createLimiter(concurrency, maxWaitMs)
  const limiters = new Map<string, { readonly limiter: Limiter; tasks: number }>()
  return async <T>(key: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const entry = limiters.get(key) ?? { limiter: createLimiter(perKey, maxWaitMs), tasks: 0 }
    if (entry.tasks >= perKey + maxWaiting) throw new QueueFullError('Too many tasks are waiting.')
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

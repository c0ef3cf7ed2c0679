// Limits the concurrency of expensive work.

import { tooMany } from './api-errors.ts'

/** Who asks for expensive work. */
export type Requester = {
  /** The client, whose tasks wait for each other. */
  readonly key: string
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
}

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

type KeyedLimiterOptions = {
  /** How many tasks of one key run or wait in the shared queue. */
  readonly perKey?: number
  /** How many more of one key may wait; a task beyond them is refused with TOO_MANY. */
  readonly maxWaiting?: number
}

/** The same with few tasks per key in the shared queue, so that one key's tasks do not delay another's. */
export function createKeyedLimiter(
  concurrency: number,
  { perKey = 1, maxWaiting = Infinity }: KeyedLimiterOptions = {},
) {
  const sharedLimiter = createLimiter(concurrency)
  const limiters = new Map<string, { readonly limiter: Limiter; tasks: number }>()
  return async <T>(key: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const entry = limiters.get(key) ?? { limiter: createLimiter(perKey), tasks: 0 }
    if (entry.tasks >= perKey + maxWaiting) throw tooMany(1)
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

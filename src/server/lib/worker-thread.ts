// Threads are given JavaScript text, not a file: the bundled server is one file.

import { once } from 'node:events'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { createLimiter } from './limiter.ts'

export class WorkerTimeoutError extends Error {}

/**
 * The next message of a thread. Rejects after `timeoutMs` with a WorkerTimeoutError, when `signal` is aborted, and with
 * the thread's errors as they are.
 */
async function nextMessage<Result>(worker: Worker, timeoutMs: number, signal?: AbortSignal): Promise<Result> {
  const settled = new AbortController()
  const options = { signal: settled.signal }
  let timer: NodeJS.Timeout | undefined
  const exits = once(worker, 'exit', options).then(() => {
    throw new Error('The worker thread exited without a result.')
  })
  const interrupted = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new WorkerTimeoutError('The worker thread took too long.')), timeoutMs)
    signal?.addEventListener('abort', () => reject(signal.reason), options)
  })
  try {
    const [message] = await Promise.race([once(worker, 'message', options), exits, interrupted])
    return message
  } finally {
    clearTimeout(timer)
    settled.abort()
  }
}

/** Runs the text in a new thread, which is terminated after its first message or failure (see nextMessage). */
export async function runWorkerThread<Result>(
  source: string,
  timeoutMs: number,
  { signal, ...options }: WorkerOptions & { readonly signal?: AbortSignal },
): Promise<Result> {
  signal?.throwIfAborted()
  const worker = new Worker(source, { ...options, eval: true })
  try {
    return await nextMessage<Result>(worker, timeoutMs, signal)
  } finally {
    await worker.terminate()
  }
}

/**
 * A thread that answers each message with one, one at a time. It starts with the first, and is terminated after a failure
 * and when nothing has come for `idleMs`. A message may have another limit, `maxMs`.
 */
export function createWorkerThread<Message, Result>(
  source: string,
  { timeoutMs, idleMs, ...options }: WorkerOptions & { readonly timeoutMs: number; readonly idleMs: number },
): (message: Message, maxMs?: number) => Promise<Result> {
  const limit = createLimiter(1)
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  const startWorker = (): Worker => {
    const started = new Worker(source, { ...options, eval: true })
    const forget = () => {
      if (worker === started) worker = null
    }
    return started.on('error', forget).on('exit', forget)
  }
  return (message, maxMs = timeoutMs) =>
    limit(async () => {
      clearTimeout(idle)
      worker ??= startWorker()
      const running = worker
      running.ref()
      try {
        running.postMessage(message)
        const result = await nextMessage<Result>(running, maxMs)
        // Neither the thread nor the timer holds up the end of the process.
        running.unref()
        idle = setTimeout(() => {
          worker = null
          void running.terminate()
        }, idleMs).unref()
        return result
      } catch (error) {
        await running.terminate()
        throw error
      }
    })
}

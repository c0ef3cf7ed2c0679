import { Worker, type WorkerOptions } from 'node:worker_threads'

export class WorkerTimeoutError extends Error {}

/**
 * Runs JavaScript text in a new thread and returns its first message. The thread is terminated then, after `timeoutMs`
 * with a WorkerTimeoutError, and when `signal` is aborted; its other errors are thrown as they are.
 */
export async function runWorkerThread<Result>(
  source: string,
  timeoutMs: number,
  { signal, ...options }: WorkerOptions & { readonly signal?: AbortSignal },
): Promise<Result> {
  signal?.throwIfAborted()
  const worker = new Worker(source, { ...options, eval: true })
  let timer: NodeJS.Timeout | undefined
  let onAbort = () => {}
  try {
    return await new Promise<Result>((resolve, reject) => {
      timer = setTimeout(() => reject(new WorkerTimeoutError('The worker thread took too long.')), timeoutMs)
      onAbort = () => reject(signal?.reason)
      signal?.addEventListener('abort', onAbort)
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('The worker thread exited without a result.')))
    })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    await worker.terminate()
  }
}

// The worker processes of one port: one that exits is restarted, after a delay that depends on how long it ran.

import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '#server/lib/logger.ts'
import type { BootstrapResult } from './bootstrap.ts'

/** One that exits sooner than this has failed again. */
const HEALTHY_AFTER_MS = 10_000
const MIN_RESTART_DELAY_MS = 500
const MAX_RESTART_DELAY_MS = 30_000
/** Longer than a worker takes to finish its requests. */
const STOP_TIMEOUT_MS = 15_000
const METRICS_TIMEOUT_MS = 2000

/** Sent to a worker at its start. */
type WorkerConfig = BootstrapResult & {
  /** Its number, from 1; a replacement has the same. */
  readonly slot: number
  readonly port: number
  /** Its pool size, besides the LISTEN connection. */
  readonly connections: number
}

export type WorkerCommand =
  | { readonly command: 'start'; readonly config: WorkerConfig }
  | { readonly command: 'collect-metrics' }
  | { readonly command: 'close' }

export type WorkerEvent =
  /** It is ready for messages. */
  | { readonly event: 'ready' }
  | { readonly event: 'started'; readonly url: string }
  | { readonly event: 'failed'; readonly message: string }
  | { readonly event: 'metrics'; readonly metrics: readonly object[] }

type WorkerPool = {
  readonly url: string
  /** The number of running workers. */
  readonly size: () => number
  /** The metrics of each worker that responds. */
  readonly collectMetrics: () => Promise<(readonly object[])[]>
  readonly close: () => Promise<void>
}

type WorkerPoolOptions = {
  readonly size: number
  /** Sent to each worker, without its number and port. */
  readonly config: Omit<WorkerConfig, 'slot' | 'port'>
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  readonly log: Pick<Logger, 'error' | 'info'>
}

/** The delay before restarting a worker that ran for `workedMs`, after a delay of `last`. */
export const restartDelay = (workedMs: number, last: number): number =>
  workedMs >= HEALTHY_AFTER_MS ? 0 : Math.min(Math.max(MIN_RESTART_DELAY_MS, last * 2), MAX_RESTART_DELAY_MS)

/** Reserves one port for all, including later workers. */
async function reservePort(host: string, wanted: number): Promise<number> {
  if (wanted !== 0) return wanted
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Starts all workers; rejects with the message of the first that fails. */
export async function startWorkerPool({
  size,
  config,
  host,
  port,
  log,
}: WorkerPoolOptions): Promise<WorkerPool> {
  const shutdown = new AbortController()
  const { signal } = shutdown
  const listenPort = await reservePort(host, port)
  const running = new Map<number, Worker>()
  const supervising: Promise<void>[] = []
  const workers = new Set<Worker>()

  /** Resolves with its address once it serves; rejects if it exits before. */
  function forkWorker(slot: number): { worker: Worker; started: Promise<string> } {
    const worker = cluster.fork()
    workers.add(worker)
    worker.once('exit', () => workers.delete(worker))
    // Errors end it, and the exit is handled.
    worker.on('error', () => {})
    const started = new Promise<string>((resolve, reject) => {
      worker.on('message', (event: WorkerEvent) => {
        if (event.event === 'ready')
          worker.send({ command: 'start', config: { ...config, slot, port: listenPort } })
        if (event.event === 'failed') reject(new Error(event.message))
        if (event.event !== 'started') return
        running.set(slot, worker)
        resolve(event.url)
      })
      worker.once('exit', (code, signalName) =>
        reject(new Error(`A worker exited with ${signalName ?? code}.`)),
      )
    })
    started.catch(() => {})
    return { worker, started }
  }

  async function supervise(slot: number, first: Worker): Promise<void> {
    let worker = first
    for (let delay = 0; ; ) {
      const startedAt = performance.now()
      const [code, signalName] = worker.isDead()
        ? [worker.process.exitCode, null]
        : await once(worker, 'exit')
      running.delete(slot)
      if (signal.aborted) return
      delay = restartDelay(performance.now() - startedAt, delay)
      const when = delay === 0 ? 'now' : `in ${delay / 1000} s`
      log.error(`Worker ${slot} exited unexpectedly (${signalName ?? code}); restarting ${when}.`)
      await sleep(delay, null, { signal }).catch(() => {})
      if (signal.aborted) return
      const next = forkWorker(slot)
      worker = next.worker
      next.started.then(
        () => log.info(`Worker ${slot} is back.`),
        error => log.error(`Worker ${slot} could not be started: ${error.message}`),
      )
    }
  }

  async function close(): Promise<void> {
    shutdown.abort()
    const exited = [...workers].map(worker => once(worker, 'exit'))
    for (const worker of workers) if (worker.isConnected()) worker.send({ command: 'close' })
    const timeout = setTimeout(() => {
      for (const worker of workers) worker.process.kill('SIGKILL')
    }, STOP_TIMEOUT_MS)
    await Promise.all([...exited, ...supervising])
    clearTimeout(timeout)
  }

  /** Null if it does not respond in time. */
  const collectMetricsOf = (worker: Worker) =>
    new Promise<readonly object[] | null>(resolve => {
      const finish = (metrics: readonly object[] | null) => {
        clearTimeout(timeout)
        worker.off('message', onMessage)
        resolve(metrics)
      }
      const onMessage = (event: WorkerEvent) => void (event.event === 'metrics' && finish(event.metrics))
      const timeout = setTimeout(finish, METRICS_TIMEOUT_MS, null)
      worker.on('message', onMessage)
      worker.send({ command: 'collect-metrics' })
    })

  try {
    const all = Array.from({ length: size }, (_, index) => forkWorker(index + 1))
    const [url = ''] = await Promise.all(all.map(({ started }) => started))
    all.forEach(({ worker }, index) => void supervising.push(supervise(index + 1, worker)))
    return {
      url,
      close,
      size: () => running.size,
      collectMetrics: async () => {
        const metrics = await Promise.all([...running.values()].map(collectMetricsOf))
        return metrics.filter(each => each !== null)
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

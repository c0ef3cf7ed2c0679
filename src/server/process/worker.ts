// One of several processes on the same port. Its parent controls it; if the parent dies, it finishes its requests and
// exits.

import cluster from 'node:cluster'
import { readSettings } from '#server/config/settings.ts'
import { stopOrphanedDatabase } from './bootstrap.ts'
import { createLog } from './start-and-stop.ts'
import { startFromEnv } from './start-from-env.ts'
import type { WorkerCommand, WorkerEvent } from './worker-pool.ts'

const send = (event: WorkerEvent): void => {
  // The parent may just have been killed.
  if (process.connected) process.send?.(event, undefined, {}, () => {})
}

export async function runWorker(): Promise<void> {
  const self = cluster.worker
  if (self === undefined) throw new Error('--worker is only for processes that --workers starts.')
  const settings = readSettings(process.env)
  const log = createLog(settings)
  process.on('unhandledRejection', error => log.error('Unhandled promise rejection.', error))
  let starting: ReturnType<typeof startFromEnv> | null = null
  let isStopping = false
  const stopping = new AbortController()

  const stop = async (): Promise<void> => {
    if (isStopping) return
    isStopping = true
    stopping.abort()
    const server = await starting?.catch(() => null)
    await server?.close().catch(error => log.error('Shutdown step failed.', error))
    if (!process.connected) await stopOrphanedDatabase(settings)
    log.flush()
    process.exit(0)
  }

  const handle = async (command: WorkerCommand): Promise<void> => {
    if (command.command === 'close') return stop()
    if (command.command === 'collect-metrics')
      return send({ event: 'metrics', metrics: (await (await starting)?.metrics.snapshot()) ?? [] })
    const { slot, port, connections, ...resources } = command.config
    const context = { settings, log, stopping: stopping.signal }
    starting = startFromEnv(context, resources, { slot, port, connections, metricsAddress: null })
    send({ event: 'started', url: (await starting).url })
  }

  self.on('disconnect', () => {
    // Otherwise Node would exit at once, with requests in flight.
    self.exitedAfterDisconnect = true
    void stop()
  })
  // Ctrl-C reaches all processes of the terminal; the parent coordinates the shutdown.
  process.on('SIGINT', () => stopping.abort())
  process.on('SIGTERM', () => void stop())
  process.on('message', (command: WorkerCommand) => {
    handle(command).catch(error => {
      send({ event: 'failed', message: error instanceof Error ? error.message : String(error) })
      log.flush()
      if (!isStopping) setImmediate(() => process.exit(1))
    })
  })
  send({ event: 'ready' })
}

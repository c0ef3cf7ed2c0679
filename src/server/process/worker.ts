// One of several processes that serve the same port. It does what the process above it says; once that is
// gone, it lets its requests finish and goes as well.

import cluster from 'node:cluster'
import { openFiles } from '#server/backup/targets.ts'
import { readSettings } from '#server/config/settings.ts'
import { closeLeftBehind, picturesFolder } from './bootstrap.ts'
import { logFor } from './run-program.ts'
import { serveHere } from './start-from-env.ts'
import type { Order, Place, Told } from './worker-messages.ts'

const tell = (told: Told): void => {
  // Whoever should hear it may just have been killed.
  if (process.connected) process.send?.(told, undefined, {}, () => {})
}

export async function work(): Promise<void> {
  const self = cluster.worker
  if (self === undefined) throw new Error('--worker is for the processes that --workers starts.')
  const settings = readSettings(process.env)
  const log = logFor(settings)
  process.on('unhandledRejection', fault => log.fault('Something failed that nobody waited for.', fault))
  let opening: ReturnType<typeof open> | null = null
  let isEnding = false
  const stopping = new AbortController()

  const open = async ({ slot, port, connections, ...premises }: Place) => {
    const files = await openFiles(settings)
    const own = {
      files,
      picturesFolder: picturesFolder(settings.dataDir, slot),
      port,
      connections,
      stopping: stopping.signal,
    }
    return serveHere(settings, premises, log, { ...own, figuresPort: null })
  }

  const end = async (): Promise<void> => {
    if (isEnding) return
    isEnding = true
    stopping.abort()
    const serving = await opening?.catch(() => null)
    await serving?.close().catch(fault => log.fault('Something could not be closed.', fault))
    if (!process.connected) await closeLeftBehind(settings)
    log.flush()
    process.exit(0)
  }

  const obey = async (order: Order): Promise<void> => {
    if (order.order === 'close') return end()
    if (order.order === 'count')
      return tell({ told: 'counted', figures: (await (await opening)?.figures.count()) ?? [] })
    opening = open(order.place)
    tell({ told: 'open', url: (await opening).url })
  }

  self.on('disconnect', () => {
    // Node would end us here and now, in the middle of what we have in hand.
    self.exitedAfterDisconnect = true
    void end()
  })
  // Ctrl-C reaches everybody at the terminal; the one above sees to it in order.
  process.on('SIGINT', () => stopping.abort())
  process.on('SIGTERM', () => void end())
  process.on('message', (order: Order) => {
    obey(order).catch(fault => {
      tell({ told: 'failed', sentence: fault instanceof Error ? fault.message : String(fault) })
      log.flush()
      if (!isEnding) setImmediate(() => process.exit(1))
    })
  })
  tell({ told: 'here' })
}

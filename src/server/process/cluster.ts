// `--workers 4`: this process has the data folder, the database and nightly backups; the workers share one port. It
// distributes connections, so a crash affects only one worker's.

import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { startNightlyBackups } from '#server/backup/nightly-backups.ts'
import { createFileStore } from '#server/backup/open-server-data.ts'
import { connectionsPerProcess, totalConnections } from '#server/db/connection-budget.ts'
import { createDatabase } from '#server/db/database.ts'
import { migrateAndConfigure } from '#server/db/migrate-and-configure.ts'
import { ignoreDuringShutdown } from '#server/lib/ignore-during-shutdown.ts'
import { aggregateWorkerMetrics, startMetricsServer } from '#server/metrics/metrics.ts'
import { bootstrap } from './bootstrap.ts'
import { print, runProgram } from './run-program.ts'
import { startWorkerPool } from './worker-pool.ts'

export const runCluster = (workerCount: number): Promise<void> =>
  runProgram(async (settings, shutdownHooks, log, stopping) => {
    const resources = await bootstrap(settings, shutdownHooks, log, {
      stopping,
      connections: totalConnections(workerCount),
    })
    const { connection } = resources
    const onConnectionError = (error: unknown) =>
      ignoreDuringShutdown(stopping, () => log.error('An idle database connection failed.', error))
    const { database, close } = createDatabase(connection, onConnectionError)
    shutdownHooks.push(close)
    await migrateAndConfigure(connection, settings.founders)
    const connections = await connectionsPerProcess(database, workerCount)
    if (process.argv.includes('--demo')) {
      const { seedDemoData } = await import('#server/seed/seed.ts')
      for (const line of await seedDemoData(database, new Date())) print(line)
    }
    if (settings.backups) {
      const files = await createFileStore(settings)
      const schedule = startNightlyBackups({ settings, connection, files, database, log })
      shutdownHooks.push(schedule.close)
    }
    cluster.setupPrimary({
      exec: fileURLToPath(new URL('main.js', import.meta.url)),
      args: ['--worker'],
    })
    const config = { ...resources, connections }
    const { host, port } = settings
    const pool = await startWorkerPool({ size: workerCount, config, host, port, log })
    shutdownHooks.push(pool.close)
    if (settings.metricsAddress === null) return { url: pool.url, metricsUrl: null }
    const metrics = await startMetricsServer(aggregateWorkerMetrics(pool), settings.metricsAddress)
    shutdownHooks.push(metrics.close)
    return { url: pool.url, metricsUrl: metrics.url }
  })

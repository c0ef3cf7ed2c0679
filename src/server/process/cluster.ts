// `--workers 4`: this process has the data folder, the database and nightly backups; the workers share one port. It
// distributes connections, so a crash affects only one worker's.

import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { connectionsPerProcess, totalConnections } from '#server/db/connection-budget.ts'
import { createDatabase, type Database } from '#server/db/database.ts'
import { migrateAndConfigure } from '#server/db/migrate-and-configure.ts'
import { ignoreDuringShutdown } from '#server/lib/ignore-during-shutdown.ts'
import { aggregateWorkerMetrics, startMetricsServer } from '#server/metrics/metrics.ts'
import { bootstrap, type ProgramContext } from './bootstrap.ts'
import { startWorkerPool } from './worker-pool.ts'

/** Starts the workers; `onDatabaseReady` runs before, once the database has all migrations. */
export async function startCluster(
  context: ProgramContext,
  workerCount: number,
  onDatabaseReady: (connection: pg.ClientConfig, database: Database) => Promise<void>,
) {
  const { settings, log, shutdownHooks, stopping } = context
  const resources = await bootstrap(context, { connections: totalConnections(workerCount) })
  const { connection } = resources
  const onConnectionError = (error: unknown) =>
    ignoreDuringShutdown(stopping, () => log.error('An idle database connection failed.', error))
  const { database, close } = createDatabase(connection, onConnectionError)
  shutdownHooks.push(close)
  await migrateAndConfigure(connection, settings.founders)
  const connections = await connectionsPerProcess(database, workerCount)
  await onDatabaseReady(connection, database)
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('main.js', import.meta.url)),
    args: ['--worker'],
  })
  const config = { ...resources, connections }
  const { host, port, metricsAddress } = settings
  const pool = await startWorkerPool({ size: workerCount, config, host, port, log })
  shutdownHooks.push(pool.close)
  if (metricsAddress === null) return { url: pool.url, metricsUrl: null }
  const metrics = await startMetricsServer(aggregateWorkerMetrics(pool), metricsAddress)
  shutdownHooks.push(metrics.close)
  return { url: pool.url, metricsUrl: metrics.url }
}

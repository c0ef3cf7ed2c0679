// `--workers 4`: this process has the data folder, the database and the nights; the others serve, all on one
// port. It takes connections and hands them round, so one that ends takes only its own along.

import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { keepNightly } from '#server/backup/start-schedule.ts'
import { openFiles } from '#server/backup/targets.ts'
import { openDatabase } from '#server/db/client.ts'
import { connectionsEach, connectionsWanted } from '#server/db/connection-budget.ts'
import { prepare } from '#server/db/migrate-and-configure.ts'
import { unlessStopping } from '#server/lib/ignore-during-shutdown.ts'
import { gatherFigures, serveFigures } from '#server/metrics/metrics.ts'
import { openPremises } from './bootstrap.ts'
import { runProgram, say } from './run-program.ts'
import { openCrew } from './worker-pool.ts'

export const runWorkers = (size: number): Promise<void> =>
  runProgram(async (settings, undo, log, stopping) => {
    const premises = await openPremises(settings, undo, log, {
      stopping,
      connections: connectionsWanted(size),
    })
    const { connection } = premises
    const lost = (fault: unknown) =>
      unlessStopping(stopping, () => log.fault('An idle database connection broke.', fault))
    const { database, close } = openDatabase(connection, lost)
    undo.push(close)
    await prepare(connection, settings.founders)
    const connections = await connectionsEach(database, size)
    if (process.argv.includes('--demo')) {
      const { fillWithCast } = await import('#server/seed/seed.ts')
      for (const line of await fillWithCast(database, new Date())) say(line)
    }
    if (settings.backups) {
      const files = await openFiles(settings)
      const nightly = keepNightly({ settings, connection, files, database, log })
      undo.push(nightly.close)
    }
    cluster.setupPrimary({
      exec: fileURLToPath(new URL('main.js', import.meta.url)),
      args: ['--worker'],
    })
    const place = { ...premises, connections }
    const { host, port } = settings
    const crew = await openCrew({ size, place, host, port, log })
    undo.push(crew.close)
    if (settings.figuresPort === null) return { url: crew.url, figuresUrl: null }
    const figures = await serveFigures(gatherFigures(crew), settings.figuresPort)
    undo.push(figures.close)
    return { url: crew.url, figuresUrl: figures.url }
  })

// The usual start: settings, the data folder's lock, the database, the server. Server modules load while PostgreSQL
// starts, which takes about as long.

import { bootstrap, imagesFolder } from './bootstrap.ts'
import { print, runProgram } from './run-program.ts'

const loadServerCode = () => import('./start-from-env.ts')

export const runSingleProcess = (): Promise<void> =>
  runProgram(async (settings, shutdownHooks, log, stopping) => {
    // Its errors are handled where it is awaited.
    const resources = await bootstrap(settings, shutdownHooks, log, {
      stopping,
      meanwhile: () => void loadServerCode().catch(() => {}),
    })
    const [{ startFromEnv }, { createFileStore }] = await Promise.all([
      loadServerCode(),
      import('#server/backup/open-server-data.ts'),
    ])
    const files = await createFileStore(settings)
    const options = {
      files,
      imagesFolder: imagesFolder(settings.dataDir),
      stopping,
      // The data folder's lock protects the embedded database from other processes.
      isSingleProcess: settings.databaseUrl === undefined,
    }
    const server = await startFromEnv(settings, resources, log, options)
    shutdownHooks.push(() => server.close())
    const { database } = server
    if (settings.backups) {
      const { startNightlyBackups } = await import('#server/backup/nightly-backups.ts')
      const schedule = startNightlyBackups({
        settings,
        connection: resources.connection,
        files,
        database,
        log,
      })
      shutdownHooks.push(schedule.close)
    }
    if (process.argv.includes('--demo')) {
      const { seedDemoData } = await import('#server/seed/seed.ts')
      for (const line of await seedDemoData(database, new Date())) print(line)
    }
    return server
  })

// The start as nearly everybody has it: settings, one owner for the data folder, the database, the server. What the
// server is made of is read while PostgreSQL starts: each takes about as long.

import { bootstrap, imagesFolder } from './bootstrap.ts'
import { print, runProgram } from './run-program.ts'

const loadServerCode = () => import('./start-from-env.ts')

export const runSingleProcess = (): Promise<void> =>
  runProgram(async (settings, shutdownHooks, log, stopping) => {
    // What goes wrong with it is met where it is waited for.
    const resources = await bootstrap(settings, shutdownHooks, log, {
      stopping,
      meanwhile: () => void loadServerCode().catch(() => {}),
    })
    const [{ startFromEnv }, { createFileStore }] = await Promise.all([
      loadServerCode(),
      import('#server/backup/targets.ts'),
    ])
    const files = await createFileStore(settings)
    const options = {
      files,
      imagesFolder: imagesFolder(settings.dataDir),
      stopping,
      // The claim on the data folder keeps the database inside it from everybody else.
      isSingleProcess: settings.databaseUrl === undefined,
    }
    const server = await startFromEnv(settings, resources, log, options)
    shutdownHooks.push(() => server.close())
    const { database } = server
    if (settings.backups) {
      const { startNightlyBackups } = await import('#server/backup/start-schedule.ts')
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

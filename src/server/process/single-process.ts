// The start as nearly everybody has it: settings, one owner for the data folder, the database, the server. What the
// server is made of is read while PostgreSQL starts: each takes about as long.

import { openPremises, picturesFolder } from './bootstrap.ts'
import { runProgram, say } from './run-program.ts'

const serverCode = () => import('./start-from-env.ts')

export const runOne = (): Promise<void> =>
  runProgram(async (settings, undo, log, stopping) => {
    // What goes wrong with it is met where it is waited for.
    const premises = await openPremises(settings, undo, log, {
      stopping,
      meanwhile: () => void serverCode().catch(() => {}),
    })
    const [{ serveHere }, { openFiles }] = await Promise.all([
      serverCode(),
      import('#server/backup/targets.ts'),
    ])
    const files = await openFiles(settings)
    const own = {
      ...{ files, picturesFolder: picturesFolder(settings.dataDir), stopping },
      // The claim on the data folder keeps the database inside it from everybody else.
      isAlone: settings.databaseUrl === undefined,
    }
    const serving = await serveHere(settings, premises, log, own)
    undo.push(() => serving.close())
    const { database } = serving
    if (settings.backups) {
      const { keepNightly } = await import('#server/backup/start-schedule.ts')
      const nightly = keepNightly({ settings, connection: premises.connection, files, database, log })
      undo.push(nightly.close)
    }
    if (process.argv.includes('--demo')) {
      const { fillWithCast } = await import('#server/seed/seed.ts')
      for (const line of await fillWithCast(database, new Date())) say(line)
    }
    return serving
  })

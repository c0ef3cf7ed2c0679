// The start as nearly everybody has it: settings, one owner for the data folder, the database, the server.

import { fillWithCast } from './cast/fill.ts'
import { keepNightly } from './keeping/keep-nightly.ts'
import { openFiles } from './keeping/place.ts'
import { openPremises, picturesFolder } from './premises.ts'
import { runProgram, say } from './program.ts'
import { serveHere } from './serve-here.ts'

export const runOne = (): Promise<void> =>
  runProgram(async (settings, undo, log, stopping) => {
    const premises = await openPremises(settings, undo, log, stopping)
    const files = await openFiles(settings)
    const own = { files, picturesFolder: picturesFolder(settings.dataDir), stopping }
    const serving = await serveHere(settings, premises, log, own)
    undo.push(() => serving.close())
    const { database } = serving
    if (settings.backups) {
      const nightly = keepNightly({ settings, connection: premises.connection, files, database, log })
      undo.push(nightly.close)
    }
    if (process.argv.includes('--demo'))
      for (const line of await fillWithCast(database, new Date())) say(line)
    return serving
  })

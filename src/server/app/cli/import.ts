// `npm run import -- TREE.json`: brings companies along from a database tree, with or without a running server.

import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createFileStore } from '#server/backup/server-data.ts'
import { readSettings, serverTimeZone } from '#server/config/settings.ts'
import { NO_TIMEOUTS } from '#server/db/connections/pool.ts'
import { listReferencedImages } from '#server/features/bookings/referenced-images.ts'
import { importFolder } from '#server/features/tree-import/import-lock.ts'
import { importTree } from '#server/features/tree-import/import-tree.ts'
import { undoImport } from '#server/features/tree-import/undo-import.ts'
import { createFileJournal } from '#server/files/file-journal.ts'
import { createImageProcessor } from '#server/files/image-processor.ts'
import { imagesFolder } from '#server/process/bootstrap.ts'
import { print, printError, showProgress } from './progress.ts'
import { withDatabase } from './with-database.ts'

const USAGE = `Usage: npm run import -- TREE.json [--auth USERS.json --hash-parameters HASH.json] [--files FOLDER] [--dry-run] [--report REPORT.json]
       npm run import -- --undo RUN

Brings companies along from the JSON of a database tree. It says what it found before it writes anything, and what is
here already stays as it is.

  --auth FILE             the accounts as the authentication service exports them; without it everybody chooses a new
                          password by “Forgot your password?”
  --hash-parameters FILE  how their passwords are hashed: algorithm, base64_signer_key, base64_salt_separator, rounds
                          and mem_cost
  --files FOLDER          the files of images, by the paths that their URLs name; without it images stay behind
  --dry-run               only says what it found
  --report FILE           writes all of it as JSON
  --undo RUN              deletes what a run imported; what people have changed since stays, and is listed
  --help                  this text`

try {
  const { values, positionals } = parseArgs({
    options: {
      auth: { type: 'string' },
      'hash-parameters': { type: 'string' },
      files: { type: 'string' },
      'dry-run': { type: 'boolean' },
      report: { type: 'string' },
      undo: { type: 'string' },
      help: { type: 'boolean' },
    },
    allowPositionals: true,
  })
  const [tree, ...others] = positionals
  if (values.help) print(USAGE)
  else if ((tree === undefined) === (values.undo === undefined) || others.length > 0) throw new Error(USAGE)
  else {
    const settings = readSettings(process.env)
    const { auth: accounts, 'hash-parameters': hashParameters, files: images, report, undo } = values
    const folder = importFolder(imagesFolder(settings.dataDir))
    await withDatabase(settings, printError, NO_TIMEOUTS, async database => {
      const context = {
        database,
        fileJournal: await createFileJournal({
          files: await createFileStore(settings),
          folder: join(folder, 'journal'),
          unitOfWorkServices: { database, publish: () => {} },
          listReferencedImages,
          log: (sentence, error) => printError(`${sentence} ${String(error)}`),
        }),
        openImageProcessor: () => createImageProcessor(join(folder, 'arriving')),
        founders: settings.founders,
        serverTimeZone: serverTimeZone(),
        now: () => new Date(),
        print,
        showProgress,
      }
      return tree === undefined
        ? undoImport(context, undo ?? '')
        : importTree(context, { tree, accounts, hashParameters, images, report }, values['dry-run'] === true)
    })
  }
} catch (error) {
  printError(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

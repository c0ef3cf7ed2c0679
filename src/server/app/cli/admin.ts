// `npm run admin -- COMMAND`: the operator's commands, with or without a running server.

import { join } from 'node:path'
import { createFileStore } from '#server/backup/server-data.ts'
import { readServerAddress } from '#server/config/server-address.ts'
import { readSettings } from '#server/config/settings.ts'
import { print, printError } from '#server/lib/terminal.ts'
import { createMailTransport } from '#server/mail/mail-transport.ts'
import { imagesFolder } from '#server/process/bootstrap.ts'
import { parseCommand, USAGE } from './admin-commands.ts'
import { ask } from './ask.ts'
import { withDatabase } from './with-database.ts'

try {
  const command = parseCommand(process.argv.slice(2))
  if (command === null) print(USAGE)
  else {
    const settings = readSettings(process.env)
    const { founders, smtp, contactEmail } = settings
    const url = readServerAddress(settings)
    const mailContext = { url: () => url, canDeliver: smtp !== null, contactEmail, wake: () => {} }
    const mailTransport = () => createMailTransport(settings)
    const images = async () => ({
      files: await createFileStore(settings),
      folder: join(imagesFolder(settings.dataDir), 'journal'),
    })
    const context = { mailContext, mailTransport, images, founders, now: () => new Date(), print }
    await withDatabase(settings, printError, undefined, database =>
      command({ ...context, database, ask: process.stdin.isTTY ? ask : null }),
    )
  }
} catch (error) {
  printError(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

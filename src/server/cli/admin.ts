// `npm run admin -- COMMAND`: the operator's commands, with or without a running server.

import { join } from 'node:path'
import {
  assertNoPartialRestore,
  createFileStore,
  type DatabaseAccess,
  openDatabaseFor,
} from '#server/backup/server-data.ts'
import { readSettings } from '#server/config/settings.ts'
import { createDatabase } from '#server/db/database.ts'
import { createMailTransport } from '#server/mail/mail-transport.ts'
import { imagesFolder } from '#server/process/bootstrap.ts'
import { parseCommand, USAGE } from './admin-commands.ts'
import { ask } from './ask.ts'

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const printError = (line: string): void => void process.stderr.write(`${line}\n`)

let databaseAccess: DatabaseAccess | undefined
try {
  const command = parseCommand(process.argv.slice(2))
  if (command === null) print(USAGE)
  else {
    const settings = readSettings(process.env)
    assertNoPartialRestore(settings.dataDir)
    databaseAccess = await openDatabaseFor(settings, printError)
    const { database, close } = createDatabase(databaseAccess.connection, error => printError(error.message))
    const { baseUrl, host, port, founders, smtp, contactEmail } = settings
    const url = baseUrl ?? `http://${host}:${port}`
    const mailContext = { url: () => url, canDeliver: smtp !== null, contactEmail, wake: () => {} }
    const mailTransport = () => createMailTransport(settings)
    const images = async () => ({
      files: await createFileStore(settings),
      folder: join(imagesFolder(settings.dataDir), 'journal'),
    })
    const context = { database, mailContext, mailTransport, images, founders, now: () => new Date(), print }
    await command({ ...context, ask: process.stdin.isTTY ? ask : null }).finally(close)
  }
} catch (error) {
  printError(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await databaseAccess?.close()
}

// `npm run backup`: writes one file, with or without a running server.

import { join } from 'node:path'
import { localTimeOf } from '#domain/lib/company-time.ts'
import { backUpServer } from '#server/backup/backup.ts'
import { assertNoPartialRestore, type DatabaseAccess, openDatabaseFor } from '#server/backup/server-data.ts'
import { readSettings, serverTimeZone } from '#server/config/settings.ts'
import { print, printError } from '#server/lib/terminal.ts'

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())

let databaseAccess: DatabaseAccess | undefined
try {
  const settings = readSettings(process.env)
  assertNoPartialRestore(settings.dataDir)
  const at = localTimeOf(new Date(), serverTimeZone()).replace(':', '')
  const file = process.argv[2] ?? join(settings.dataDir, 'backups', `rigwright-${at}.tar.gz`)
  databaseAccess = await openDatabaseFor(settings, print)
  const { connection } = databaseAccess
  await backUpServer(settings, { connection, file, print, signal: stopping.signal })
  if (settings.authSecret !== undefined)
    print('AUTH_SECRET is set and is not in the backup: the restored server needs the same one.')
} catch (error) {
  printError(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await databaseAccess?.close()
}

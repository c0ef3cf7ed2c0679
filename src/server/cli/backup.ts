// `npm run backup`: writes one file, with or without a running server.

import { join } from 'node:path'
import { localTimeOf } from '#domain/lib/company-time.ts'
import { appVersion } from '#server/backup/app-version.ts'
import { makeBackup } from '#server/backup/backup.ts'
import {
  createFileStore,
  type DatabaseAccess,
  openDatabaseFor,
  readStoredSecret,
} from '#server/backup/open-server-data.ts'
import { assertNoPartialRestore } from '#server/backup/restore-into-empty.ts'
import { readSettings, serverTimeZone } from '#server/config/settings.ts'

const print = (line: string): void => void process.stdout.write(`${line}\n`)

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())

let databaseAccess: DatabaseAccess | undefined
try {
  const settings = readSettings(process.env)
  assertNoPartialRestore(settings.dataDir)
  const at = localTimeOf(new Date(), serverTimeZone()).replace(':', '')
  const file = process.argv[2] ?? join(settings.dataDir, 'backups', `rigwright-${at}.tar.gz`)
  databaseAccess = await openDatabaseFor(settings, print)
  const files = await createFileStore(settings)
  await makeBackup({
    connection: databaseAccess.connection,
    files,
    file,
    print,
    signal: stopping.signal,
    secret: readStoredSecret(settings),
    appVersion: appVersion(),
  })
  if (settings.authSecret !== undefined)
    print('AUTH_SECRET is set and is not in the backup: the restored server needs the same one.')
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await databaseAccess?.close()
}

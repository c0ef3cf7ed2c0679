// `npm run backup`: one file, beside the running server or without one.

import { join } from 'node:path'
import { wallTimeOf } from '#domain/lib/company-time.ts'
import { productVersion } from '#server/backup/app-version.ts'
import { makeBackup } from '#server/backup/backup.ts'
import {
  keptSecret,
  openDatabaseOf,
  openFiles,
  type Place,
  refuseHalfRestored,
} from '#server/backup/targets.ts'
import { readSettings, serverTimeZone } from '#server/config/settings.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())

let place: Place | undefined
try {
  const settings = readSettings(process.env)
  refuseHalfRestored(settings.dataDir)
  const at = wallTimeOf(new Date(), serverTimeZone()).replace(':', '')
  const file = process.argv[2] ?? join(settings.dataDir, 'backups', `rigwright-${at}.tar.gz`)
  place = await openDatabaseOf(settings, say)
  const files = await openFiles(settings)
  await makeBackup({
    ...{ connection: place.connection, files, file, say, signal: stopping.signal },
    secret: keptSecret(settings),
    product: productVersion(),
  })
  if (settings.authSecret !== undefined)
    say('AUTH_SECRET is set and is not in it: the restored house needs the same one.')
} catch (fault) {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`)
  process.exitCode = 1
} finally {
  await place?.close()
}

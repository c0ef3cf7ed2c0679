// A server with what this machine's settings say: where pictures and letters go, and where the built web lies.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { commonPasswords } from '#server/auth/common-passwords.ts'
import { openArgon2 } from '#server/auth/password-hashing.ts'
import type { Settings } from '#server/config/settings.ts'
import { openDiskLibrary } from '#server/files/file-store.ts'
import { openSharp } from '#server/files/lazy-sharp.ts'
import { openZoneMap } from '#server/geocoding/time-zone.ts'
import { type ServeOptions, type Serving, serveRigwright } from '#server/http/server.ts'
import type { Log } from '#server/lib/logger.ts'
import { folderMail, openMailLibrary, smtpMail } from '#server/mail/transport.ts'
import { openPush, openPushLibrary, pushSubject } from '#server/push/web-push.ts'
import type { Premises } from './bootstrap.ts'

type Own = Pick<ServeOptions, 'files' | 'picturesFolder' | 'stopping'> &
  Partial<Pick<ServeOptions, 'port' | 'figuresPort' | 'connections' | 'isAlone'>>

const SOON_MS = 1000
const PAUSE_MS = 100

/** What no start waits for. It is read soon after: the next build takes the place of this one, and its files away. */
const REST = [
  openArgon2,
  openSharp,
  openMailLibrary,
  openDiskLibrary,
  openPushLibrary,
  openZoneMap,
  commonPasswords,
]

async function readTheRest(): Promise<void> {
  await sleep(SOON_MS, undefined, { ref: false })
  for (const open of REST) {
    await open()
    // Each takes a moment of everybody's time.
    await sleep(PAUSE_MS, undefined, { ref: false })
  }
}

export async function serveHere(
  settings: Settings,
  premises: Premises,
  log: Log,
  own: Own,
): Promise<Serving> {
  const { dataDir, smtp, mailFrom, baseUrl, pushServices: services } = settings
  const webFolder = fileURLToPath(new URL('../web', import.meta.url))
  const serving = await serveRigwright({
    ...settings,
    ...premises,
    mail: smtp === null ? folderMail(join(dataDir, 'mail'), mailFrom) : smtpMail(smtp, mailFrom),
    push: openPush({ secret: premises.secret, subject: pushSubject(baseUrl, mailFrom), services }),
    downloadsFolder: join(dataDir, 'downloads'),
    webFolder: existsSync(webFolder) ? webFolder : null,
    now: () => new Date(),
    log,
    ...own,
  })
  readTheRest().catch(fault =>
    log.fault('A part of the server cannot be read. Run npm ci, and start again.', fault),
  )
  return serving
}

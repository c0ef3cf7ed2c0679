// A server with what this machine's settings say: where pictures and letters go, and where the built web lies.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Log } from './log.ts'
import { folderMail, smtpMail } from './outside/mail.ts'
import { openPush, pushSubject } from './outside/push.ts'
import type { Premises } from './premises.ts'
import { type ServeOptions, type Serving, serveRigwright } from './serve.ts'
import type { Settings } from './settings.ts'

type Own = Pick<ServeOptions, 'files' | 'picturesFolder' | 'stopping'> &
  Partial<Pick<ServeOptions, 'port' | 'figuresPort' | 'connections'>>

export function serveHere(settings: Settings, premises: Premises, log: Log, own: Own): Promise<Serving> {
  const { dataDir, smtp, mailFrom, baseUrl, pushServices: services } = settings
  const webFolder = fileURLToPath(new URL('../web', import.meta.url))
  return serveRigwright({
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
}

// A server by this machine's settings: file store, email, and the built web client.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type RunningServer, type ServerOptions, startServer } from '#server/app/start-server.ts'
import { commonPasswords } from '#server/auth/common-passwords.ts'
import { loadArgon2 } from '#server/auth/password-hashing.ts'
import { createFileStore } from '#server/backup/server-data.ts'
import { loadDiskLibrary } from '#server/files/file-store.ts'
import { loadSharp } from '#server/files/load-sharp.ts'
import { loadZoneMap } from '#server/geocoding/time-zone.ts'
import { createMailTransport, loadMailLibrary } from '#server/mail/mail-transport.ts'
import { createPushTransport, loadPushLibrary, pushSubject } from '#server/push/web-push.ts'
import { type BootstrapResult, imagesFolder, type ProgramContext } from './bootstrap.ts'

type ProcessOptions = Partial<
  Pick<ServerOptions, 'port' | 'metricsAddress' | 'connections' | 'isSingleProcess'>
> & {
  /** The number of this worker. */
  readonly slot?: number
}

const WARMUP_DELAY_MS = 1000
const WARMUP_PAUSE_MS = 100

/** Modules loaded soon after the start; later, an upgrade may have replaced their files. */
const DEFERRED_MODULES = [
  loadArgon2,
  loadSharp,
  loadMailLibrary,
  loadDiskLibrary,
  loadPushLibrary,
  loadZoneMap,
  commonPasswords,
]

async function warmUp(): Promise<void> {
  await sleep(WARMUP_DELAY_MS, undefined, { ref: false })
  for (const load of DEFERRED_MODULES) {
    await load()
    // Each blocks the process for a moment.
    await sleep(WARMUP_PAUSE_MS, undefined, { ref: false })
  }
}

/** Starts a server with these settings, on a database that runs. */
export async function startFromEnv(
  { settings, log, stopping }: Omit<ProgramContext, 'shutdownHooks'>,
  resources: BootstrapResult,
  { slot, ...options }: ProcessOptions,
): Promise<RunningServer> {
  const { dataDir, mailFrom, baseUrl, pushServices } = settings
  const webFolder = fileURLToPath(new URL('../web', import.meta.url))
  const server = await startServer({
    ...settings,
    ...resources,
    files: await createFileStore(settings),
    imagesFolder: imagesFolder(dataDir, slot),
    stopping,
    mailTransport: createMailTransport(settings),
    pushTransport: createPushTransport({
      secret: resources.secret,
      subject: pushSubject(baseUrl, mailFrom),
      services: pushServices,
    }),
    downloadsFolder: join(dataDir, 'downloads'),
    webFolder: existsSync(webFolder) ? webFolder : null,
    now: () => new Date(),
    log,
    ...options,
  })
  warmUp().catch(error =>
    log.error('Part of the server could not be loaded. Run npm ci and start again.', error),
  )
  return server
}

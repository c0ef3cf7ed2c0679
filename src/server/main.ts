// The start: settings, one owner for the data folder, the database, the server; and the way back.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fillWithCast } from './cast/fill.ts'
import { claimDataDir } from './data-dir.ts'
import { startEmbedded } from './database/embedded.ts'
import { keepNightly } from './keeping/keep-nightly.ts'
import { refuseHalfRestored } from './keeping/place.ts'
import { jsonLog, type Log, sentenceLog } from './log.ts'
import { bucketStore, diskStore } from './outside/file-store.ts'
import { folderMail, smtpMail } from './outside/mail.ts'
import { authSecret } from './secret.ts'
import { type Serving, serveRigwright } from './serve.ts'
import { readSettings, type Settings } from './settings.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

type Undo = () => Promise<void>

/** Everything that was started, to be ended in reverse; each step is added as it succeeds. */
async function start(settings: Settings, undo: Undo[], log: Log): Promise<Serving> {
  const claim = await claimDataDir(settings.dataDir)
  undo.push(() => claim.release())
  refuseHalfRestored(settings.dataDir)
  const secret = await authSecret(settings.dataDir, settings.authSecret)
  let connection = { connectionString: settings.databaseUrl } as Parameters<
    typeof serveRigwright
  >[0]['connection']
  if (settings.databaseUrl === undefined) {
    const embedded = await startEmbedded({
      dataDir: settings.dataDir,
      log: say,
      watcher: {
        onLost: sentence => log.fault(`${sentence} It is started again; until then nothing can be changed.`),
        onBack: () => log.note('PostgreSQL is back, with everything that was answered.'),
        onGivenUp: sentence => {
          log.fault(`${sentence} Everything that was answered is kept.`)
          log.flush()
          process.exit(1)
        },
      },
    })
    undo.push(() => embedded.stop())
    connection = embedded.connection
  }
  const { storage, dataDir, smtp, mailFrom } = settings
  const files = storage === null ? diskStore(join(dataDir, 'files')) : await bucketStore(storage)
  const mail = smtp === null ? folderMail(join(dataDir, 'mail'), mailFrom) : smtpMail(smtp, mailFrom)
  const webFolder = fileURLToPath(new URL('../web', import.meta.url))
  const serving = await serveRigwright({
    ...settings,
    connection,
    secret,
    files,
    mail,
    picturesFolder: join(dataDir, 'pictures'),
    downloadsFolder: join(dataDir, 'downloads'),
    webFolder: existsSync(webFolder) ? webFolder : null,
    now: () => new Date(),
    log,
  })
  undo.push(() => serving.close())
  if (settings.backups) {
    const { database } = serving
    const nightly = keepNightly({ settings, connection, files, database, log })
    undo.push(nightly.close)
  }
  return serving
}

function whereThingsAre({ databaseUrl, storage, dataDir }: Settings): string[] {
  const pictures =
    storage === null ? `files are in ${dataDir}` : `pictures are in the bucket ${storage.bucket}`
  if (databaseUrl !== undefined) return [`The database is the one in DATABASE_URL; ${pictures}`]
  if (storage !== null) return [`The database is in ${dataDir}; ${pictures}`]
  return [`Everything it keeps is in ${dataDir}`]
}

async function main(): Promise<void> {
  let log = sentenceLog()
  // One request that went wrong unseen must not end everybody's day.
  process.on('unhandledRejection', fault => log.fault('Something failed that nobody waited for.', fault))
  const undo: Undo[] = []
  const stop = async (): Promise<void> => {
    // One step that fails takes no other with it: the database is stopped in any case.
    for (const step of undo.splice(0).toReversed())
      await step().catch(fault => log.fault('Something could not be closed.', fault))
    log.flush()
  }
  const stopFor = (signal: NodeJS.Signals) => async () => {
    say(signal === 'SIGINT' ? '\nStopping.' : 'Stopping.')
    await stop()
    process.exit(0)
  }
  process.once('SIGTERM', stopFor('SIGTERM'))
  process.once('SIGINT', stopFor('SIGINT'))
  try {
    const settings = readSettings(process.env)
    if ((settings.logForm ?? (process.stderr.isTTY ? 'sentences' : 'json')) === 'json') log = jsonLog()
    const serving = await start(settings, undo, log)
    if (process.argv.includes('--demo'))
      for (const line of await fillWithCast(serving.database, new Date())) say(line)
    if (!settings.rateLimits) say('Rate limits are off: for load tests only.')
    say(`Rigwright is at ${serving.url}`)
    for (const line of whereThingsAre(settings)) say(line)
    if (serving.figuresUrl !== null) say(`Figures for Prometheus are at ${serving.figuresUrl}`)
    if (settings.smtp === null)
      say(`Letters are written to ${join(settings.dataDir, 'mail')} and not sent. Set SMTP_URL to send them.`)
  } catch (fault) {
    sentenceLog().fault(fault instanceof Error ? fault.message : String(fault))
    await stop()
    process.exit(1)
  }
}

await main()

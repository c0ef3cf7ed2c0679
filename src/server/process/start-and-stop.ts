// The program from its settings to its shutdown: one server, or a parent process with workers.

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { writeServerAddress } from '#server/config/server-address.ts'
import { readSettings, type Settings } from '#server/config/settings.ts'
import type { Database } from '#server/db/database.ts'
import { createJsonLogger, createTextLogger, type Logger } from '#server/lib/logger.ts'
import { print } from '#server/lib/terminal.ts'
import { bootstrap, type ProgramContext } from './bootstrap.ts'

const MAX_WORKERS = 64

/** How long a start that is being stopped may take. */
const STARTUP_TIMEOUT_MS = 15_000

/**
 * The number in `--workers 4` or `--workers=4`; null without the option. Throws an Error with one sentence if it is
 * invalid.
 */
export function parseWorkerCount(args: readonly string[]): number | null {
  const index = args.findIndex(arg => arg === '--workers' || arg.startsWith('--workers='))
  if (index === -1) return null
  const value = args[index] === '--workers' ? args[index + 1] : args[index]?.slice('--workers='.length)
  const count = /^\d{1,9}$/.test(value ?? '') ? Number(value) : 0
  if (count >= 1 && count <= MAX_WORKERS) return count
  const problem = value === undefined ? 'has no number' : `is "${value}"`
  throw new Error(
    `--workers ${problem}; it must be a whole number from 1 to ${MAX_WORKERS}, such as --workers 4: one per CPU core.`,
  )
}

export const createLog = ({ logFormat }: Settings): Logger =>
  (logFormat ?? (process.stderr.isTTY ? 'text' : 'json')) === 'json' ? createJsonLogger() : createTextLogger()

function describeStorage({ databaseUrl, storage, dataDir }: Settings): string[] {
  const images = storage === null ? `files are in ${dataDir}` : `photos are in the bucket ${storage.bucket}`
  if (databaseUrl !== undefined) return [`Database: DATABASE_URL; ${images}`]
  if (storage !== null) return [`The database is in ${dataDir}; ${images}`]
  return [`Data folder: ${dataDir}`]
}

/** What a machine does once with a database that is ready: nightly backups, and with `--demo` its data. */
async function backUpAndSeed(
  { settings, log, shutdownHooks }: ProgramContext,
  connection: pg.ClientConfig,
  database: Database,
): Promise<void> {
  if (settings.backups) {
    const { startNightlyBackups } = await import('#server/backup/nightly-backups.ts')
    const schedule = startNightlyBackups({ settings, connection, database, log })
    shutdownHooks.push(schedule.close)
  }
  if (process.argv.includes('--demo')) {
    const { seedDemoData } = await import('#server/app/seed.ts')
    const { createFileStore } = await import('#server/backup/server-data.ts')
    for (const line of await seedDemoData(database, await createFileStore(settings), new Date())) print(line)
  }
}

/** Server modules load while PostgreSQL starts, which takes about as long. */
async function startSingleProcess(context: ProgramContext) {
  const loadServerCode = () => import('./start-from-env.ts')
  // Its errors are handled where it is awaited.
  const meanwhile = () => void loadServerCode().catch(() => {})
  const resources = await bootstrap(context, { meanwhile })
  const { startFromEnv } = await loadServerCode()
  const server = await startFromEnv(context, resources, {
    // The data folder's lock protects the embedded database from other processes.
    isSingleProcess: context.settings.databaseUrl === undefined,
  })
  context.shutdownHooks.push(() => server.close())
  await backUpAndSeed(context, resources.connection, server.database)
  return server
}

async function startServers(context: ProgramContext, workerCount: number | null) {
  if (workerCount === null) return startSingleProcess(context)
  const { startCluster } = await import('./cluster.ts')
  return startCluster(context, workerCount, (...ready) => backUpAndSeed(context, ...ready))
}

/** Runs until a signal, with this many workers or none. Errors of a start are printed in one sentence; it exits with 1. */
export async function runProgram(workerCount: number | null): Promise<void> {
  let log = createTextLogger()
  // One failed request must not end the process.
  process.on('unhandledRejection', error => log.error('Unhandled promise rejection.', error))
  const shutdownHooks: ProgramContext['shutdownHooks'] = []
  const stopping = new AbortController()
  const runShutdownHooks = async (): Promise<void> => {
    // A failing step does not prevent the others: the database is stopped in any case.
    for (const hook of shutdownHooks.splice(0).toReversed())
      await hook().catch(error => log.error('Shutdown step failed.', error))
    log.flush()
  }
  let starting: Promise<unknown> = Promise.resolve()
  const stopOn = (signal: NodeJS.Signals) => async () => {
    stopping.abort()
    print(signal === 'SIGINT' ? '\nStopping.' : 'Stopping.')
    await runShutdownHooks()
    // A start in progress may have started one more thing, such as a database.
    await Promise.race([starting.catch(() => {}), sleep(STARTUP_TIMEOUT_MS)])
    await runShutdownHooks()
    process.exit(0)
  }
  process.once('SIGTERM', stopOn('SIGTERM'))
  process.once('SIGINT', stopOn('SIGINT'))
  try {
    const settings = readSettings(process.env)
    log = createLog(settings)
    const context = { settings, log, shutdownHooks, stopping: stopping.signal }
    const started = startServers(context, workerCount)
    starting = started
    const { url, metricsUrl } = await started
    if (stopping.signal.aborted) return
    writeServerAddress(settings.dataDir, url)
    if (!settings.rateLimits) print('Rate limits are off: for load tests only.')
    print(`Rigwright is at ${url}`)
    for (const line of describeStorage(settings)) print(line)
    if (metricsUrl !== null) print(`Metrics: ${metricsUrl}`)
    if (settings.smtp === null)
      print(
        `Emails are written to ${join(settings.dataDir, 'mail')} and not sent. Set SMTP_URL to send them.`,
      )
  } catch (error) {
    // The signal caused the error and ends the process anyway.
    if (stopping.signal.aborted) return
    createTextLogger().error(error instanceof Error ? error.message : String(error))
    await runShutdownHooks()
    process.exit(1)
  }
}

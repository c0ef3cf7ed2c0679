// Shared by all ways of running: settings, log, and shutdown hooks, run in reverse order.

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readSettings, type Settings } from '#server/config/settings.ts'
import { createJsonLogger, createTextLogger, type Logger } from '#server/lib/logger.ts'

/** How long a start that is being stopped may take. */
const STARTUP_TIMEOUT_MS = 15_000

export const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Each hook is added once what it stops has started. */
export type ShutdownHooks = (() => Promise<unknown>)[]

/** The server's address, and that of its metrics. */
type ListenAddress = { readonly url: string; readonly metricsUrl: string | null }

export const createLog = ({ logFormat }: Settings): Logger =>
  (logFormat ?? (process.stderr.isTTY ? 'text' : 'json')) === 'json' ? createJsonLogger() : createTextLogger()

function describeStorage({ databaseUrl, storage, dataDir }: Settings): string[] {
  const images = storage === null ? `files are in ${dataDir}` : `photos are in the bucket ${storage.bucket}`
  if (databaseUrl !== undefined) return [`Database: DATABASE_URL; ${images}`]
  if (storage !== null) return [`The database is in ${dataDir}; ${images}`]
  return [`Data folder: ${dataDir}`]
}

/**
 * Runs until a signal. Errors of `start` are printed in one sentence and exit with 1. `stopping` is aborted by the
 * signal, which may have reached the database as well, so errors from then on are expected.
 */
export async function runProgram(
  start: (
    settings: Settings,
    shutdownHooks: ShutdownHooks,
    log: Logger,
    stopping: AbortSignal,
  ) => Promise<ListenAddress>,
): Promise<void> {
  let log = createTextLogger()
  // One failed request must not end the process.
  process.on('unhandledRejection', error => log.error('Unhandled promise rejection.', error))
  const shutdownHooks: ShutdownHooks = []
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
    const started = start(settings, shutdownHooks, log, stopping.signal)
    starting = started
    const { url, metricsUrl } = await started
    if (stopping.signal.aborted) return
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

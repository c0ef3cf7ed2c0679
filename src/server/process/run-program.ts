// What every way of running has in common: the settings, the log, and the way back, which is everything that
// was started, ended in reverse.

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readSettings, type Settings } from '#server/config/settings.ts'
import { jsonLog, type Log, sentenceLog } from '#server/lib/logger.ts'

/** How long a start that is told to stop may take to come to where it can. */
const PATIENCE_MS = 15_000

export const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Each step is added as what it ends has begun. */
export type Undo = (() => Promise<unknown>)[]

/** Where it answers, and where its figures are read. */
export type Door = { readonly url: string; readonly figuresUrl: string | null }

export const logFor = ({ logForm }: Settings): Log =>
  (logForm ?? (process.stderr.isTTY ? 'sentences' : 'json')) === 'json' ? jsonLog() : sentenceLog()

function whereThingsAre({ databaseUrl, storage, dataDir }: Settings): string[] {
  const pictures =
    storage === null ? `files are in ${dataDir}` : `pictures are in the bucket ${storage.bucket}`
  if (databaseUrl !== undefined) return [`The database is the one in DATABASE_URL; ${pictures}`]
  if (storage !== null) return [`The database is in ${dataDir}; ${pictures}`]
  return [`Everything it keeps is in ${dataDir}`]
}

/**
 * Runs until a signal ends it. What `start` throws is told in one sentence, and ends it with 1. `stopping` is aborted by
 * the signal: it may have reached the database as well, so what breaks from then on is no fault.
 */
export async function runProgram(
  start: (settings: Settings, undo: Undo, log: Log, stopping: AbortSignal) => Promise<Door>,
): Promise<void> {
  let log = sentenceLog()
  // One request that went wrong unseen must not end everybody's day.
  process.on('unhandledRejection', fault => log.fault('Something failed that nobody waited for.', fault))
  const undo: Undo = []
  const stopping = new AbortController()
  const stop = async (): Promise<void> => {
    // One step that fails takes no other with it: the database is stopped in any case.
    for (const step of undo.splice(0).toReversed())
      await step().catch(fault => log.fault('Something could not be closed.', fault))
    log.flush()
  }
  let starting: Promise<unknown> = Promise.resolve()
  const stopFor = (signal: NodeJS.Signals) => async () => {
    stopping.abort()
    say(signal === 'SIGINT' ? '\nStopping.' : 'Stopping.')
    await stop()
    // A start that was under way may have begun one more thing, such as a database.
    await Promise.race([starting.catch(() => {}), sleep(PATIENCE_MS)])
    await stop()
    process.exit(0)
  }
  process.once('SIGTERM', stopFor('SIGTERM'))
  process.once('SIGINT', stopFor('SIGINT'))
  try {
    const settings = readSettings(process.env)
    log = logFor(settings)
    const opening = start(settings, undo, log, stopping.signal)
    starting = opening
    const { url, figuresUrl } = await opening
    if (stopping.signal.aborted) return
    if (!settings.rateLimits) say('Rate limits are off: for load tests only.')
    say(`Rigwright is at ${url}`)
    for (const line of whereThingsAre(settings)) say(line)
    if (figuresUrl !== null) say(`Figures for Prometheus are at ${figuresUrl}`)
    if (settings.smtp === null)
      say(`Letters are written to ${join(settings.dataDir, 'mail')} and not sent. Set SMTP_URL to send them.`)
  } catch (fault) {
    // What broke is what the signal ends, and it does so to the end.
    if (stopping.signal.aborted) return
    sentenceLog().fault(fault instanceof Error ? fault.message : String(fault))
    await stop()
    process.exit(1)
  }
}

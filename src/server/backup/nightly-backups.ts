// A nightly backup without an administrator. What was done is read from the files in the folder: a restart in the
// middle of the night repeats nothing, and a machine that was off catches up.

import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { dayAfter, dayOf, localTimeOf, timestampOf } from '#domain/lib/company-time.ts'
import { type Settings, serverTimeZone } from '#server/config/settings.ts'
import type { Database } from '#server/db/database.ts'
import { recordRun } from '#server/jobs/job-runs.ts'
import type { Logger } from '#server/lib/logger.ts'
import { backUpServer } from './backup.ts'

const EARLIEST_HOUR = 2
const RETRY_DELAY_MS = 15 * 60_000

type BackupRun = {
  readonly timeZone: string
  readonly now: () => Date
  /** Aborted by a server that stops. */
  readonly signal: AbortSignal
}

/** Runs a backup, and records how it ended and when the next one is due; rejects with its error. */
export async function recordBackup(
  database: Database,
  { timeZone, now, signal }: BackupRun,
  run: () => Promise<unknown>,
): Promise<void> {
  const startedAt = now()
  try {
    await run()
  } catch (error) {
    const nextRunAt = new Date(now().getTime() + RETRY_DELAY_MS)
    if (!signal.aborted) await recordRun(database, 'back-up', { startedAt, nextRunAt, error })
    throw error
  }
  const nextRunAt = timestampOf(dayAfter(dayOf(startedAt, timeZone)), EARLIEST_HOUR, timeZone)
  await recordRun(database, 'back-up', { startedAt, nextRunAt, error: null })
}

const MAX_BACKUPS = 14
/** From this hour on a backup is made even if the server is busy. */
const LATEST_HOUR = 4
const POLL_INTERVAL_MS = 60_000

const NAME_PATTERN = /^nightly-\d{4}-\d{2}-\d{2}\.tar\.gz$/
const PARTIAL_PATTERN = /^nightly-\d{4}-\d{2}-\d{2}\.tar\.gz\.part-\d+$/

export const nightlyName = (day: string): string => `nightly-${day}.tar.gz`

/** The names of nightly backups older than the newest fourteen. */
export const expiredBackups = (names: readonly string[]): string[] =>
  names
    .filter(name => NAME_PATTERN.test(name))
    .sort()
    .toReversed()
    .slice(MAX_BACKUPS)

type BackupScheduleOptions = {
  /** Used by this server only. */
  readonly folder: string
  /** The server's time zone, not a company's. */
  readonly timeZone: string
  readonly now: () => Date
  /** A value that changes with every command; null while the database is empty. */
  readonly getChangeCounter: () => Promise<string | null>
  readonly runBackup: (file: string, signal: AbortSignal) => Promise<unknown>
  readonly log: (sentence: string, error: unknown) => void
}

export type BackupSchedule = {
  /** Makes tonight's backup if it is due; never rejects. */
  readonly runIfDue: () => Promise<void>
  /** Starts checking every minute. */
  readonly start: () => void
  /** Stops, aborting a backup in progress. */
  readonly close: () => Promise<void>
}

export function createBackupSchedule({
  folder,
  timeZone,
  now,
  getChangeCounter,
  runBackup,
  log,
}: BackupScheduleOptions): BackupSchedule {
  const shutdown = new AbortController()
  let lastCounter: string | null = null
  let retryAfter = 0
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  /** Nothing changed since the last check, or it is too late to wait. */
  async function isIdle(hour: number): Promise<boolean> {
    const previous = lastCounter
    lastCounter = await getChangeCounter()
    return lastCounter !== null && (lastCounter === previous || hour >= LATEST_HOUR)
  }

  async function backUpIfDue(): Promise<void> {
    const at = now()
    const hour = Number(localTimeOf(at, timeZone).slice(11, 13))
    if (hour < EARLIEST_HOUR || at.getTime() < retryAfter) return
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = nightlyName(dayOf(at, timeZone))
    const names = await readdir(folder)
    if (names.includes(name) || !(await isIdle(hour))) return
    // Left by a crash; nothing else uses such a name in this folder.
    for (const partial of names.filter(each => PARTIAL_PATTERN.test(each)))
      await rm(join(folder, partial), { force: true })
    await runBackup(join(folder, name), shutdown.signal)
    for (const old of expiredBackups([...names, name])) await rm(join(folder, old), { force: true })
  }

  async function runIfDue(): Promise<void> {
    if (shutdown.signal.aborted) return
    running = running.then(backUpIfDue).catch(error => {
      if (shutdown.signal.aborted) return
      retryAfter = now().getTime() + RETRY_DELAY_MS
      log('Nightly backup failed; will retry in 15 minutes.', error)
    })
    await running
  }

  return {
    runIfDue,
    start: () => {
      timer = setInterval(runIfDue, POLL_INTERVAL_MS).unref()
      void runIfDue()
    },
    close: async () => {
      clearInterval(timer)
      shutdown.abort()
      await running
    },
  }
}

/** A value that changes with every command of every company; null without companies. */
export const getChangeCounter = (database: Database): Promise<string | null> =>
  database.transaction().execute(async transaction => {
    await sql`set local role rigwright_backup`.execute(transaction)
    const { rows } = await sql<{ counter: string | null }>`
      select sum(version)::text as counter from company_version
    `.execute(transaction)
    return rows[0]?.counter ?? null
  })

type NightlyBackupOptions = {
  readonly settings: Settings
  readonly connection: pg.ClientConfig
  readonly database: Database
  readonly log: Pick<Logger, 'error' | 'info'>
}

/** Backs up a running server every night into DATA_DIR/backups. */
export function startNightlyBackups(options: NightlyBackupOptions): BackupSchedule {
  const { settings, connection, database, log } = options
  const timeZone = serverTimeZone()
  const now = () => new Date()
  const print = (line: string) => log.info(line)
  const schedule = createBackupSchedule({
    folder: join(settings.dataDir, 'backups'),
    timeZone,
    now,
    log: log.error,
    getChangeCounter: () => getChangeCounter(database),
    runBackup: (file, signal) =>
      recordBackup(database, { timeZone, now, signal }, () =>
        backUpServer(settings, { connection, file, signal, print }),
      ),
  })
  schedule.start()
  return schedule
}

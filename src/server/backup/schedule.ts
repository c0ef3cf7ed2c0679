// A backup every night, for a house that nobody administers. What was done is read from the files that
// lie there: whoever starts again in the middle of the night does nothing twice, and a machine that
// slept makes up for it when it wakes.

import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dayOf, localTimeOf } from '#domain/lib/company-time.ts'

const MAX_BACKUPS = 14
const EARLIEST_HOUR = 2
/** From then on it is made however busy the house is. */
const LATEST_HOUR = 4
const RETRY_DELAY_MS = 15 * 60_000
const POLL_INTERVAL_MS = 60_000

const NAME_PATTERN = /^nightly-\d{4}-\d{2}-\d{2}\.tar\.gz$/
const PARTIAL_PATTERN = /^nightly-\d{4}-\d{2}-\d{2}\.tar\.gz\.part-\d+$/

export const nightlyName = (day: string): string => `nightly-${day}.tar.gz`

/** Those of the names that are nightly backups and older than the fourteen newest. */
export const expiredBackups = (names: readonly string[]): string[] =>
  names
    .filter(name => NAME_PATTERN.test(name))
    .sort()
    .toReversed()
    .slice(MAX_BACKUPS)

type BackupScheduleOptions = {
  /** Of this server alone. */
  readonly folder: string
  /** The server's own, not a company's. */
  readonly timeZone: string
  readonly now: () => Date
  /** Something that changes with every command; null while there is nothing to keep. */
  readonly getChangeCounter: () => Promise<string | null>
  readonly runBackup: (file: string, signal: AbortSignal) => Promise<unknown>
  readonly log: (sentence: string, error: unknown) => void
}

export type BackupSchedule = {
  /** Makes the backup of this night if it is time; never rejects. */
  readonly runIfDue: () => Promise<void>
  /** Looks every minute from now on. */
  readonly start: () => void
  /** Gives up one that is being made. */
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

  /** Nothing happened since the last look, or it is too late to wait for that. */
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
    // One that a crash cut off; nobody else writes in this folder under such a name.
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

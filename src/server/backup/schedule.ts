// A backup every night, for a house that nobody administers. What was done is read from the files that
// lie there: whoever starts again in the middle of the night does nothing twice, and a machine that
// slept makes up for it when it wakes.

import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dayOf, wallTimeOf } from '#domain/lib/company-time.ts'

const KEPT = 14
const FIRST_HOUR = 2
/** From then on it is made however busy the house is. */
const LAST_HOUR = 4
const TRY_AGAIN_MS = 15 * 60_000
const LOOK_MS = 60_000

const NAME = /^nightly-\d{4}-\d{2}-\d{2}\.tar\.gz$/
const UNFINISHED = /^nightly-\d{4}-\d{2}-\d{2}\.tar\.gz\.part-\d+$/

export const nightlyName = (day: string): string => `nightly-${day}.tar.gz`

/** Those of the names that are nightly backups and older than the fourteen newest. */
export const outdated = (names: readonly string[]): string[] =>
  names
    .filter(name => NAME.test(name))
    .sort()
    .toReversed()
    .slice(KEPT)

export type NightlyOptions = {
  /** Of this server alone. */
  readonly folder: string
  /** The server's own, not a company's. */
  readonly timeZone: string
  readonly now: () => Date
  /** Something that changes with every command; null while there is nothing to keep. */
  readonly stir: () => Promise<string | null>
  readonly backUp: (file: string, signal: AbortSignal) => Promise<unknown>
  readonly log: (sentence: string, fault: unknown) => void
}

export type Nightly = {
  /** Makes the backup of this night if it is time; never rejects. */
  readonly look: () => Promise<void>
  /** Looks every minute from now on. */
  readonly begin: () => void
  /** Gives up one that is being made. */
  readonly close: () => Promise<void>
}

export function openNightly({ folder, timeZone, now, stir, backUp, log }: NightlyOptions): Nightly {
  const ending = new AbortController()
  let before: string | null = null
  let notBefore = 0
  let looking = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  /** Nothing happened since the last look, or it is too late to wait for that. */
  async function isQuiet(hour: number): Promise<boolean> {
    const last = before
    before = await stir()
    return before !== null && (before === last || hour >= LAST_HOUR)
  }

  async function makeIfTime(): Promise<void> {
    const at = now()
    const hour = Number(wallTimeOf(at, timeZone).slice(11, 13))
    if (hour < FIRST_HOUR || at.getTime() < notBefore) return
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = nightlyName(dayOf(at, timeZone))
    const names = await readdir(folder)
    if (names.includes(name) || !(await isQuiet(hour))) return
    // One that a crash cut off; nobody else writes in this folder under such a name.
    for (const left of names.filter(each => UNFINISHED.test(each)))
      await rm(join(folder, left), { force: true })
    await backUp(join(folder, name), ending.signal)
    for (const old of outdated([...names, name])) await rm(join(folder, old), { force: true })
  }

  async function look(): Promise<void> {
    if (ending.signal.aborted) return
    looking = looking.then(makeIfTime).catch(fault => {
      if (ending.signal.aborted) return
      notBefore = now().getTime() + TRY_AGAIN_MS
      log('The nightly backup could not be made; it is tried again in a quarter of an hour.', fault)
    })
    await looking
  }

  return {
    look,
    begin: () => {
      timer = setInterval(look, LOOK_MS).unref()
      void look()
    },
    close: async () => {
      clearInterval(timer)
      ending.abort()
      await looking
    },
  }
}

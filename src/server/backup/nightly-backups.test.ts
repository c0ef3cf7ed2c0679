import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from '#server/db/database.ts'
import {
  backUp,
  createAppWithImages,
  dumpEverything,
  restoreIntoNewDatabase,
} from '../../../test/support/backup-fixtures.ts'
import { freshDatabase } from '../../../test/support/test-app.ts'
import {
  type BackupSchedule,
  createBackupSchedule,
  expiredBackups,
  getChangeCounter,
  nightlyName,
  recordBackup,
} from './nightly-backups.ts'

const ZONE = 'America/Indiana/Indianapolis'
const MINUTE_MS = 60_000

let folder: string
let made: string[]
let errors: string[]
let changeCounter: string | null
let at: Date
let nightly: BackupSchedule
let backUpOnce: (file: string) => Promise<void>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigwright-nightly-'))
  ;[made, errors, changeCounter] = [[], [], '1']
  backUpOnce = async file => {
    made.push(file.slice(folder.length + 1))
    await writeFile(file, 'a backup')
  }
  nightly = open()
})
afterEach(async () => {
  await nightly.close()
  await rm(folder, { recursive: true, force: true })
})

const open = () =>
  createBackupSchedule({
    folder,
    timeZone: ZONE,
    now: () => at,
    getChangeCounter: async () => changeCounter,
    runBackup: file => backUpOnce(file),
    log: (sentence, error) => errors.push(`${sentence} ${(error as Error).message}`),
  })

/** Runs the schedule every minute between two local times; `busy`: with a change in each. */
async function advance(day: string, from: string, to: string, busy = false): Promise<void> {
  const until = new Date(`${day}T${to}:00-05:00`)
  for (at = new Date(`${day}T${from}:00-05:00`); at <= until; at = new Date(at.getTime() + MINUTE_MS)) {
    if (busy) changeCounter = String(Number(changeCounter) + 1)
    await nightly.runIfDue()
  }
}

describe('a nightly backup', () => {
  test('is made once a night, in the first idle minute after 2 AM', async () => {
    await advance('2025-11-20', '01:00', '01:59')
    expect(made).toEqual([])
    await advance('2025-11-20', '02:00', '02:20', true)
    expect(made).toEqual([])
    await advance('2025-11-20', '02:21', '02:22')
    expect(made).toEqual(['nightly-2025-11-20.tar.gz'])
    await advance('2025-11-20', '02:23', '23:59')
    expect(made).toHaveLength(1)
    await advance('2025-11-21', '00:00', '02:05')
    expect(made).toEqual(['nightly-2025-11-20.tar.gz', 'nightly-2025-11-21.tar.gz'])
  })

  test('is made by 4 AM at the latest, however busy the server is', async () => {
    await advance('2025-11-20', '02:00', '03:59', true)
    expect(made).toEqual([])
    await advance('2025-11-20', '04:00', '04:01', true)
    expect(made).toHaveLength(1)
  })

  test('is not made twice by a restarted server, and a missed one runs at the next start', async () => {
    await advance('2025-11-20', '02:00', '02:02')
    await nightly.close()
    nightly = open()
    await advance('2025-11-20', '02:03', '08:00')
    expect(made).toHaveLength(1)
    await advance('2025-11-22', '15:00', '15:00')
    expect(made.at(-1)).toBe('nightly-2025-11-22.tar.gz')
  })

  test('is not made of an empty database', async () => {
    changeCounter = null
    await advance('2025-11-20', '02:00', '06:00')
    expect(made).toEqual([])
  })

  test('is retried every 15 minutes after a failure', async () => {
    const good = backUpOnce
    backUpOnce = () => Promise.reject(new Error('The disk is full.'))
    await advance('2025-11-20', '02:00', '02:30')
    expect(errors).toEqual(
      Array(2).fill('Nightly backup failed; will retry in 15 minutes. The disk is full.'),
    )
    backUpOnce = good
    await advance('2025-11-20', '02:31', '03:00')
    expect({ made, errors: errors.length }).toEqual({ made: ['nightly-2025-11-20.tar.gz'], errors: 2 })
  })

  test("cleans up after a crash, and keeps other people's files", async () => {
    const others = [
      'rigwright-2020-01-01T0000.tar.gz',
      'notes.txt',
      'rigwright-2020-01-01T0000.tar.gz.part-1',
    ]
    for (const name of [...others, 'nightly-2025-11-19.tar.gz.part-77'])
      await writeFile(join(folder, name), 'x')
    await advance('2025-11-20', '02:00', '02:02')
    expect((await readdir(folder)).sort()).toEqual([...others, 'nightly-2025-11-20.tar.gz'].sort())
  })

  test('is stopped when the server stops', async () => {
    let signal: AbortSignal | undefined
    let started = false
    const slow = createBackupSchedule({
      folder,
      timeZone: ZONE,
      now: () => new Date('2025-11-20T12:00:00Z'),
      getChangeCounter: async () => '1',
      runBackup: (_, given) =>
        new Promise((_resolve, reject) => {
          signal = given
          given.addEventListener('abort', () => reject(new Error('Stopped.')))
          started = true
        }),
      log: sentence => errors.push(sentence),
    })
    const looking = slow.runIfDue()
    await expect.poll(() => started).toBe(true)
    await slow.close()
    await looking
    expect({ aborted: signal?.aborted, errors }).toEqual({ aborted: true, errors: [] })
  })
})

describe('backup retention', () => {
  test('keeps the fourteen newest nightly backups, over a month', async () => {
    const mine = 'rigwright-2025-10-01T0900.tar.gz'
    await writeFile(join(folder, mine), 'x')
    const days = Array.from({ length: 30 }, (_, day) => `2025-11-${String(day + 1).padStart(2, '0')}`)
    for (const day of days) await advance(day, '02:00', '02:02')
    expect((await readdir(folder)).sort()).toEqual([...days.slice(-14).map(nightlyName), mine].sort())
  })

  test('keeps files with similar names', () => {
    const days = Array.from({ length: 20 }, (_, day) => nightlyName(`2025-11-${10 + day}`))
    const alike = ['nightly-2025-11-01.tar.gz.old', 'my-nightly-2025-11-01.tar.gz', 'nightly-2025-11.tar.gz']
    expect(expiredBackups([...alike, ...days])).toEqual(days.slice(0, 6).toReversed())
    expect(expiredBackups(days.slice(0, 14))).toEqual([])
  })
})

test('a real nightly backup restores, and a new ticket makes the next one due', async () => {
  const { app, files } = await createAppWithImages()
  const before = await getChangeCounter(app.database)
  await app.createTicket()
  expect(await getChangeCounter(app.database)).not.toBe(before)
  at = new Date('2025-11-20T12:00:00Z')
  const real = createBackupSchedule({
    folder,
    timeZone: ZONE,
    now: () => at,
    getChangeCounter: () => getChangeCounter(app.database),
    runBackup: (file, signal) => backUp(app, files, { file, signal }),
    log: (_, error) => errors.push(String(error)),
  })
  await real.runIfDue()
  await real.close()
  expect({ files: await readdir(folder), errors }).toEqual({
    files: ['nightly-2025-11-20.tar.gz'],
    errors: [],
  })
  const { connection } = await restoreIntoNewDatabase(join(folder, 'nightly-2025-11-20.tar.gz'))
  expect(await dumpEverything(connection)).toEqual(await dumpEverything(app.connection))
  await app.close()
})

test('a nightly backup records its error, its next attempt and its success, but not that the server stopped', async () => {
  const { database, close } = createDatabase(await freshDatabase(), () => {})
  const stop = new AbortController()
  const [failedAt, madeAt] = [new Date('2025-11-20T07:10:00Z'), new Date('2025-11-20T07:25:00Z')]
  let clock = failedAt
  const backUp = (run: () => Promise<unknown>) =>
    recordBackup(
      database,
      { timeZone: 'America/Indiana/Indianapolis', now: () => clock, signal: stop.signal },
      run,
    )
  const row = () =>
    database.selectFrom('backgroundJob').selectAll().where('name', '=', 'back-up').executeTakeFirst()

  const failure = () => Promise.reject(new Error('The disk is full.'))
  await expect(backUp(failure)).rejects.toThrow('The disk is full.')
  expect(await row()).toEqual({
    name: 'back-up',
    lastRunAt: failedAt,
    lastSucceededAt: null,
    nextRunAt: madeAt,
    failures: 1,
    lastError: 'The disk is full.',
  })
  clock = madeAt
  await backUp(async () => {})
  const made = {
    name: 'back-up',
    lastRunAt: madeAt,
    lastSucceededAt: madeAt,
    nextRunAt: new Date('2025-11-21T07:00:00Z'),
    failures: 0,
    lastError: null,
  }
  expect(await row()).toEqual(made)
  stop.abort()
  await expect(backUp(failure)).rejects.toThrow('The disk is full.')
  expect(await row()).toEqual(made)
  await close()
})

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  backUp,
  everythingIn,
  restoreAnew,
  worldWithPictures,
} from '../../../test/support/backup-fixtures.ts'
import { stirOf } from './change-counter.ts'
import { type Nightly, nightlyName, openNightly, outdated } from './schedule.ts'

const ZONE = 'America/Indiana/Indianapolis'
const MINUTE_MS = 60_000

let folder: string
let made: string[]
let faults: string[]
let stir: string | null
let at: Date
let nightly: Nightly
let backUpOnce: (file: string) => Promise<void>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigwright-nightly-'))
  ;[made, faults, stir] = [[], [], '1']
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
  openNightly({
    ...{ folder, timeZone: ZONE, now: () => at, stir: async () => stir },
    backUp: file => backUpOnce(file),
    log: (sentence, fault) => faults.push(`${sentence} ${(fault as Error).message}`),
  })

/** Looks at each minute from one time of the shop's wall clock to another; `busy`: something happens in each. */
async function pass(day: string, from: string, to: string, busy = false): Promise<void> {
  const until = new Date(`${day}T${to}:00-05:00`)
  for (at = new Date(`${day}T${from}:00-05:00`); at <= until; at = new Date(at.getTime() + MINUTE_MS)) {
    if (busy) stir = String(Number(stir) + 1)
    await nightly.look()
  }
}

describe('a nightly backup', () => {
  test('is made once a night, in the first quiet minute after two', async () => {
    await pass('2025-11-20', '01:00', '01:59')
    expect(made).toEqual([])
    await pass('2025-11-20', '02:00', '02:20', true)
    expect(made).toEqual([])
    await pass('2025-11-20', '02:21', '02:22')
    expect(made).toEqual(['nightly-2025-11-20.tar.gz'])
    await pass('2025-11-20', '02:23', '23:59')
    expect(made).toHaveLength(1)
    await pass('2025-11-21', '00:00', '02:05')
    expect(made).toEqual(['nightly-2025-11-20.tar.gz', 'nightly-2025-11-21.tar.gz'])
  })

  test('is made by four at the latest, however busy the house is', async () => {
    await pass('2025-11-20', '02:00', '03:59', true)
    expect(made).toEqual([])
    await pass('2025-11-20', '04:00', '04:01', true)
    expect(made).toHaveLength(1)
  })

  test('is not made twice by a server that starts again, and is made up for by one that slept', async () => {
    await pass('2025-11-20', '02:00', '02:02')
    await nightly.close()
    nightly = open()
    await pass('2025-11-20', '02:03', '08:00')
    expect(made).toHaveLength(1)
    await pass('2025-11-22', '15:00', '15:00')
    expect(made.at(-1)).toBe('nightly-2025-11-22.tar.gz')
  })

  test('is not made of a house that has nothing to keep', async () => {
    stir = null
    await pass('2025-11-20', '02:00', '06:00')
    expect(made).toEqual([])
  })

  test('that fails is told and tried again in a quarter of an hour', async () => {
    const good = backUpOnce
    backUpOnce = () => Promise.reject(new Error('The disk is full.'))
    await pass('2025-11-20', '02:00', '02:30')
    expect(faults).toEqual(
      Array(2).fill(
        'The nightly backup could not be made; it is tried again in a quarter of an hour. The disk is full.',
      ),
    )
    backUpOnce = good
    await pass('2025-11-20', '02:31', '03:00')
    expect({ made, faults: faults.length }).toEqual({ made: ['nightly-2025-11-20.tar.gz'], faults: 2 })
  })

  test('that a crash cut off is cleared away, and somebody else’s file is not', async () => {
    const others = [
      'rigwright-2020-01-01T0000.tar.gz',
      'notes.txt',
      'rigwright-2020-01-01T0000.tar.gz.part-1',
    ]
    for (const name of [...others, 'nightly-2025-11-19.tar.gz.part-77'])
      await writeFile(join(folder, name), 'x')
    await pass('2025-11-20', '02:00', '02:02')
    expect((await readdir(folder)).sort()).toEqual([...others, 'nightly-2025-11-20.tar.gz'].sort())
  })

  test('is given up when the server stops', async () => {
    let signal: AbortSignal | undefined
    let started = false
    const slow = openNightly({
      ...{ folder, timeZone: ZONE, now: () => new Date('2025-11-20T12:00:00Z'), stir: async () => '1' },
      backUp: (_, given) =>
        new Promise((_resolve, reject) => {
          signal = given
          given.addEventListener('abort', () => reject(new Error('Stopped.')))
          started = true
        }),
      log: sentence => faults.push(sentence),
    })
    const looking = slow.look()
    await expect.poll(() => started).toBe(true)
    await slow.close()
    await looking
    expect({ aborted: signal?.aborted, faults }).toEqual({ aborted: true, faults: [] })
  })
})

describe('the backups that are kept', () => {
  test('are the fourteen newest that were made at night, through a month with a pretend clock', async () => {
    const mine = 'rigwright-2025-10-01T0900.tar.gz'
    await writeFile(join(folder, mine), 'x')
    const days = Array.from({ length: 30 }, (_, day) => `2025-11-${String(day + 1).padStart(2, '0')}`)
    for (const day of days) await pass(day, '02:00', '02:02')
    expect((await readdir(folder)).sort()).toEqual([...days.slice(-14).map(nightlyName), mine].sort())
  })

  test('lose none to names that only look alike', () => {
    const days = Array.from({ length: 20 }, (_, day) => nightlyName(`2025-11-${10 + day}`))
    const alike = ['nightly-2025-11-01.tar.gz.old', 'my-nightly-2025-11-01.tar.gz', 'nightly-2025-11.tar.gz']
    expect(outdated([...alike, ...days])).toEqual(days.slice(0, 6).toReversed())
    expect(outdated(days.slice(0, 14))).toEqual([])
  })
})

test('a real one of a real house restores, and a command makes it stir', async () => {
  const { world, files } = await worldWithPictures()
  const before = await stirOf(world.database)
  await world.ticket()
  expect(await stirOf(world.database)).not.toBe(before)
  at = new Date('2025-11-20T12:00:00Z')
  const real = openNightly({
    ...{ folder, timeZone: ZONE, now: () => at, stir: () => stirOf(world.database) },
    backUp: (file, signal) => backUp(world, files, { file, signal }),
    log: (_, fault) => faults.push(String(fault)),
  })
  await real.look()
  await real.close()
  expect({ kept: await readdir(folder), faults }).toEqual({ kept: ['nightly-2025-11-20.tar.gz'], faults: [] })
  const { connection } = await restoreAnew(join(folder, 'nightly-2025-11-20.tar.gz'))
  expect(await everythingIn(connection)).toEqual(await everythingIn(world.connection))
  await world.close()
})

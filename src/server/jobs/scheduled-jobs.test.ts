import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JobName } from '#domain/platform-admin/background-jobs.ts'
import { createDatabase, type DatabaseHandle } from '#server/db/database.ts'
import { freshDatabase } from '../../../test/support/test-app.ts'
import { addJobs, createRunRecorder, leaseDueJob } from './job-runs.ts'
import type { QueueWorker } from './queue-worker.ts'
import { type ScheduledJob, startScheduledJobs } from './scheduled-jobs.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const START = new Date('2030-01-01T12:00:00Z')
const later = (ms: number) => new Date(START.getTime() + ms)

let handle: DatabaseHandle
let clock: Date
let open: QueueWorker[]
let errors: string[]
beforeAll(async () => {
  handle = createDatabase(await freshDatabase(), () => {})
})
afterAll(() => handle.close())
beforeEach(async () => {
  ;[clock, open, errors] = [START, [], []]
  await handle.database.deleteFrom('backgroundJob').execute()
})
afterEach(async () => {
  for (const scheduler of open) await scheduler.close()
})

function start(...jobs: ScheduledJob[]): QueueWorker {
  const scheduler = startScheduledJobs({
    database: handle.database,
    jobs,
    now: () => clock,
    log: (sentence, error) => errors.push(`${sentence} ${(error as Error).message}`),
  })
  open.push(scheduler)
  return scheduler
}

/** A job, and the times at which it ran. */
function createJob(name: JobName = 'delete-emails', intervalMs = HOUR_MS) {
  const runs: Date[] = []
  const job: ScheduledJob = { name, intervalMs, run: async now => void runs.push(now) }
  return { job, runs }
}

/** A job whose runs do not end before `finish`. */
function createBlockedJob() {
  const runs: Date[] = []
  let finish = (): void => {}
  const ends = new Promise<void>(resolve => {
    finish = resolve
  })
  const run = (now: Date) => {
    runs.push(now)
    return ends
  }
  return { job: { name: 'delete-emails', intervalMs: HOUR_MS, run } satisfies ScheduledJob, runs, finish }
}

const rowOf = (name: JobName = 'delete-emails') =>
  handle.database.selectFrom('backgroundJob').selectAll().where('name', '=', name).executeTakeFirst()
const until = (is: () => Promise<boolean> | boolean) => expect.poll(is).toBe(true)

/** Until the last run has ended and is recorded, so that its lease cannot expire when the clock moves on. */
const untilRecorded = () =>
  until(async () => {
    const row = await rowOf()
    return row?.lastRunAt != null && row.lastRunAt.getTime() === row.lastSucceededAt?.getTime()
  })

/** At `at`, lets every scheduler look, and waits until they have found nothing more to do. */
async function lookAt(at: Date): Promise<void> {
  clock = at
  for (const scheduler of open) scheduler.wake()
  const due = handle.database.selectFrom('backgroundJob').select('name').where('nextRunAt', '<=', at)
  await until(async () => (await due.execute()).length === 0)
}

describe('a scheduled job', () => {
  test('runs at once on an empty table, and then once per interval, on one of two servers', async () => {
    const { job, runs } = createJob()
    start(job)
    start(job)
    await until(() => runs.length === 1)
    await untilRecorded()
    for (const minute of [1, 21, 41, 61, 81, 101, 120]) {
      await lookAt(later(minute * MINUTE_MS))
      await untilRecorded()
    }
    expect(runs).toEqual([START, later(61 * MINUTE_MS), later(2 * HOUR_MS)])
    expect(await rowOf()).toEqual({
      name: 'delete-emails',
      lastRunAt: later(2 * HOUR_MS),
      lastSucceededAt: later(2 * HOUR_MS),
      nextRunAt: later(3 * HOUR_MS),
      failures: 0,
      lastError: null,
    })
  })

  test('that fell due many times while no server ran runs once', async () => {
    const { job, runs } = createJob()
    await addJobs(handle.database, ['delete-emails'], START)
    clock = later(100 * HOUR_MS + MINUTE_MS)
    start(job)
    await until(async () => (await rowOf())?.lastSucceededAt !== null)
    expect(runs).toEqual([clock])
    expect((await rowOf())?.nextRunAt).toEqual(later(101 * HOUR_MS + MINUTE_MS))
  })

  test('whose server died runs on another once its lease ends', async () => {
    const { job, runs } = createJob()
    await addJobs(handle.database, ['delete-emails'], START)
    expect(await leaseDueJob(handle.database, ['delete-emails'], START)).toMatchObject({ dueAt: START })
    start(job)
    await lookAt(later(MINUTE_MS))
    expect(runs).toEqual([])
    await lookAt(later(2 * MINUTE_MS))
    await until(() => runs.length === 1)
  })

  test('that takes longer than its lease delays no other, and is not started twice', async () => {
    const blocked = createBlockedJob()
    const other = createJob('start-planned-assignments', MINUTE_MS)
    const scheduler = start(blocked.job, other.job)
    await until(() => blocked.runs.length === 1 && other.runs.length === 1)
    for (let minute = 1; minute <= 5; minute += 1) {
      clock = later(minute * MINUTE_MS)
      scheduler.wake()
      await until(() => other.runs.length === minute + 1)
    }
    blocked.finish()
    await until(async () => (await rowOf())?.lastSucceededAt !== null)
    expect(blocked.runs).toEqual([START])
    expect(other.runs).toEqual([0, 1, 2, 3, 4, 5].map(minute => later(minute * MINUTE_MS)))
  })

  test('that a server with a wrong clock ran in the future is due', async () => {
    const { job, runs } = createJob()
    await addJobs(handle.database, ['delete-emails'], later(1000 * HOUR_MS))
    await leaseDueJob(handle.database, ['delete-emails'], later(1000 * HOUR_MS))
    start(job)
    await until(async () => (await rowOf())?.nextRunAt?.getTime() === later(HOUR_MS).getTime())
    expect(runs).toEqual([START])
  })

  test('in progress when the server stops is finished, and no other starts', async () => {
    const blocked = createBlockedJob()
    const scheduler = start(blocked.job)
    await until(() => blocked.runs.length === 1)
    const closed = scheduler.close()
    clock = later(HOUR_MS)
    scheduler.wake()
    blocked.finish()
    await closed
    expect(blocked.runs).toEqual([START])
    expect(await rowOf()).toMatchObject({ lastSucceededAt: START, failures: 0 })
  })
})

describe('a failing job', () => {
  test('shows its error, is logged each time, and is retried ever later, up to its interval', async () => {
    let isBroken = true
    const attempts: Date[] = []
    const run = async (now: Date) => {
      attempts.push(now)
      if (isBroken) throw new Error('The disk is full.')
    }
    start({ name: 'delete-emails', intervalMs: HOUR_MS, run })
    const isRecorded = async () => attempts.length > 0 && (await rowOf())?.failures === attempts.length
    await until(isRecorded)
    for (let minute = 1; minute <= 63; minute += 1) {
      await lookAt(later(minute * MINUTE_MS))
      await until(isRecorded)
    }
    expect(attempts).toEqual([0, 1, 3, 7, 15, 31, 63].map(minute => later(minute * MINUTE_MS)))
    expect(errors).toEqual(
      Array(7).fill('The background job delete-emails failed; will retry. The disk is full.'),
    )
    expect(await rowOf()).toMatchObject({ lastSucceededAt: null, lastError: 'The disk is full.' })
    isBroken = false
    await lookAt((await rowOf())?.nextRunAt ?? expect.fail())
    await until(async () => (await rowOf())?.failures === 0)
    expect(await rowOf()).toMatchObject({ lastSucceededAt: clock, lastError: null })
  })
})

describe('the runs of a queue', () => {
  test('are recorded once a minute, every failure, and the success after one', async () => {
    const record = createRunRecorder(handle.database, 'send-emails', () => clock)
    const recordAt = async (ms: number, error: Error | null) => {
      clock = later(ms)
      await record(error)
      return rowOf('send-emails')
    }
    const success = { nextRunAt: null, failures: 0, lastError: null }
    expect(await recordAt(0, null)).toMatchObject({ ...success, lastRunAt: START, lastSucceededAt: START })
    expect(await recordAt(59_000, null)).toMatchObject({ lastRunAt: START })
    expect(await recordAt(60_000, null)).toMatchObject({ lastSucceededAt: later(60_000) })
    await recordAt(61_000, new Error('No answer.'))
    const failed = { failures: 2, lastError: 'Still none.', lastRunAt: later(62_000) }
    expect(await recordAt(62_000, new Error('Still none.'))).toMatchObject({
      ...failed,
      lastSucceededAt: later(60_000),
    })
    expect(await recordAt(63_000, null)).toMatchObject({ ...success, lastSucceededAt: later(63_000) })
  })
})

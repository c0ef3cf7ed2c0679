// Jobs that run every so often, on one of the servers: whichever looks first once a job is due.

import type { JobName } from '#domain/platform-admin/background-jobs.ts'
import type { Database } from '#server/db/database.ts'
import { addJobs, leaseDueJob, recordRun } from './job-runs.ts'
import { backoff, type QueueWorker, startQueueWorker } from './queue-worker.ts'

const MINUTE_MS = 60_000
/** So that a long job delays no other. */
const CONCURRENCY = 2

export type ScheduledJob = {
  readonly name: JobName
  readonly intervalMs: number
  readonly run: (now: Date) => Promise<unknown>
}

type ScheduledJobsOptions = {
  readonly database: Database
  readonly jobs: readonly ScheduledJob[]
  readonly now: () => Date
  readonly log: (sentence: string, error: unknown) => void
}

/** One interval after the time it was due, so that late starts do not add up; later if that has passed. */
function nextOnSchedule(dueAt: Date, intervalMs: number, now: Date): Date {
  const next = new Date(dueAt.getTime() + intervalMs)
  return next > now ? next : new Date(now.getTime() + intervalMs)
}

/** Checks for due jobs every minute. A failed one is retried after a minute, then ever later, up to its interval. */
export function startScheduledJobs({ database, jobs, now, log }: ScheduledJobsOptions): QueueWorker {
  /** Running on this server, perhaps beyond their lease. */
  const running = new Set<JobName>()
  let isListed = false

  /** Runs a job, and returns its error; null if it succeeded. */
  async function run({ name, run: task }: ScheduledJob, startedAt: Date): Promise<unknown> {
    try {
      await task(startedAt)
      return null
    } catch (error) {
      log(`The background job ${name} failed; will retry.`, error)
      return error
    }
  }

  async function runNext(onLeased: () => void): Promise<boolean> {
    const startedAt = now()
    if (!isListed) {
      const names = jobs.map(({ name }) => name)
      await addJobs(database, names, startedAt)
      isListed = true
    }
    const idle = jobs.filter(({ name }) => !running.has(name))
    const leased = await leaseDueJob(
      database,
      idle.map(({ name }) => name),
      startedAt,
    )
    const job = idle.find(({ name }) => name === leased?.name)
    if (leased === undefined || job === undefined) return false
    const { name, intervalMs } = job
    running.add(name)
    onLeased()
    try {
      const error = await run(job, startedAt)
      const scheduled = nextOnSchedule(leased.dueAt, intervalMs, now())
      const retry = backoff(MINUTE_MS, leased.failures, now())
      const nextRunAt = error === null || scheduled < retry ? scheduled : retry
      await recordRun(database, name, { startedAt, nextRunAt, error })
    } finally {
      running.delete(name)
    }
    return true
  }

  return startQueueWorker(
    runNext,
    error => log('Could not read the background jobs that are due; will retry.', error),
    { concurrency: CONCURRENCY, pollIntervalMs: MINUTE_MS },
  )
}

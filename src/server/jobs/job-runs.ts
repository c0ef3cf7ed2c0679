// When each background job ran, how it ended and when it runs next: one row for each, for all servers together.

import { type Kysely, sql } from 'kysely'
import { JOB_NAMES, type JobName } from '#domain/platform-admin/background-jobs.ts'
import type { Database } from '#server/db/database.ts'
import type { Row, Tables } from '#server/db/schema.ts'
import { errorMessage } from './queue-worker.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Longer than most jobs take. One that takes longer may also run on another server, which harms nothing. */
const LEASE_MS = 2 * MINUTE_MS

/** Adds the jobs that have no row; they are due at once. */
export async function addJobs(database: Database, names: readonly JobName[], now: Date): Promise<void> {
  await database
    .insertInto('backgroundJob')
    .values(names.map(name => ({ name, nextRunAt: now, failures: 0 })))
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
}

type LeasedJob = { readonly name: JobName; readonly dueAt: Date; readonly failures: number }

/**
 * Leases the one of these jobs that is due for the longest time. If its server dies, the lease ends by itself. A run in
 * the future is from a clock that was wrong.
 */
export async function leaseDueJob(
  database: Database,
  names: readonly JobName[],
  now: Date,
): Promise<LeasedJob | undefined> {
  const { rows } = await sql<LeasedJob>`
    with due as (
      select name, least(next_run_at, ${now}) as due_at from background_job
      where name = any(${names}::text[])
        and (next_run_at <= ${now} or last_run_at > ${new Date(now.getTime() + HOUR_MS)})
      order by next_run_at limit 1 for update skip locked
    )
    update background_job job set last_run_at = ${now}, next_run_at = ${new Date(now.getTime() + LEASE_MS)}
    from due where job.name = due.name returning job.name, due.due_at, job.failures`.execute(database)
  return rows[0]
}

type JobRun = {
  readonly startedAt: Date
  /** Null for a queue. */
  readonly nextRunAt: Date | null
  /** Null after a success. */
  readonly error: unknown
}

/** Records a run that ended, and with it the end of the job's lease. */
export async function recordRun(
  database: Kysely<Tables>,
  name: JobName,
  { startedAt, nextRunAt, error }: JobRun,
): Promise<void> {
  const hasFailed = error !== null
  const run = { lastRunAt: startedAt, nextRunAt, lastError: hasFailed ? errorMessage(error) : null }
  const success = hasFailed ? {} : { lastSucceededAt: startedAt }
  await database
    .insertInto('backgroundJob')
    .values({ name, ...run, ...success, failures: Number(hasFailed) })
    .onConflict(conflict =>
      conflict.column('name').doUpdateSet({
        ...run,
        ...success,
        failures: hasFailed ? sql`background_job.failures + 1` : 0,
      }),
    )
    .execute()
}

/** Records the runs of a queue: every failure, and a success at most once a minute or after a failure. */
export function createRunRecorder(database: Database, name: JobName, now: () => Date) {
  let recordedAt = Number.NEGATIVE_INFINITY
  return async (error: unknown, nextRunAt: Date | null = null): Promise<void> => {
    const startedAt = now()
    if (error === null && startedAt.getTime() - recordedAt < MINUTE_MS) return
    await recordRun(database, name, { startedAt, nextRunAt, error })
    recordedAt = error === null ? startedAt.getTime() : Number.NEGATIVE_INFINITY
  }
}

/** The rows of all jobs that have one. */
export const listJobRuns = (database: Database): Promise<Row<'backgroundJob'>[]> =>
  database.selectFrom('backgroundJob').selectAll().where('name', 'in', JOB_NAMES).execute()

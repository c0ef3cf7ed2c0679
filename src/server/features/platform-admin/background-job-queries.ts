// What the server does in the background, for founders. The database identifies them by their session.

import { sql } from 'kysely'
import { JOB_NAMES } from '#domain/platform-admin/background-jobs.ts'
import type { Row } from '#server/db/schema.ts'
import { query } from '#server/rpc/procedures.ts'
import { sessionIdOf } from './store.ts'

const NEVER_RUN = { lastRunAt: null, lastSucceededAt: null, nextRunAt: null, failures: 0, lastError: null }

export const listBackgroundJobs = query.platformAdmin.listBackgroundJobs.handler(async ({ context }) => {
  const { work, mailContext } = context
  const { rows } = await sql<Row<'backgroundJob'>>`
    select * from founder_background_jobs(${sessionIdOf(context)})`.execute(work.database)
  return {
    isEmailSetUp: mailContext.canDeliver,
    jobs: JOB_NAMES.map(name => ({ ...NEVER_RUN, ...rows.find(row => row.name === name), name })),
  }
})

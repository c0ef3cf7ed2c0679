// What tests ask about the database as a whole.

import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { errorOf } from './test-app.ts'

/** Several PDFs that are attached to emails, on a busy machine. */
const DELIVERY = { timeout: 20_000 }

/** What the database's other connections do. */
async function otherConnections(database: Database): Promise<readonly object[]> {
  const { rows } = await sql<object>`
    select state, wait_event, now() - state_change as since, query from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(database)
  return rows
}

/** Waits until the mail and push workers are idle: they change queued rows by themselves. */
export async function waitUntilDelivered(database: Database): Promise<void> {
  const queued = async () => {
    const emails = await database
      .selectFrom('emailOutbox')
      .select(['subject', 'attempts', 'lastError'])
      .where('nextAttemptAt', 'is not', null)
      .execute()
    // For the report of a failure.
    return emails.length === 0 ? [] : [...emails, ...(await otherConnections(database))]
  }
  await expect.poll(queued, DELIVERY).toEqual([])
  await expect.poll(() => database.selectFrom('pushOutbox').select('messageId').execute()).toEqual([])
}

/**
 * Waits until no connection is idle inside a transaction. For what a request calls and waits for: background jobs' own
 * transactions end meanwhile, but one of the request would stay open.
 */
export async function waitUntilNoIdleTransaction(database: Database): Promise<void> {
  const open = () =>
    sql`select query from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(database)
  await expect.poll(async () => (await open()).rows).toEqual([])
}

/** Each table with a hash of its rows, once the mail worker is idle; without authentication tables and job runs. */
export async function dumpDatabase(database: Database): Promise<string> {
  await waitUntilDelivered(database)
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not in ('auth_session', 'sign_in', 'background_job')
    order by 1`.execute(database)
  const hashes = tables.map(
    ({ name }) => `concat('${name} ', (select sum(hashtextextended(t::text, 0)) from ${name} t))`,
  )
  const { rows } = await sql
    .raw<{ dump: string }>(`select concat_ws('\n', ${hashes}) as dump`)
    .execute(database)
  return rows[0]?.dump ?? ''
}

/** The sentence of a refusal that has changed nothing in the database. */
export async function refusalOf(database: Database, call: () => Promise<unknown>): Promise<string> {
  const before = await dumpDatabase(database)
  const { message } = await errorOf(call())
  expect(await dumpDatabase(database)).toBe(before)
  return message
}

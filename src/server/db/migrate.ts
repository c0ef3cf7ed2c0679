// Migrates a database: forward only, one migration after the other, each recorded in the same transaction. After a
// crash the next start continues.

import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from './database.ts'
import { indexBuiltBy, type Migration, migrations, runsOutsideTransaction } from './migration-files.ts'

/** The lock of Kysely's own migrator, so that older servers wait as well. */
const ADVISORY_LOCK = '3853314791062309107'

/**
 * While a migration waits for a table, later queries wait behind it. So it waits briefly, releases its lock, and
 * tries again.
 */
const LOCK_TIMEOUT_MS = 2000
const RETRY_DELAY_MS = 500
const TIMEOUT_MS = 10 * 60_000

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

type MigrateOptions = {
  readonly steps?: readonly Migration[]
  /** How long to keep trying. */
  readonly timeoutMs?: number
}

class MigrationError extends Error {}

/**
 * Applies pending migrations; servers that start at once wait for each other. Throws an Error with one sentence if
 * that fails or the database is newer than this program.
 */
export async function migrate(database: Database, options: MigrateOptions = {}): Promise<void> {
  const { steps = migrations, timeoutMs = TIMEOUT_MS } = options
  try {
    const connected = database.withoutPlugins() as Kysely<unknown>
    if ((await listPending(connected, steps)).length === 0) return
    await connected.connection().execute(session =>
      withAdvisoryLock(session, async () => {
        await sql.raw(MIGRATION_TABLE_SQL).execute(session)
        for (const step of await listPending(session, steps)) await applyWithRetry(session, step, timeoutMs)
      }),
    )
  } catch (error) {
    if (error instanceof MigrationError) throw new Error(error.message, { cause: error.cause })
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `Could not prepare the database (${reason}). The user in DATABASE_URL must be allowed to create tables, the extensions btree_gist, btree_gin, pg_trgm and cube, and the roles rigwright_app, rigwright_definer, rigwright_backup and rigwright_eraser.`,
      { cause: error },
    )
  }
}

/** The table of Kysely's migrator. */
export const MIGRATION_TABLE_SQL = `create table if not exists migration (
  name varchar(255) not null primary key, timestamp varchar(255) not null
)`

/** The names of applied migrations, in order; none in an empty database. */
async function listApplied(session: Kysely<unknown>): Promise<string[]> {
  const { rows: found } = await sql<{
    there: boolean
  }>`select to_regclass('migration') is not null as there`.execute(session)
  if (found[0]?.there !== true) return []
  const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(session)
  return rows.map(({ name }) => name).sort()
}

async function listPending(session: Kysely<unknown>, steps: readonly Migration[]): Promise<Migration[]> {
  const applied = await listApplied(session)
  const knownNames = new Set(steps.map(({ name }) => name))
  const [oldest] = applied
  if (oldest !== undefined && !knownNames.has(oldest))
    throw new MigrationError(
      `This database was made by an earlier Rigwright, which this version cannot upgrade: its migrations begin with ${oldest}, not with ${steps[0]?.name}. Start with an empty database (another DATA_DIR or DATABASE_URL), or keep using that earlier version.`,
    )
  const last = steps.at(-1)?.name ?? 'none'
  const unknown = applied.filter(name => !knownNames.has(name)).at(-1)
  if (unknown !== undefined)
    throw new MigrationError(
      `The database is newer than this program: it has the migration ${unknown}, and the newest one here is ${last}. Start the newer Rigwright, or restore a backup made by this one.`,
    )
  const pending = steps.filter(({ name }) => !applied.includes(name))
  const outOfOrder = pending.find(({ name }) => name < (applied.at(-1) ?? ''))
  if (outOfOrder !== undefined)
    throw new MigrationError(
      `The database has the migration ${applied.at(-1)} but not the earlier ${outOfOrder.name}. It belongs to a different Rigwright.`,
    )
  return pending
}

/**
 * Takes the lock of all migrations by polling: a statement waiting for it would itself block a concurrent index
 * build.
 */
async function withAdvisoryLock(session: Kysely<unknown>, task: () => Promise<void>): Promise<void> {
  const tryLock = sql<{
    held: boolean
  }>`select pg_try_advisory_lock(${sql.lit(ADVISORY_LOCK)}::bigint) as held`
  while ((await tryLock.execute(session)).rows[0]?.held !== true) await sleep(100)
  try {
    await task()
  } finally {
    // A broken session has released it already.
    await sql`select pg_advisory_unlock(${sql.lit(ADVISORY_LOCK)}::bigint)`.execute(session).catch(() => {})
  }
}

async function applyWithRetry(session: Kysely<unknown>, step: Migration, timeoutMs: number): Promise<void> {
  const giveUpAt = performance.now() + timeoutMs
  for (;;) {
    try {
      await (runsOutsideTransaction(step) ? applyOutsideTransaction : applyInTransaction)(session, step)
      return
    } catch (error) {
      const { code } = error as { code?: string }
      if (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) throw error
      if (performance.now() > giveUpAt)
        throw new MigrationError(
          `The migration ${step.name} timed out waiting for a table that is in use. Earlier migrations are applied; start again when the table is free.`,
          { cause: error },
        )
    }
    await sleep(RETRY_DELAY_MS)
  }
}

/** A migration and its record are committed together. */
function applyInTransaction(session: Kysely<unknown>, step: Migration): Promise<void> {
  return session.transaction().execute(async transaction => {
    await sql
      .raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}; set local statement_timeout = 0`)
      .execute(transaction)
    await sql.raw(step.text).execute(transaction)
    await recordMigration(transaction, step)
  })
}

/**
 * After a crash between statement and record it runs again, so it must be repeatable. An index left half-built is
 * dropped first.
 */
async function applyOutsideTransaction(session: Kysely<unknown>, step: Migration): Promise<void> {
  // Such a statement waits without blocking others.
  await sql.raw('set lock_timeout = 0; set statement_timeout = 0').execute(session)
  try {
    const index = indexBuiltBy(step)
    if (index !== null && (await isIndexInvalid(session, index)))
      await sql`drop index concurrently if exists ${sql.id(index)}`.execute(session)
    await sql.raw(step.text).execute(session)
  } finally {
    await sql.raw('reset lock_timeout; reset statement_timeout').execute(session)
  }
  await recordMigration(session, step)
}

async function isIndexInvalid(session: Kysely<unknown>, index: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_index where indexrelid = to_regclass(${index}) and not indisvalid
  `.execute(session)
  return rows.length > 0
}

async function recordMigration(session: Kysely<unknown>, { name }: Migration): Promise<void> {
  const at = new Date().toISOString()
  await sql`insert into migration (name, timestamp) values (${name}, ${at})`.execute(session)
}

// The operator lists the founders in FOUNDERS. The database checks them as well, in a table that no unit of work
// reads or writes.

import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Sets the database's founders, in lower case. If unchanged, this is one query; servers that start at once wait for
 * each other.
 */
export async function savePlatformAdmins(database: Database, founders: readonly string[]): Promise<void> {
  const wanted = [...new Set(founders)].sort()
  const { rows } = await sql<{ email: string }>`select email from founder_email`.execute(database)
  const stored = rows.map(({ email }) => email).sort()
  if (stored.join() === wanted.join()) return
  await database.transaction().execute(async transaction => {
    await sql`lock table founder_email in share row exclusive mode`.execute(transaction)
    await sql`delete from founder_email where email <> all(${wanted}::text[])`.execute(transaction)
    await sql`insert into founder_email select unnest(${wanted}::text[]) on conflict do nothing`.execute(
      transaction,
    )
  })
}

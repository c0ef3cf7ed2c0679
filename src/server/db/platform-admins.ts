// Who runs the platform is the operator's to say, in FOUNDERS, and asked by the database as well: a table that no
// piece of work reads or writes.

import { sql } from 'kysely'
import type { Database } from './client.ts'

/**
 * Makes the database know these founders, in lower case, and no others. Where it does already, that is one look; of
 * servers that start at once each waits for the one before.
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

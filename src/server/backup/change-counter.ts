import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'

/** A value that changes with every command of every company; null without companies. */
export const getChangeCounter = (database: Database): Promise<string | null> =>
  database.transaction().execute(async transaction => {
    await sql`set local role rigwright_backup`.execute(transaction)
    const { rows } = await sql<{ counter: string | null }>`
      select sum(version)::text as counter from company_version
    `.execute(transaction)
    return rows[0]?.counter ?? null
  })

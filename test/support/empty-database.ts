// A database without rows, to import into.

import { sql } from 'kysely'
import { createDatabase, type Database } from '#server/db/database.ts'
import { DISTRIBUTION } from '#server/db/schema.ts'
import { freshDatabase } from './test-app.ts'

/** Runs `task` with an empty database of its own. */
export async function withEmptyDatabase<T>(task: (database: Database) => Promise<T>): Promise<T> {
  const { database, close } = createDatabase(await freshDatabase(), error => {
    throw error
  })
  const run = async () => {
    // The template has the demo companies.
    const tables = Object.keys(DISTRIBUTION).filter(
      table => !['migration', 'directory_version'].includes(table),
    )
    await sql`truncate ${sql.join(tables.map(table => sql.table(table)))}`.execute(database)
    return task(database)
  }
  return run().finally(close)
}

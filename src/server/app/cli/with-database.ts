// The database of a server for a command: of the running one, or started for the duration.

import type pg from 'pg'
import { assertNoPartialRestore, openDatabaseFor } from '#server/backup/server-data.ts'
import type { Settings } from '#server/config/settings.ts'
import type { ConnectionTimeouts } from '#server/db/connections/pool.ts'
import { createDatabase, type Database } from '#server/db/database.ts'

/** Runs `task` with the database of these settings. Throws an Error with one sentence if there is none. */
export async function withDatabase<T>(
  settings: Settings,
  printError: (line: string) => void,
  timeouts: ConnectionTimeouts | undefined,
  task: (database: Database, connection: pg.ClientConfig) => Promise<T>,
): Promise<T> {
  assertNoPartialRestore(settings.dataDir)
  const { connection, close } = await openDatabaseFor(settings, printError)
  try {
    const handle = createDatabase(connection, error => printError(error.message), timeouts)
    return await task(handle.database, connection).finally(handle.close)
  } finally {
    await close()
  }
}

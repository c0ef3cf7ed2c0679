import type pg from 'pg'
import { NO_TIMEOUTS } from './connections/pool.ts'
import { assertServerSupported, createDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { savePlatformAdmins } from './platform-admins.ts'

/** Over a separate connection: no request waits for a migration, and it has no time limit. */
export async function migrateAndConfigure(
  connection: pg.ClientConfig,
  founders: readonly string[],
): Promise<void> {
  const { database, close } = createDatabase(connection, () => {}, NO_TIMEOUTS)
  try {
    await assertServerSupported(database)
    await migrate(database)
    await savePlatformAdmins(database, founders)
  } finally {
    await close()
  }
}

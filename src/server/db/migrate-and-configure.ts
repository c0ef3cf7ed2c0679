import type pg from 'pg'
import { checkServer, openDatabase } from './client.ts'
import { migrate } from './migrate.ts'
import { nameFounders } from './platform-admins.ts'
import { UNLIMITED } from './pool.ts'

/** Over a connection of its own: nobody waits for a migration, and it takes the time it takes. */
export async function prepare(connection: pg.ClientConfig, founders: readonly string[]): Promise<void> {
  const { database, close } = openDatabase(connection, () => {}, UNLIMITED)
  try {
    await checkServer(database)
    await migrate(database)
    await nameFounders(database, founders)
  } finally {
    await close()
  }
}

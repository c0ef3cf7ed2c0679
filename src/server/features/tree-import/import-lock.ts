// One import at a time for each database.

import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { FileJournal } from '#server/files/file-journal.ts'
import { ImportError } from './read-tree.ts'

/** Any number that no other lock has. */
const ADVISORY_LOCK = '4417091188235516402'

/** The folder of imports within that of images; a server has its own journal there. */
export const importFolder = (images: string): string => join(images, 'import')

/** Resolves which images an import that was killed stored for nothing, unless one is running. */
export async function reconcileImports(
  database: Database,
  { hasEntries, reconcile }: FileJournal,
): Promise<void> {
  // An import must not find the lock taken by this.
  if (!(await hasEntries())) return
  await withImportLock(database, reconcile).catch(error => {
    if (!(error instanceof ImportError)) throw error
  })
}

/** Runs `task` while no other import runs; throws an ImportError if one does. */
export const withImportLock = <T>(database: Database, task: () => Promise<T>): Promise<T> =>
  database.connection().execute(async session => {
    const { rows } = await sql<{ isHeld: boolean }>`
      select pg_try_advisory_lock(${sql.lit(ADVISORY_LOCK)}::bigint) as is_held`.execute(session)
    if (rows[0]?.isHeld !== true)
      throw new ImportError('Another import is running. Wait until it has ended, and run this one again.')
    try {
      return await task()
    } finally {
      // A broken session has released it already.
      await sql`select pg_advisory_unlock(${sql.lit(ADVISORY_LOCK)}::bigint)`.execute(session).catch(() => {})
    }
  })

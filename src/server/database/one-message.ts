// Several statements in one message to PostgreSQL: each message that is waited for is a turn for
// the network, the database and this process. Values stand in the text, each as a quoted literal.

import { sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Database } from './open.ts'
import type { Tables } from './tables.ts'

/** A value as it stands in the text of a statement. */
export const literal = (value: string | Date): string =>
  pg.escapeLiteral(value instanceof Date ? value.toISOString() : value)

type Opened = { readonly transaction: Transaction<Tables>; readonly rows: readonly object[] }
type Task<T> = (opened: Opened) => Promise<{ readonly result: T; readonly closing: readonly string[] }>

/**
 * Runs `task` in one transaction. `opening` goes along with its beginning, and `task` is handed the rows of
 * its last statement that has any; what `task` wants to close with goes along with the COMMIT. Whatever
 * fails, nothing stays.
 */
export function inTransaction<T>(
  database: Database,
  mode: 'read write' | 'read only',
  opening: readonly string[],
  task: Task<T>,
): Promise<T> {
  return database.connection().execute(async connection => {
    const send = (statements: readonly string[]) => sql.raw<object>(statements.join('; ')).execute(connection)
    try {
      const { rows } = await send([`START TRANSACTION ${mode.toUpperCase()}`, ...opening])
      const { result, closing } = await task({ transaction: connection as Transaction<Tables>, rows })
      await send([...closing, 'COMMIT'])
      return result
    } catch (fault) {
      // On a connection that broke there is nothing to undo, and what broke it is the news.
      await send(['ROLLBACK']).catch(() => {})
      throw fault
    }
  })
}

/** Asks one question within a transaction of its own that writes nothing, all in one message. */
export function askOnce<Row extends object>(
  database: Database,
  opening: readonly string[],
  question: string,
): Promise<readonly Row[]> {
  return database.connection().execute(async connection => {
    const statements = ['START TRANSACTION READ ONLY', ...opening, question, 'COMMIT']
    try {
      const { rows } = await sql.raw<Row>(statements.join('; ')).execute(connection)
      return rows
    } catch (fault) {
      await sql
        .raw('ROLLBACK')
        .execute(connection)
        .catch(() => {})
      throw fault
    }
  })
}

// The connections that everybody's work shares. None of them waits for ever: not for a free one, not
// for a lock, not for an answer; and none goes back while a transaction is still open on it.

import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'

/** How long each may take, in milliseconds; `connection` may name others. */
export type ConnectionTimeouts = Pick<
  pg.PoolConfig,
  | 'connectionTimeoutMillis'
  | 'statement_timeout'
  | 'lock_timeout'
  | 'idle_in_transaction_session_timeout'
  | 'query_timeout'
  | 'max'
>

/** Of one process, unless it shares the database's with others of its machine. */
export const MAX_CONNECTIONS = 12

/** For what people wait for. An export is many short statements, so it needs no others. */
export const REQUEST_TIMEOUTS: ConnectionTimeouts = {
  connectionTimeoutMillis: 10_000,
  lock_timeout: 8000,
  statement_timeout: 15_000,
  // A server that is gone without a word lets go of its locks.
  idle_in_transaction_session_timeout: 20_000,
  // A database that stands still does not even say that a statement took too long.
  query_timeout: 20_000,
}

/** For what nobody waits for, and must come to its end: a migration. */
export const NO_TIMEOUTS: ConnectionTimeouts = { connectionTimeoutMillis: 10_000 }

const IDLE_STATUS = 'I'

/** Several statements in one message have several answers; whoever asked wants the last that has any rows. */
const lastResultWithRows = (result: pg.QueryResult | pg.QueryResult[]): pg.QueryResult | undefined =>
  Array.isArray(result) ? (result.findLast(({ fields }) => fields.length > 0) ?? result.at(-1)) : result

/** One connection for one piece of work. */
function wrapClient(client: pg.PoolClient): PostgresPoolClient {
  let cause: Error | undefined
  const query = async (text: string, values: readonly unknown[]) => {
    // Nothing after a statement that never answered is heard either.
    if (cause !== undefined) throw cause
    try {
      return lastResultWithRows(await client.query(text, [...values]))
    } catch (error) {
      if (error instanceof Error && error.message === 'Query read timeout') cause = error
      throw error
    }
  }
  return {
    // Kysely's type also knows cursors, which nothing here opens.
    query: query as unknown as PostgresPoolClient['query'],
    // A transaction that could not be ended would take the next work's statements for its own.
    release: () => client.release(cause ?? client.getTransactionStatus() !== IDLE_STATUS),
  }
}

/** Opens a pool; nothing is sent until somebody asks for a connection. `onLost` hears of idle ones that broke. */
export function createPool(
  config: pg.PoolConfig,
  onConnectionError: (error: Error) => void,
): { readonly pool: pg.Pool; readonly pooledConnections: PostgresPool } {
  const pool = new pg.Pool({ keepAlive: true, ...config })
  // An idle connection that breaks is replaced by the pool; unheard, the event would end the process.
  pool.on('error', onConnectionError)
  // One that breaks between two statements of a transaction belongs to nobody who listens; the next
  // statement says what happened.
  pool.on('connect', client => client.on('error', () => {}))
  return {
    pool,
    pooledConnections: { connect: async () => wrapClient(await pool.connect()), end: () => pool.end() },
  }
}

// The connections that everybody's work shares. None of them waits for ever: not for a free one, not
// for a lock, not for an answer; and none goes back while a transaction is still open on it.

import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'

/** How long each may take, in milliseconds; `connection` may name others. */
export type Limits = Pick<
  pg.PoolConfig,
  | 'connectionTimeoutMillis'
  | 'statement_timeout'
  | 'lock_timeout'
  | 'idle_in_transaction_session_timeout'
  | 'query_timeout'
  | 'max'
>

/** Of one process, unless it shares the database's with others of its machine. */
export const MOST_CONNECTIONS = 12

/** For what people wait for. An export is many short statements, so it needs no others. */
export const FOR_PEOPLE: Limits = {
  connectionTimeoutMillis: 10_000,
  lock_timeout: 8000,
  statement_timeout: 15_000,
  // A server that is gone without a word lets go of its locks.
  idle_in_transaction_session_timeout: 20_000,
  // A database that stands still does not even say that a statement took too long.
  query_timeout: 20_000,
}

/** For what nobody waits for, and must come to its end: a migration. */
export const UNLIMITED: Limits = { connectionTimeoutMillis: 10_000 }

const IDLE = 'I'

/** Several statements in one message have several answers; whoever asked wants the last that has any rows. */
const lastOf = (answer: pg.QueryResult | pg.QueryResult[]): pg.QueryResult | undefined =>
  Array.isArray(answer) ? (answer.findLast(({ fields }) => fields.length > 0) ?? answer.at(-1)) : answer

/** One connection for one piece of work. */
function lend(client: pg.PoolClient): PostgresPoolClient {
  let fault: Error | undefined
  const query = async (text: string, values: readonly unknown[]) => {
    // Nothing after a statement that never answered is heard either.
    if (fault !== undefined) throw fault
    try {
      return lastOf(await client.query(text, [...values]))
    } catch (error) {
      if (error instanceof Error && error.message === 'Query read timeout') fault = error
      throw error
    }
  }
  return {
    // Kysely's type also knows cursors, which nothing here opens.
    query: query as unknown as PostgresPoolClient['query'],
    // A transaction that could not be ended would take the next work's statements for its own.
    release: () => client.release(fault ?? client.getTransactionStatus() !== IDLE),
  }
}

/** Opens a pool; nothing is sent until somebody asks for a connection. `onLost` hears of idle ones that broke. */
export function openPool(
  config: pg.PoolConfig,
  onLost: (error: Error) => void,
): { readonly pool: pg.Pool; readonly lending: PostgresPool } {
  const pool = new pg.Pool({ keepAlive: true, ...config })
  // An idle connection that breaks is replaced by the pool; unheard, the event would end the process.
  pool.on('error', onLost)
  // One that breaks between two statements of a transaction belongs to nobody who listens; the next
  // statement says what happened.
  pool.on('connect', client => client.on('error', () => {}))
  return { pool, lending: { connect: async () => lend(await pool.connect()), end: () => pool.end() } }
}

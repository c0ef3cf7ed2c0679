// The shared connection pool. Nothing waits forever: not for a free connection, a lock or a response; and no
// connection returns to the pool with an open transaction.

import type { Socket } from 'node:net'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { isReadTimeout, isStalePlan } from '#server/lib/pg-errors.ts'
import { createStatementNames, type StatementNames } from './prepared-statements.ts'

/** Timeouts in milliseconds, and the pool's size (`max`); `connection` may override them. */
export type ConnectionTimeouts = Pick<
  pg.PoolConfig,
  | 'connectionTimeoutMillis'
  | 'statement_timeout'
  | 'lock_timeout'
  | 'idle_in_transaction_session_timeout'
  | 'query_timeout'
  | 'max'
>

/** Per process, unless processes of one machine divide the database's. */
export const MAX_CONNECTIONS = 12

/** For requests. An export uses many short statements, so these suffice. */
export const REQUEST_TIMEOUTS: ConnectionTimeouts = {
  connectionTimeoutMillis: 10_000,
  lock_timeout: 8000,
  statement_timeout: 15_000,
  // A server that disappeared releases its locks.
  idle_in_transaction_session_timeout: 20_000,
  // An unresponsive database does not even report a statement timeout.
  query_timeout: 20_000,
}

/** For migrations, which must finish and block no one. */
export const NO_TIMEOUTS: ConnectionTimeouts = { connectionTimeoutMillis: 10_000 }

const IDLE_STATUS = 'I'

/** One connection for one unit of work. */
function wrapClient(client: pg.PoolClient, names: StatementNames): PostgresPoolClient {
  let cause: Error | undefined
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection
  const query = async (text: string, values: readonly unknown[]) => {
    // After a statement without a response no further response is read.
    if (cause !== undefined) throw cause
    // What is sent at once leaves in one packet.
    if (stream.writableCorked === 0) {
      stream.cork()
      process.nextTick(() => stream.uncork())
    }
    try {
      // Without parameters nothing is gained, and settings contain their values.
      const name = values.length === 0 ? undefined : names.nameOf(text)
      return await client.query({ text, values: [...values], ...(name !== undefined && { name }) })
    } catch (error) {
      if (isStalePlan(error)) names.renew()
      if (isReadTimeout(error)) cause = error
      throw error
    }
  }
  return {
    // Kysely's type also allows cursors, which are not used here.
    query: query as unknown as PostgresPoolClient['query'],
    // With a transaction still open, the next unit of work would run inside it.
    release: () => client.release(cause ?? client.getTransactionStatus() !== IDLE_STATUS),
  }
}

/**
 * Opens a pool; nothing is sent until a connection is requested. `onConnectionError` is called for idle connections
 * that fail.
 */
export function createPool(
  config: pg.PoolConfig,
  onConnectionError: (error: Error) => void,
): { readonly pool: pg.Pool; readonly pooledConnections: PostgresPool } {
  const pool = new pg.Pool({ keepAlive: true, pipeline: true, ...config })
  // The pool replaces a failed idle connection; an unhandled event would end the process.
  pool.on('error', onConnectionError)
  // A failure between two statements has no listener; the next statement reports it.
  pool.on('connect', client => client.on('error', () => {}))
  const names = createStatementNames()
  const connect = async () => wrapClient(await pool.connect(), names)
  return { pool, pooledConnections: { connect, end: () => pool.end() } }
}

// Everything as it was at one moment, on a connection of its own: what is read for minutes holds none that requests
// need.

import pg from 'pg'
import { createKysely, type Database, PARSED_TYPES } from './database.ts'
import { BEGIN_READ_ONLY, COMMIT, ROLLBACK } from './pipelined-transaction.ts'

/** A read-only unit of work within the snapshot's transaction. Its end also undoes what it set: the company, the role. */
const END = ['rollback to savepoint unit_of_work', 'release savepoint unit_of_work']
const STATEMENTS = new Map([
  [BEGIN_READ_ONLY.sql, ['savepoint unit_of_work']],
  [COMMIT.sql, END],
  [ROLLBACK.sql, END],
])

/** Without requests that wait for it: it may take its time, but a lost server ends it. */
const TIMEOUTS = {
  connectionTimeoutMillis: 10_000,
  statement_timeout: 5 * 60_000,
  idle_in_transaction_session_timeout: 10 * 60_000,
}

/**
 * Runs `task` with a database that shows one moment and cannot be written. Units of work run in it one after another.
 */
export async function withSnapshot<T>(
  connection: pg.ClientConfig,
  task: (database: Database) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...TIMEOUTS,
    pipeline: true,
    ...connection,
    types: PARSED_TYPES,
    application_name: 'rigwright-export',
  })
  // The pending statement gets the error as well.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    // A cluster then reads each machine over one connection, and so as it was at one moment.
    await client.query('set local citus.max_adaptive_executor_pool_size = 1')
    return await task(databaseOf(client))
  } finally {
    await client.end()
  }
}

function databaseOf(client: pg.Client): Database {
  let turn = Promise.resolve()
  /** One user at a time, in the order in which they asked. */
  const connect = async () => {
    const previous = turn
    let release = () => {}
    turn = new Promise(resolve => {
      release = resolve
    })
    await previous
    const query = async (text: string, values: readonly unknown[]) => {
      // One message for each statement, as a cluster needs.
      const [first = text, ...others] = STATEMENTS.get(text) ?? []
      const results = [first, ...others].map(statement => client.query(statement, [...values]))
      return (await Promise.all(results))[0]
    }
    // Kysely's type also allows cursors, which are not used here.
    return { query: query as never, release }
  }
  return createKysely({ connect, end: async () => {} })
}

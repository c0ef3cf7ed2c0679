// Several statements in one message to PostgreSQL, because each round trip costs time on the network, the database
// and here. Values are quoted literals in the text.

import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type QueryExecutor,
  Transaction,
} from 'kysely'
import pg from 'pg'
import type { Database } from './database.ts'
import type { Tables } from './schema.ts'

// The driver's own function examines every character, even with nothing to escape.
const quote = (text: string): string => (/['\\]/.test(text) ? pg.escapeLiteral(text) : `'${text}'`)

export type Value = string | number | boolean | Date | null

/** A value as an SQL literal. */
export const literal = (value: Value): string =>
  value === null ? 'NULL' : quote(value instanceof Date ? value.toISOString() : String(value))

/** A database function call as SQL. */
export const formatCall = (name: string, values: readonly Value[]): string =>
  `${name}(${values.map(literal).join(', ')})`

type Rows = readonly object[]

/** A transaction that starts with its first query. */
export type LazyTransaction = {
  /** Whether it has started. */
  readonly isOpen: () => boolean
  /** Starts it. */
  readonly transaction: () => Transaction<Tables>
  /** Runs a read-only query in its own single-message transaction; nothing may follow it. */
  readonly queryAndCommit: (query: string) => Promise<Rows>
}

type TransactionOptions = {
  readonly mode: 'read write' | 'read only'
  /** Sent with the start. */
  readonly sessionSettings: readonly string[]
  /** Sent right after, if the transaction starts before all of it is known. */
  readonly earlySql: readonly string[]
}

type TransactionTask<T> = (
  transaction: LazyTransaction,
) => Promise<{ readonly result: T; readonly commitStatements: readonly string[] }>

/** The task's result, and the rows of the last closing statement. */
type TransactionResult<T> = { readonly result: T; readonly commitRows: Rows }

// Kysely requires these, but uses neither: connections come from the pool's own executor.
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('Only one pool is supported.')) })
const driver = dialect.createDriver()

/**
 * Runs `task` in one transaction, which starts with the first query; closing statements are sent with COMMIT. Without
 * queries, start, closing statements and COMMIT are one message, and without closing statements nothing is sent. On
 * failure everything is rolled back.
 */
export function inTransaction<T>(
  database: Database,
  { mode, sessionSettings, earlySql }: TransactionOptions,
  task: TransactionTask<T>,
): Promise<TransactionResult<T>> {
  const executor = database.getExecutor()
  const isReading = mode === 'read only'
  const startStatements = [`START TRANSACTION ${mode.toUpperCase()}`, ...sessionSettings]
  // PostgreSQL runs one message as one implicit transaction, so no START is needed.
  const implicitPrefix = isReading ? ['SET TRANSACTION READ ONLY', ...sessionSettings] : sessionSettings

  async function run(connection: DatabaseConnection): Promise<TransactionResult<T>> {
    let started: Promise<Rows> | null = null
    let isUnused = true
    const execute = async (statements: readonly string[]): Promise<Rows> =>
      (await connection.executeQuery<object>(CompiledQuery.raw(statements.join('; ')))).rows
    const send = (statements: readonly string[]): Promise<Rows> => {
      isUnused = false
      return execute(statements)
    }
    const sendWithoutBegin = (...statements: readonly string[]) => execute([...implicitPrefix, ...statements])
    const start = () => (started ??= send([...startStatements, ...earlySql]))
    const transaction: LazyTransaction = {
      isOpen: () => started !== null,
      transaction: () => createTransaction(executor, connection, start),
      queryAndCommit: async query => {
        if (started === null && isReading) return sendWithoutBegin(query)
        await start()
        return send([query])
      },
    }
    try {
      const { result, commitStatements } = await task(transaction)
      if (started === null && commitStatements.length === 0) return { result, commitRows: [] }
      if (started === null) return { result, commitRows: await sendWithoutBegin(...commitStatements) }
      return { result, commitRows: await send([...commitStatements, 'COMMIT']) }
    } catch (error) {
      // A broken connection needs no rollback; its error is the one to report.
      if (!isUnused) await send(['ROLLBACK']).catch(() => {})
      throw error
    }
  }

  return executor.provideConnection(run)
}

/** A transaction on this connection whose first query waits until it is open. */
function createTransaction(
  executor: QueryExecutor,
  connection: DatabaseConnection,
  start: () => Promise<unknown>,
): Transaction<Tables> {
  const lazyConnection: DatabaseConnection = {
    executeQuery: async query => {
      await start()
      return connection.executeQuery(query)
    },
    streamQuery: () => {
      throw new Error('Results cannot be streamed within a unit of work.')
    },
  }
  return new Transaction({
    config: { dialect },
    dialect,
    driver,
    executor: executor.withConnectionProvider({ provideConnection: consumer => consumer(lazyConnection) }),
  })
}

/** Runs one query in its own read-only transaction, in one message. */
export async function queryOnce<Row extends object>(
  database: Database,
  sessionSettings: readonly string[],
  query: string,
): Promise<readonly Row[]> {
  const options = { mode: 'read only', sessionSettings, earlySql: [] } as const
  const { result } = await inTransaction(database, options, async ({ queryAndCommit }) => ({
    result: await queryAndCommit(query),
    commitStatements: [],
  }))
  return result as readonly Row[]
}

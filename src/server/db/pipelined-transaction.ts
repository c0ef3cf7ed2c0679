// Several statements in one message to PostgreSQL: each message that is waited for is a turn for
// the network, the database and this process. Values stand in the text, each as a quoted literal.

import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type QueryExecutor,
  Transaction,
} from 'kysely'
import pg from 'pg'
import type { Database } from './client.ts'
import type { Tables } from './schema.ts'

// The driver's own goes through every text letter by letter, also where there is nothing to escape.
const quote = (text: string): string => (/['\\]/.test(text) ? pg.escapeLiteral(text) : `'${text}'`)

export type Value = string | number | boolean | Date | null

/** A value as it stands in the text of a statement. */
export const literal = (value: Value): string =>
  value === null ? 'NULL' : quote(value instanceof Date ? value.toISOString() : String(value))

/** A call of a function of the database as it stands in the text of a statement. */
export const formatCall = (name: string, values: readonly Value[]): string =>
  `${name}(${values.map(literal).join(', ')})`

type Rows = readonly object[]

/** A transaction that has not begun before somebody asks it something. */
export type LazyTransaction = {
  /** Whether it has begun. */
  readonly isOpen: () => boolean
  /** Asking this begins it. */
  readonly transaction: () => Transaction<Tables>
  /** Asks what reads alone, and nothing else is asked after: without a transaction of its own to wait for. */
  readonly queryAndCommit: (query: string) => Promise<Rows>
}

type TransactionOptions = {
  readonly mode: 'read write' | 'read only'
  /** Goes along with the beginning. */
  readonly sessionSettings: readonly string[]
  /** Comes right behind, where the transaction begins before all of it is known. */
  readonly earlySql: readonly string[]
}

type TransactionTask<T> = (
  transaction: LazyTransaction,
) => Promise<{ readonly result: T; readonly commitStatements: readonly string[] }>

/** What the task said, and the rows that the last of its closing statements answered with. */
type TransactionResult<T> = { readonly result: T; readonly commitRows: Rows }

// Kysely asks a transaction for these and uses neither: connections come from the pool's own executor.
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('Only one pool is supported.')) })
const driver = dialect.createDriver()

/**
 * Runs `task` in one transaction. It begins with the first question; what `task` wants to close with goes
 * along with the COMMIT. Where nothing was asked, beginning, closing and COMMIT are one message, and where
 * nothing is left to say there is none. Whatever fails, nothing stays.
 */
export function inTransaction<T>(
  database: Database,
  { mode, sessionSettings, earlySql }: TransactionOptions,
  task: TransactionTask<T>,
): Promise<TransactionResult<T>> {
  const executor = database.getExecutor()
  const isReading = mode === 'read only'
  const startStatements = [`START TRANSACTION ${mode.toUpperCase()}`, ...sessionSettings]
  // PostgreSQL takes what comes in one message as one transaction, which ends with it; it is told so nowhere.
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
      // On a connection that broke there is nothing to undo, and what broke it is the news.
      if (!isUnused) await send(['ROLLBACK']).catch(() => {})
      throw error
    }
  }

  return executor.provideConnection(run)
}

/** A transaction on this connection whose first question waits until it is open. */
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

/** Asks one question within a transaction of its own that writes nothing, all in one message. */
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

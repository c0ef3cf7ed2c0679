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
const quoted = (text: string): string => (/['\\]/.test(text) ? pg.escapeLiteral(text) : `'${text}'`)

export type Value = string | number | boolean | Date | null

/** A value as it stands in the text of a statement. */
export const literal = (value: Value): string =>
  value === null ? 'NULL' : quoted(value instanceof Date ? value.toISOString() : String(value))

/** A call of a function of the database as it stands in the text of a statement. */
export const callOf = (name: string, values: readonly Value[]): string =>
  `${name}(${values.map(literal).join(', ')})`

type Rows = readonly object[]

/** A transaction that has not begun before somebody asks it something. */
export type Turn = {
  /** Whether it has begun. */
  readonly isOpen: () => boolean
  /** Asking this begins it. */
  readonly transaction: () => Transaction<Tables>
  /** Asks what reads alone, and nothing else is asked after: without a transaction of its own to wait for. */
  readonly askAlone: (question: string) => Promise<Rows>
}

export type Opening = {
  readonly mode: 'read write' | 'read only'
  /** Goes along with the beginning. */
  readonly walls: readonly string[]
  /** Comes right behind, where the transaction begins before all of it is known. */
  readonly early: readonly string[]
}

type Task<T> = (turn: Turn) => Promise<{ readonly result: T; readonly closing: readonly string[] }>

/** What the task said, and the rows that the last of its closing statements answered with. */
export type Ended<T> = { readonly result: T; readonly closed: Rows }

// Kysely asks a transaction for these and uses neither: connections come from the pool's own executor.
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('There is no other pool.')) })
const driver = dialect.createDriver()

/**
 * Runs `task` in one transaction. It begins with the first question; what `task` wants to close with goes
 * along with the COMMIT. Where nothing was asked, beginning, closing and COMMIT are one message, and where
 * nothing is left to say there is none. Whatever fails, nothing stays.
 */
export function inTransaction<T>(
  database: Database,
  { mode, walls, early }: Opening,
  task: Task<T>,
): Promise<Ended<T>> {
  const executor = database.getExecutor()
  const isReading = mode === 'read only'
  const beginning = [`START TRANSACTION ${mode.toUpperCase()}`, ...walls]
  // PostgreSQL takes what comes in one message as one transaction, which ends with it; it is told so nowhere.
  const alone = isReading ? ['SET TRANSACTION READ ONLY', ...walls] : walls

  async function run(connection: DatabaseConnection): Promise<Ended<T>> {
    let opened: Promise<Rows> | null = null
    let isSilent = true
    const ask = async (statements: readonly string[]): Promise<Rows> =>
      (await connection.executeQuery<object>(CompiledQuery.raw(statements.join('; ')))).rows
    const send = (statements: readonly string[]): Promise<Rows> => {
      isSilent = false
      return ask(statements)
    }
    const sendAlone = (...statements: readonly string[]) => ask([...alone, ...statements])
    const open = () => (opened ??= send([...beginning, ...early]))
    const turn: Turn = {
      isOpen: () => opened !== null,
      transaction: () => transactionOn(executor, connection, open),
      askAlone: async question => {
        if (opened === null && isReading) return sendAlone(question)
        await open()
        return send([question])
      },
    }
    try {
      const { result, closing } = await task(turn)
      if (opened === null && closing.length === 0) return { result, closed: [] }
      if (opened === null) return { result, closed: await sendAlone(...closing) }
      return { result, closed: await send([...closing, 'COMMIT']) }
    } catch (fault) {
      // On a connection that broke there is nothing to undo, and what broke it is the news.
      if (!isSilent) await send(['ROLLBACK']).catch(() => {})
      throw fault
    }
  }

  return executor.provideConnection(run)
}

/** A transaction on this connection whose first question waits until it is open. */
function transactionOn(
  executor: QueryExecutor,
  connection: DatabaseConnection,
  open: () => Promise<unknown>,
): Transaction<Tables> {
  const opening: DatabaseConnection = {
    executeQuery: async question => {
      await open()
      return connection.executeQuery(question)
    },
    streamQuery: () => {
      throw new Error('Nothing is streamed within a piece of work.')
    },
  }
  return new Transaction({
    ...{ config: { dialect }, dialect, driver },
    executor: executor.withConnectionProvider({ provideConnection: consumer => consumer(opening) }),
  })
}

/** Asks one question within a transaction of its own that writes nothing, all in one message. */
export async function askOnce<Row extends object>(
  database: Database,
  walls: readonly string[],
  question: string,
): Promise<readonly Row[]> {
  const opening = { mode: 'read only', walls, early: [] } as const
  const { result } = await inTransaction(database, opening, async ({ askAlone }) => ({
    result: await askAlone(question),
    closing: [],
  }))
  return result as readonly Row[]
}

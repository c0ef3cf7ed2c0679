// A transaction whose statements are sent without waiting for each other's answers: PostgreSQL runs them in order, and
// only what needs an answer waits for it. Each statement is a message of its own, with parameters.

import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type QueryExecutor,
  type QueryResult,
  Transaction,
} from 'kysely'
import { isUuid } from '#domain/lib/uuid.ts'
import { isAbortedTransaction, StaleSessionError } from '#server/lib/pg-errors.ts'
import type { Database } from './database.ts'
import type { Tables } from './schema.ts'

/** A call of a database function. */
export type FunctionCall = { readonly name: string; readonly values: readonly unknown[] }

const texts = new Map<string, string>()

function textOf(calls: readonly FunctionCall[]): string {
  const key = calls.map(({ name, values }) => `${name} ${values.length}`).join()
  const known = texts.get(key)
  if (known !== undefined) return known
  let position = 0
  const parameter = () => {
    position += 1
    return `$${position}`
  }
  const text = `SELECT ${calls.map(({ name, values }) => `${name}(${values.map(parameter).join(', ')})`).join(', ')}`
  texts.set(key, text)
  return text
}

/** A statement that makes these calls, one after another, with their arguments as parameters. */
export const callOf = (...calls: readonly FunctionCall[]): CompiledQuery =>
  CompiledQuery.raw(
    textOf(calls),
    calls.flatMap(({ values }) => values),
  )

/**
 * Sets whose rows this transaction sees. SET LOCAL takes no parameters, and nothing else reaches the machines of a
 * cluster, so the value must be a UUID.
 */
export function setLocal(name: 'actor' | 'company' | 'customer', value: string): CompiledQuery {
  if (!isUuid(value)) throw new Error(`The ${name} of a transaction must be a UUID, not “${value}”.`)
  return CompiledQuery.raw(`SET LOCAL app.${name} = '${value}'`)
}

/** Takes a role. Not by SET LOCAL: a role must not reach the other machines of a cluster. */
export const takeRole = (role: 'rigwright_app' | 'rigwright_eraser'): FunctionCall => ({
  name: 'set_config',
  values: ['role', role, true],
})

const beginIn = (mode: TransactionOptions['mode']) =>
  CompiledQuery.raw(`START TRANSACTION ${mode.toUpperCase()}`)
export const BEGIN_READ_ONLY = beginIn('read only')
export const COMMIT = CompiledQuery.raw('COMMIT')
export const ROLLBACK = CompiledQuery.raw('ROLLBACK')

/** A transaction that starts with its first query. */
export type LazyTransaction = {
  /** For queries. */
  readonly database: Transaction<Tables>
  /** Sends a statement whose answer nobody waits for; its error is the transaction's. */
  readonly send: (statement: CompiledQuery) => void
}

/** A cached session. */
export type SessionCheck = {
  /** Says whether it is still valid. */
  readonly call: FunctionCall
  /** Whether it has succeeded. */
  isConfirmed: boolean
}

/** A call of a boolean function before a transaction's own statements. */
export type TransactionCheck = {
  readonly call: FunctionCall
  /** The transaction's error if it says no. PostgreSQL would log an error of its own. */
  readonly refusal: () => Error
}

type TransactionOptions = {
  readonly mode: 'read write' | 'read only'
  readonly sessionCheck?: SessionCheck | undefined
  /** Further checks; all run before the role is taken, which may not make them itself. */
  readonly checks?: readonly TransactionCheck[]
  /** Sent with the start, after the role. */
  readonly settings: readonly CompiledQuery[]
}

type TransactionTask<T> = (
  transaction: LazyTransaction,
) => Promise<{ readonly result: T; readonly completion: FunctionCall | null }>

/** The task's result, and that of its completion. */
type TransactionResult<T> = { readonly result: T; readonly completionRow: object | undefined }

// Kysely requires these, but uses neither: connections come from the pool's own executor.
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('Only one pool is supported.')) })
const driver = dialect.createDriver()

/**
 * Runs `task` in one transaction, which starts with the first query; its completion is sent with COMMIT. On
 * failure everything is rolled back, and the error is that of the first statement that failed. Statements are sent
 * before the checks are answered, but no result counts before that. Without queries and a completion only the session is
 * checked. A read-only transaction has its result before COMMIT is answered.
 */
export function inTransaction<T>(
  database: Database,
  { mode, sessionCheck, checks = [], settings }: TransactionOptions,
  task: TransactionTask<T>,
): Promise<TransactionResult<T>> {
  const executor = database.getExecutor()
  const session =
    sessionCheck === undefined
      ? []
      : [{ call: sessionCheck.call, refusal: (): Error => new StaleSessionError() }]
  const begin = beginIn(mode)

  async function run(
    connection: DatabaseConnection,
    complete: (result: TransactionResult<T>) => void,
  ): Promise<void> {
    let isStarted = false
    let firstError: unknown
    let checked: Promise<void> = Promise.resolve()
    const unawaited: Promise<unknown>[] = []

    async function execute<Row>(statement: CompiledQuery): Promise<QueryResult<Row>> {
      try {
        return await connection.executeQuery<Row>(statement)
      } catch (error) {
        firstError ??= error
        // What followed a failed statement is not the reason.
        throw isAbortedTransaction(error) ? firstError : error
      }
    }
    async function runChecks(): Promise<void> {
      // The session comes last: while another check waits for a lock, it holds none on the account.
      const calls = [...checks, ...session].map(({ call }) => call)
      const { rows } = await execute<Record<string, unknown>>(callOf(...calls, takeRole('rigwright_app')))
      const refused = [...session, ...checks].find(({ call }) => rows[0]?.[call.name] !== true)
      if (refused !== undefined) throw refused.refusal()
      if (sessionCheck !== undefined) sessionCheck.isConfirmed = true
    }
    async function executeChecked<Row>(statement: CompiledQuery): Promise<QueryResult<Row>> {
      const executed = track(execute<Row>(statement))
      await checked
      return executed
    }
    /** Its rejection is looked at later, or never. */
    function track<Outcome>(promise: Promise<Outcome>): Promise<Outcome> {
      promise.catch(() => {})
      return promise
    }
    function send(statement: CompiledQuery): Promise<QueryResult<object>> {
      const sent = track(executeChecked<object>(statement))
      unawaited.push(sent)
      return sent
    }
    function start(): void {
      if (isStarted) return
      isStarted = true
      unawaited.push(track(execute(begin)))
      checked = track(runChecks())
      unawaited.push(checked)
      for (const statement of settings) send(statement)
    }
    const query = <Row>(statement: CompiledQuery): Promise<QueryResult<Row>> => {
      start()
      return executeChecked(statement)
    }
    const transaction: LazyTransaction = {
      database: createTransaction(executor, query),
      send: statement => {
        start()
        send(statement)
      },
    }
    try {
      const { result, completion } = await task(transaction)
      const isSessionConfirmed = sessionCheck === undefined || sessionCheck.isConfirmed
      if (!isStarted && completion === null && isSessionConfirmed)
        return complete({ result, completionRow: undefined })
      start()
      if (mode === 'read write') await checked
      const completed = completion === null ? undefined : send(callOf(completion))
      const committed = send(COMMIT)
      if (mode === 'read only') {
        await Promise.all(unawaited.slice(0, -1))
        complete({ result, completionRow: undefined })
        await committed
        return
      }
      await Promise.all(unawaited)
      complete({ result, completionRow: (await completed)?.rows[0] })
    } catch (error) {
      // A broken connection needs no rollback; its error is the one to report.
      if (isStarted) await execute(ROLLBACK).catch(() => {})
      throw error
    }
  }

  return new Promise((resolve, reject) => {
    executor.provideConnection(connection => run(connection, resolve)).catch(reject)
  })
}

/** A transaction for queries, which run one after another on its connection. */
function createTransaction(
  executor: QueryExecutor,
  executeQuery: DatabaseConnection['executeQuery'],
): Transaction<Tables> {
  const connection: DatabaseConnection = {
    executeQuery,
    streamQuery: () => {
      throw new Error('Results cannot be streamed within a unit of work.')
    },
  }
  return new Transaction({
    config: { dialect },
    dialect,
    driver,
    executor: executor.withConnectionProvider({ provideConnection: consumer => consumer(connection) }),
  })
}

/** Runs one query as the app's role with these settings, in its own read-only transaction. */
export async function queryOnce<Row extends object>(
  database: Database,
  settings: readonly CompiledQuery[],
  query: CompiledQuery<Row>,
): Promise<readonly Row[]> {
  const { result } = await inTransaction(database, { mode: 'read only', settings }, async transaction => ({
    result: await transaction.database.executeQuery(query),
    completion: null,
  }))
  return result.rows
}

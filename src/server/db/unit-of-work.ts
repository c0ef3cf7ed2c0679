// A unit of work: one transaction, one actor, one time. It adds the actor's company to every query, logs what
// changed, and notifies listeners after commit.

import { type CompiledQuery, sql, type Transaction, type Updateable } from 'kysely'
import type { Actor, Customer, Signature } from '#domain/account/actor.ts'
import { type Action, may, type Subject } from '#domain/account/permission.ts'
import { BOARD_SECTIONS } from '#domain/tickets/board-sections.ts'
import type { State } from '#domain/tickets/ticket.ts'
import { forbidden, hidden, unauthorized, unavailable } from '#server/lib/api-errors.ts'
import { databaseProblemOf, isRetryable, isRolledBack } from '#server/lib/pg-errors.ts'
import type { ClusterNodes } from './cluster-nodes.ts'
import { CompanyScope, type CompanyTable } from './company-scope.ts'
import type { TransactionLimiter } from './connections/transaction-limiter.ts'
import type { Database } from './database.ts'
import {
  callOf,
  type FunctionCall,
  inTransaction,
  type LazyTransaction,
  type SessionCheck,
  setLocal,
  type TransactionCheck,
  takeRole,
} from './pipelined-transaction.ts'
import type { NewRow, Row, Tables } from './schema.ts'
import { insertInto, type NewColumns, updateRows, upsertRow } from './statement.ts'

/** Who acts, when, and in which time zone. */
export type ExecutionContext = {
  readonly actor: Actor
  /** The owner of stored responses, as a UUID: the account, or a hash for visitors; null to see none. */
  readonly actorKey: string | null
  readonly now: Date
  /** The company's time zone, or UTC without one. */
  readonly timeZone: string
  /** The company that a visitor's request is about, if known. */
  readonly companyId?: string | undefined
  /** The signature, for actors without a name. */
  readonly by?: Signature | undefined
  /** Confirms the session within the transaction. */
  readonly sessionCheck?: SessionCheck | undefined
  /** Whose requests wait for each other; the server's own work waits for none. */
  readonly client?: string | undefined
}

/** A change by a command: becomes a row of the change log and a live event. */
type ChangeRecord = {
  readonly kind: 'ticket' | 'company' | 'employee'
  readonly id: string
  readonly verb: string
  /** The card that everyone in the company may see: no money, license or contact details. */
  readonly card: object | null
  /** Further facts for the activity list; never money. */
  readonly detail?: object | null
}

/** What live listeners get for one thing changed in one version. */
export type LiveEvent = {
  readonly version: number
  readonly kind: string
  readonly id: string
  readonly card: object | null
}

/** What identifies a request under a key. */
export type IdempotencyClaim = {
  /** With whose rows it is stored: those of the company, or of an actor without one. */
  readonly companyId: string
  readonly actor: string
  /** A UUID. */
  readonly key: string
  readonly command: string
  /** A keyed hash of the request. */
  readonly bodyHash: string
}

/** The response to a command, as JSON. */
type IdempotentResponse = IdempotencyClaim & { readonly body: string }

type ColumnNames<T extends CompanyTable> = readonly (keyof NewColumns<T>)[]

const signatureOf = (actor: Actor): Signature =>
  'id' in actor ? { id: actor.id, name: actor.name } : { id: 'public', name: 'A visitor' }

export class UnitOfWork extends CompanyScope {
  readonly actorKey: string | null
  readonly now: Date
  /** Commands lock what they read; queries run in a read-only transaction. */
  readonly isCommand: boolean
  /** Counts from 1: after a deadlock or a collision a unit of work runs again. */
  readonly attempt: number
  #actor: Actor
  #by: Signature
  #timeZone: string
  readonly #transaction: LazyTransaction
  readonly #changes: ChangeRecord[] = []
  readonly #afterCommitEffects: (() => void)[] = []
  /** How many tickets more each section of the board has. */
  readonly #movedTickets = new Map<State, number>()
  #response: IdempotentResponse | undefined
  readonly #feeds = new Set<string>()
  #companyId: string | null

  constructor(
    transaction: LazyTransaction,
    execution: ExecutionContext,
    isCommand: boolean,
    attempt: number,
  ) {
    super()
    this.#transaction = transaction
    this.attempt = attempt
    this.#actor = execution.actor
    this.actorKey = execution.actorKey
    this.#by = execution.by ?? signatureOf(execution.actor)
    this.now = execution.now
    this.#timeZone = execution.timeZone
    this.isCommand = isCommand
    this.#companyId = 'companyId' in execution.actor ? execution.actor.companyId : null
  }

  get actor(): Actor {
    return this.#actor
  }

  /** The signature of this unit of work's changes. */
  get by(): Signature {
    return this.#by
  }

  get timeZone(): string {
    return this.#timeZone
  }

  /** From now on the holder of a link acts as its customer. */
  actAs(customer: Customer, timeZone: string): void {
    this.#actor = customer
    this.#by = signatureOf(customer)
    this.#timeZone = timeZone
  }

  /** The transaction, which starts with the first query. */
  override get database(): Transaction<Tables> {
    return this.#transaction.database
  }

  override get companyId(): string {
    if (this.#companyId === null) throw unauthorized()
    return this.#companyId
  }

  /** Moves a visitor's unit of work into the company it registers or contacts. */
  enterCompany(companyId: string): void {
    this.#companyId = companyId
    this.#transaction.send(setLocal('company', companyId))
  }

  /** Makes a customer's record readable. */
  enterCustomer(customerUuid: string): void {
    this.#transaction.send(setLocal('customer', customerUuid))
  }

  /**
   * From now on it may also erase and take back what its company has. Before it locks or changes anything, because on a
   * cluster one role alone may do that to a company's rows.
   */
  takeEraserRole(): void {
    this.#transaction.send(callOf(takeRole('rigwright_eraser')))
  }

  /**
   * Sends a write whose result is not needed, without waiting for it: it runs before every later query, and if it
   * fails, so does the unit of work, with its error.
   */
  write(query: { compile(database: Transaction<Tables>): CompiledQuery }): void {
    this.#transaction.send(query.compile(this.database))
  }

  /** Inserts rows of the company. */
  insert<T extends CompanyTable>(table: T, ...rows: readonly NewColumns<T>[]): void {
    if (rows.length > 0) this.write(insertInto(this, table, rows))
  }

  /** Changes the rows of the company that have the values of `where`. */
  save<T extends CompanyTable>(table: T, where: Partial<Row<T>>, columns: Updateable<Tables[T]>): void {
    this.write(updateRows(this, table, where, columns))
  }

  /** Inserts a row of the company, or changes the one with the same `key`, but for the columns that it is to `keep`. */
  upsert<T extends CompanyTable>(
    table: T,
    row: NewColumns<T>,
    { key, keep = [] }: { readonly key: ColumnNames<T>; readonly keep?: ColumnNames<T> },
  ): void {
    this.write(upsertRow(this, table, row, key, keep))
  }

  /** Records a change, for the change log and live listeners. */
  recordChange(change: ChangeRecord): void {
    this.#changes.push(change)
  }

  /** Writes the company's public card to the directory, with the directory's own version; an omitted rating stays. */
  async publishToDirectory({ companyId, ...card }: Omit<NewRow<'directory'>, 'version'>): Promise<void> {
    const columns = { ...card, version: sql<number>`(select version from raised)` }
    await this.database
      .with('raised', raise =>
        raise.updateTable('directoryVersion').set({ version: sql<number>`version + 1` }).returning('version'),
      )
      .insertInto('directory')
      .values({ companyId, ...columns })
      .onConflict(conflict => conflict.column('companyId').doUpdateSet(columns))
      .execute()
    this.#feeds.add(DIRECTORY_FEED)
  }

  /** Counts a ticket that moved from one section of the board to another; null for none. */
  countMovedTicket(from: State | null, to: State): void {
    const add = (state: State, count: number) =>
      this.#movedTickets.set(state, (this.#movedTickets.get(state) ?? 0) + count)
    if (from !== null) add(from, -1)
    add(to, 1)
  }

  /** Tells the open pages of an account without a company that something of theirs has changed. */
  publishToAccount(account: string): void {
    this.#feeds.add(accountFeed(account))
  }

  /** Runs `effect` after commit; not if the command failed. */
  afterCommit(effect: () => void): void {
    this.#afterCommitEffects.push(effect)
  }

  /** Stores the response under its key, with the change log. */
  storeResponse(response: IdempotentResponse): void {
    this.#response = response
  }

  /**
   * The call sent with COMMIT, if there is anything to complete. It raises the company's version and inserts a row for
   * each change, in order; the version's row lock is held from there to commit, so versions follow commit order without
   * gaps. It also counts moved tickets, and stores the response.
   */
  completion(): FunctionCall | null {
    const hasChanged = this.#changes.length > 0
    if (!hasChanged && this.#response === undefined) return null
    if (hasChanged) this.#feeds.add(this.companyId)
    const rows = this.#changes.map((change, index) => ({ ...change, seq: index + 1 }))
    const changes = hasChanged ? JSON.stringify(rows) : null
    const moved = BOARD_SECTIONS.map(section => this.#movedTickets.get(section) ?? 0)
    const { id, name } = this.by
    const {
      companyId = null,
      actor = null,
      key = null,
      command = null,
      bodyHash = null,
      body = null,
    } = this.#response ?? {}
    return {
      name: 'complete_command',
      values: [
        ...[this.now, this.#companyId, id, name, changes, moved],
        ...[companyId, actor, key, command, bodyHash, body],
      ],
    }
  }

  /** Called once, after commit, with the result of the completion. */
  runAfterCommit(
    publish: PublishEvents,
    completed: { readonly complete_command?: number } | undefined,
  ): void {
    const version = completed?.complete_command ?? null
    for (const feed of this.#feeds)
      publish(feed, feed === this.#companyId && version !== null ? this.#eventsOf(version) : [])
    for (const effect of this.#afterCommitEffects) effect()
  }

  /** As readers of the change log see it: only the last change of each thing. */
  #eventsOf(version: number): LiveEvent[] {
    const last = new Map(this.#changes.map(({ kind, id, card }) => [`${kind} ${id}`, { kind, id, card }]))
    return [...last.values()].map(({ kind, id, card }) => ({ version, kind, id, card }))
  }
}

/** Tells every server that a feed has changed; `events` are the changes, if known here. */
export type PublishEvents = (feed: string, events: readonly LiveEvent[]) => void

/** The feed of the public list. A feed is this, an account's, or a company's id. */
export const DIRECTORY_FEED = 'directory'

/** The feed of an account without a company: only that something changed. */
export const accountFeed = (account: string): string => `account-${account}`

/** The company that a request is about: the actor's, or the one that a visitor asks. */
export const companyOf = ({
  actor,
  companyId,
}: Pick<ExecutionContext, 'actor' | 'companyId'>): string | undefined =>
  'companyId' in actor ? actor.companyId : companyId

/** Whose rows a transaction sees. */
const settingsOf = ({ actor, actorKey }: ExecutionContext): CompiledQuery[] => [
  ...(actorKey === null ? [] : [setLocal('actor', actorKey)]),
  ...('companyId' in actor ? [setLocal('company', actor.companyId)] : []),
]

export type UnitOfWorkServices = {
  readonly database: Database
  readonly publish: PublishEvents
  /** Without it, clients share the connections as they come. */
  readonly limitTransactions?: TransactionLimiter
  /** Without it, every machine of the database counts as up. */
  readonly clusterNodes?: ClusterNodes
}

const MAX_ATTEMPTS = 5

/**
 * Runs `task` as a unit of work. If it throws, everything is rolled back. After a deadlock or a collision it runs again
 * from its first statement. `checks` are made before it.
 */
export function runInTransaction<T>(
  services: UnitOfWorkServices,
  execution: ExecutionContext,
  kind: 'command' | 'query',
  task: (work: UnitOfWork) => Promise<T>,
  checks: readonly TransactionCheck[] = [],
): Promise<T> {
  const { client } = execution
  const run = async () => {
    // No connection waits for a machine that is known to be away.
    const companyId = companyOf(execution)
    if (companyId !== undefined) await services.clusterNodes?.assertReachable(companyId)
    return retryTransaction(services, execution, kind, task, checks)
  }
  return client === undefined || services.limitTransactions === undefined
    ? run()
    : services.limitTransactions(client, kind, run)
}

async function retryTransaction<T>(
  services: UnitOfWorkServices,
  execution: ExecutionContext,
  kind: 'command' | 'query',
  task: (work: UnitOfWork) => Promise<T>,
  checks: readonly TransactionCheck[],
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptTransaction(services, execution, kind, task, checks, attempt)
    } catch (error) {
      if (!isRetryable(error) || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

async function attemptTransaction<T>(
  { database, publish }: UnitOfWorkServices,
  execution: ExecutionContext,
  kind: 'command' | 'query',
  task: (work: UnitOfWork) => Promise<T>,
  checks: readonly TransactionCheck[],
  attempt: number,
): Promise<T> {
  const isCommand = kind === 'command'
  const mode = isCommand ? 'read write' : 'read only'
  let isCommitting = false
  const settings = settingsOf(execution)
  const { sessionCheck } = execution
  const { result: completed, completionRow } = await inTransaction(
    database,
    { mode, sessionCheck, checks, settings },
    async transaction => {
      const work = new UnitOfWork(transaction, execution, isCommand, attempt)
      const result = await task(work)
      const completion = work.completion()
      isCommitting = true
      return { result: { result, work }, completion }
    },
  ).catch(error => {
    // A connection lost during commit leaves the outcome unknown.
    const isOutcomeUnknown =
      isCommand && isCommitting && databaseProblemOf(error) === 'away' && !isRolledBack(error)
    throw isOutcomeUnknown ? unavailable('unsure', error) : error
  })
  completed.work.runAfterCommit(publish, completionRow)
  return completed.result
}

/**
 * The first check of every command and query. A visitor is asked to log in; a missing permission is FORBIDDEN; a
 * ticket outside the actor's reach is NOT_FOUND, as if it did not exist.
 */
export function authorize(work: Pick<UnitOfWork, 'actor'>, action: Action, subject?: Subject): void {
  if (may(work.actor, action, subject)) return
  if (work.actor.kind === 'visitor') throw unauthorized()
  throw subject !== undefined && may(work.actor, action) ? hidden() : forbidden()
}

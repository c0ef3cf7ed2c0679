// One piece of work: one transaction, one actor, one moment. It knows whose company it is in and
// adds that to every query, leaves a trail of what it touched, and wakes the listeners after commit.

import {
  type DeleteQueryBuilder,
  type DeleteResult,
  type SelectQueryBuilder,
  sql,
  type Transaction,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely'
import type { Actor, Signature } from '#domain/account/actor.ts'
import { type Action, may, type Subject } from '#domain/account/permission.ts'
import { forbidden, notFound, unauthorized, unavailable } from '#server/lib/errors.ts'
import { databaseProblemOf, isRetryable, isRolledBack } from '#server/lib/pg-errors.ts'
import type { Database } from './client.ts'
import {
  formatCall,
  inTransaction,
  type LazyTransaction,
  literal,
  type Value,
} from './pipelined-transaction.ts'
import type { CompanyTables, DirectoryRow, RatingRow, Tables } from './schema.ts'
import { belongsToCompany } from './tenant-filter.ts'

/** Who asks, when, and on whose clock: what a piece of work is told from outside. */
export type ExecutionContext = {
  readonly actor: Actor
  /** Whose stored answers this work may see: the account, or a hash for visitors. */
  readonly actorKey: string
  readonly now: Date
  /** The company's, or UTC where there is none. */
  readonly timeZone: string
  /** Under whose name it is signed, where the actor has none to sign with. */
  readonly by?: Signature | undefined
  /** Where the actor was only remembered: the statement that fails unless they are who they were. */
  readonly revalidateSql?: string
}

/** A thing that a command touched: becomes a row of the trail and an event of the live feed. */
type ChangeRecord = {
  readonly kind: 'ticket' | 'company' | 'employee'
  readonly id: string
  readonly verb: string
  /** The small picture that everyone in the company may see: no money, licence or contact. */
  readonly card: object | null
  /** What the activity list says besides who and when; never money. */
  readonly detail?: object | null
}

/** What a feed's listeners are told of one thing that one version touched. */
export type LiveEvent = {
  readonly version: number
  readonly kind: string
  readonly id: string
  readonly card: object | null
}

/** The key of a command with its answer: the actor, the key, the command, what was sent, the answer. */
type IdempotencyRecord = readonly [string, string, string, string, string]

/** Writes what a work closes with in one call, which answers with the version as `append_changes` does. */
type CommitCall = (change: ChangeRecord, claim: IdempotencyRecord | null) => string

type TableName = keyof CompanyTables
type NoColumns = Record<never, never>

const signatureOf = (actor: Actor): Signature =>
  'id' in actor ? { id: actor.id, name: actor.name } : { id: 'public', name: 'A visitor' }

export class UnitOfWork {
  readonly actor: Actor
  readonly actorKey: string
  /** The signature under what this work does. */
  readonly by: Signature
  readonly now: Date
  readonly timeZone: string
  /** Commands lock what they read; queries run in a transaction that cannot write. */
  readonly isCommand: boolean
  /** Counts from 1 how often this work has been begun: two that collided are parted, and one runs again. */
  readonly attempt: number
  readonly #transaction: LazyTransaction
  #database: Transaction<Tables> | undefined
  readonly #changes: ChangeRecord[] = []
  readonly #afterCommitEffects: (() => void)[] = []
  readonly #commitSql: string[] = []
  #idempotency: IdempotencyRecord | null = null
  #commitCall: CommitCall | null = null
  readonly #feeds = new Set<string>()
  #companyId: string | null

  constructor(
    transaction: LazyTransaction,
    execution: ExecutionContext,
    isCommand: boolean,
    attempt: number,
  ) {
    this.#transaction = transaction
    this.attempt = attempt
    this.actor = execution.actor
    this.actorKey = execution.actorKey
    this.by = execution.by ?? signatureOf(execution.actor)
    this.now = execution.now
    this.timeZone = execution.timeZone
    this.isCommand = isCommand
    this.#companyId = 'companyId' in execution.actor ? execution.actor.companyId : null
  }

  /** The transaction of this work. It begins with the first question; until then nothing is waited for. */
  get database(): Transaction<Tables> {
    this.#database ??= this.#transaction.transaction()
    return this.#database
  }

  /** Whether anything was asked of the database. */
  get isOpen(): boolean {
    return this.#transaction.isOpen()
  }

  /** Asks the one question of a query: walls, question and COMMIT are one message. Its values are literals. */
  async queryAndCommit<Row extends object>(query: string): Promise<readonly Row[]> {
    return (await this.#transaction.queryAndCommit(query)) as readonly Row[]
  }

  get companyId(): string {
    if (this.#companyId === null) throw unauthorized()
    return this.#companyId
  }

  /** Takes a visitor's work into the company that it founds, or that it is for. */
  async enterCompany(companyId: string): Promise<void> {
    this.#companyId = companyId
    await sql.raw(`SET LOCAL app.company = ${literal(companyId)}`).execute(this.database)
  }

  // Kysely cannot follow "any of these tables, each with a companyId" through a type parameter, so
  // the filter is written here for one table and handed out with the builder's true type.

  from<T extends TableName>(table: T): SelectQueryBuilder<Tables, T, NoColumns> {
    const scoped = this.database.selectFrom(table as 'ticket').where(belongsToCompany(table, this.companyId))
    return scoped as unknown as SelectQueryBuilder<Tables, T, NoColumns>
  }

  update<T extends TableName>(table: T): UpdateQueryBuilder<Tables, T, T, UpdateResult> {
    const scoped = this.database.updateTable(table as 'ticket').where(belongsToCompany(table, this.companyId))
    return scoped as unknown as UpdateQueryBuilder<Tables, T, T, UpdateResult>
  }

  remove<T extends TableName>(table: T): DeleteQueryBuilder<Tables, T, DeleteResult> {
    const scoped = this.database.deleteFrom(table as 'ticket').where(belongsToCompany(table, this.companyId))
    return scoped as unknown as DeleteQueryBuilder<Tables, T, DeleteResult>
  }

  /** Notes what was touched, for the trail and for everyone who is looking. */
  recordChange(change: ChangeRecord): void {
    this.#changes.push(change)
  }

  /** Puts the company's public card into the directory, under the directory's own version; a rating left out stays. */
  async publishToDirectory({
    companyId,
    ...card
  }: Omit<DirectoryRow, 'version'> & Partial<RatingRow>): Promise<void> {
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

  /** Runs `effect` after commit; never when the work failed. */
  afterCommit(effect: () => void): void {
    this.#afterCommitEffects.push(effect)
  }

  /**
   * Sends a statement along with the trail, once the work is done. Its values are literals. A work that asked
   * nothing is one message then, with everything that it closes with.
   */
  onCommitSql(statement: string): void {
    this.#commitSql.push(statement)
  }

  /** Claims a key with its answer, once the work is done. */
  onCommitIdempotency(claim: IdempotencyRecord): void {
    this.#idempotency = claim
  }

  /** Closes with this call alone, which also claims the key and leaves the trail of the one thing that was touched. */
  onCommitCall(call: CommitCall): void {
    this.#commitCall = call
  }

  /**
   * What goes along with COMMIT. The last statement of every command that touched something raises the
   * company's version and writes a row for each touch, in their order. The version's row lock is held
   * from there to commit, so versions follow commit order without gaps; nothing comes between.
   */
  commitStatements(): readonly string[] {
    const [first, ...others] = this.#changes
    if (first !== undefined) this.#feeds.add(this.companyId)
    if (this.#commitCall !== null) {
      if (first === undefined || others.length > 0) throw new Error('This closes with one thing touched.')
      return [...this.#commitSql, `SELECT ${this.#commitCall(first, this.#idempotency)} AS append_changes`]
    }
    return [...this.#commitSql, ...this.#idempotencySql(), ...this.#changeLogSql()]
  }

  #idempotencySql(): string[] {
    return this.#idempotency === null
      ? []
      : [`SELECT ${formatCall('claim_idempotency_key', [...this.#idempotency, this.now])}`]
  }

  #changeLogSql(): string[] {
    if (this.#changes.length === 0) return []
    const rows = this.#changes.map((change, index) => ({ ...change, seq: index + 1 }))
    const { id, name } = this.by
    const values: Value[] = [this.companyId, this.now, id, name, JSON.stringify(rows)]
    return [`SELECT ${formatCall('append_changes', values)}`]
  }

  /** Called once, after commit, with what `append_changes` returned. */
  runAfterCommit(publish: PublishEvents, changeLog: { readonly append_changes?: number } | undefined): void {
    const version = changeLog?.append_changes
    for (const feed of this.#feeds)
      publish(feed, feed === this.#companyId && version !== undefined ? this.#eventsOf(version) : [])
    for (const effect of this.#afterCommitEffects) effect()
  }

  /** As a reader of the trail finds it: of what was done to one thing, only how it ended. */
  #eventsOf(version: number): LiveEvent[] {
    const last = new Map(this.#changes.map(({ kind, id, card }) => [`${kind} ${id}`, { kind, id, card }]))
    return [...last.values()].map(({ kind, id, card }) => ({ version, kind, id, card }))
  }
}

/** Tells every server that a feed has something new; `news` is what, as far as that is known here. */
export type PublishEvents = (feed: string, events: readonly LiveEvent[]) => void

/** The name of the public list among the feeds; every other feed is named by its company's id. */
export const DIRECTORY_FEED = 'directory'

/**
 * The role and the walls of a transaction. SET LOCAL with literals: a distributed PostgreSQL passes nothing else on.
 * Whether they are the right ones is asked before them, where that is not known yet.
 */
const sessionSettings = ({ actor, actorKey, revalidateSql }: ExecutionContext): string[] => [
  ...(revalidateSql === undefined ? [] : [revalidateSql]),
  'SET LOCAL ROLE rigwright_app',
  `SET LOCAL app.actor = ${literal(actorKey)}`,
  `SET LOCAL app.company = ${literal('companyId' in actor ? actor.companyId : '')}`,
]

export type UnitOfWorkServices = {
  readonly database: Database
  readonly publish: PublishEvents
}

const MAX_ATTEMPTS = 3

/**
 * Runs `task` as one piece of work. Whatever it throws, nothing of it stays. Two that wait for each other
 * are parted by PostgreSQL, which ends one of them: that one runs again, from its first statement. `early`
 * are statements that come before any other, where the work asks the database anything at all.
 */
export async function runInTransaction<T>(
  services: UnitOfWorkServices,
  execution: ExecutionContext,
  kind: 'command' | 'query',
  task: (work: UnitOfWork) => Promise<T>,
  earlySql: readonly string[] = [],
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptTransaction(services, execution, kind, task, earlySql, attempt)
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
  earlySql: readonly string[],
  attempt: number,
): Promise<T> {
  const isCommand = kind === 'command'
  const mode = isCommand ? 'read write' : 'read only'
  let isCommitting = false
  const options = { mode, sessionSettings: sessionSettings(execution), earlySql } as const
  const { result: completed, commitRows } = await inTransaction(database, options, async transaction => {
    const work = new UnitOfWork(transaction, execution, isCommand, attempt)
    const result = await task(work)
    const statements = work.commitStatements()
    isCommitting = true
    return { result: { result, work }, commitStatements: statements }
  }).catch(error => {
    // Who loses the database while it commits has not heard whether it did.
    const isOutcomeUnknown =
      isCommand && isCommitting && databaseProblemOf(error) === 'away' && !isRolledBack(error)
    throw isOutcomeUnknown ? unavailable('unsure', error) : error
  })
  completed.work.runAfterCommit(publish, commitRows[0])
  return completed.result
}

/**
 * Asked first in every command and query. A visitor is asked to sign in; somebody without the
 * right is told so; a ticket outside a person's reach is NOT_FOUND, as if it did not exist.
 */
export function authorize(work: Pick<UnitOfWork, 'actor'>, action: Action, subject?: Subject): void {
  if (may(work.actor, action, subject)) return
  if (work.actor.kind === 'visitor') throw unauthorized()
  throw subject !== undefined && may(work.actor, action) ? notFound() : forbidden()
}

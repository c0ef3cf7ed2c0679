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
import { forbidden, notFound, unauthorized, unavailable } from '#server/rpc/errors.ts'
import type { Database } from './client.ts'
import { isCollision, isUndone, troubleOf } from './pg-errors.ts'
import { callOf, inTransaction, literal, type Turn, type Value } from './pipelined-transaction.ts'
import type { CompanyTables, DirectoryRow, RatingRow, Tables } from './schema.ts'
import { ofCompany } from './tenant-filter.ts'

/** Who asks, when, and on whose clock: what a piece of work is told from outside. */
export type Occasion = {
  readonly actor: Actor
  /** Whose stored answers this work may see: the account, or a hash for visitors. */
  readonly actorKey: string
  readonly now: Date
  /** The company's, or UTC where there is none. */
  readonly timeZone: string
  /** Under whose name it is signed, where the actor has none to sign with. */
  readonly by?: Signature | undefined
  /** Where the actor was only remembered: the statement that fails unless they are who they were. */
  readonly confirming?: string
}

/** A thing that a command touched: becomes a row of the trail and an event of the live feed. */
export type Touched = {
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
export type ClaimedAnswer = readonly [string, string, string, string, string]

/** Writes what a work closes with in one call, which answers with the version as `leave_trail` does. */
type Whole = (touched: Touched, claim: ClaimedAnswer | null) => string

type Name = keyof CompanyTables
type Nothing = Record<never, never>

const signatureOf = (actor: Actor): Signature =>
  'id' in actor ? { id: actor.id, name: actor.name } : { id: 'public', name: 'A visitor' }

export class Work {
  readonly actor: Actor
  readonly actorKey: string
  /** The signature under what this work does. */
  readonly by: Signature
  readonly now: Date
  readonly timeZone: string
  /** Commands lock what they read; queries run in a transaction that cannot write. */
  readonly isCommand: boolean
  /** Counts from 1 how often this work has been begun: two that collided are parted, and one runs again. */
  readonly tries: number
  readonly #turn: Turn
  #database: Transaction<Tables> | undefined
  readonly #touched: Touched[] = []
  readonly #effects: (() => void)[] = []
  readonly #closing: string[] = []
  #claim: ClaimedAnswer | null = null
  #whole: Whole | null = null
  readonly #feeds = new Set<string>()
  #companyId: string | null

  constructor(turn: Turn, occasion: Occasion, isCommand: boolean, tries: number) {
    this.#turn = turn
    this.tries = tries
    this.actor = occasion.actor
    this.actorKey = occasion.actorKey
    this.by = occasion.by ?? signatureOf(occasion.actor)
    this.now = occasion.now
    this.timeZone = occasion.timeZone
    this.isCommand = isCommand
    this.#companyId = 'companyId' in occasion.actor ? occasion.actor.companyId : null
  }

  /** The transaction of this work. It begins with the first question; until then nothing is waited for. */
  get database(): Transaction<Tables> {
    this.#database ??= this.#turn.transaction()
    return this.#database
  }

  /** Whether anything was asked of the database. */
  get isOpen(): boolean {
    return this.#turn.isOpen()
  }

  /** Asks the one question of a query: walls, question and COMMIT are one message. Its values are literals. */
  async askAlone<Row extends object>(question: string): Promise<readonly Row[]> {
    return (await this.#turn.askAlone(question)) as readonly Row[]
  }

  get companyId(): string {
    if (this.#companyId === null) throw unauthorized()
    return this.#companyId
  }

  /** Takes a visitor's work into the company that it founds, or that it is for. */
  async enter(companyId: string): Promise<void> {
    this.#companyId = companyId
    await sql.raw(`SET LOCAL app.company = ${literal(companyId)}`).execute(this.database)
  }

  // Kysely cannot follow "any of these tables, each with a companyId" through a type parameter, so
  // the filter is written here for one table and handed out with the builder's true type.

  from<T extends Name>(table: T): SelectQueryBuilder<Tables, T, Nothing> {
    const ours = this.database.selectFrom(table as 'ticket').where(ofCompany(table, this.companyId))
    return ours as unknown as SelectQueryBuilder<Tables, T, Nothing>
  }

  update<T extends Name>(table: T): UpdateQueryBuilder<Tables, T, T, UpdateResult> {
    const ours = this.database.updateTable(table as 'ticket').where(ofCompany(table, this.companyId))
    return ours as unknown as UpdateQueryBuilder<Tables, T, T, UpdateResult>
  }

  remove<T extends Name>(table: T): DeleteQueryBuilder<Tables, T, DeleteResult> {
    const ours = this.database.deleteFrom(table as 'ticket').where(ofCompany(table, this.companyId))
    return ours as unknown as DeleteQueryBuilder<Tables, T, DeleteResult>
  }

  /** Notes what was touched, for the trail and for everyone who is looking. */
  touch(touched: Touched): void {
    this.#touched.push(touched)
  }

  /** Puts the company's public card into the directory, under the directory's own version; a rating left out stays. */
  async publish({ companyId, ...card }: Omit<DirectoryRow, 'version'> & Partial<RatingRow>): Promise<void> {
    const changed = { ...card, version: sql<number>`(select version from raised)` }
    await this.database
      .with('raised', raise =>
        raise.updateTable('directoryVersion').set({ version: sql<number>`version + 1` }).returning('version'),
      )
      .insertInto('directory')
      .values({ companyId, ...changed })
      .onConflict(same => same.column('companyId').doUpdateSet(changed))
      .execute()
    this.#feeds.add(DIRECTORY_FEED)
  }

  /** Runs `effect` after commit; never when the work failed. */
  afterwards(effect: () => void): void {
    this.#effects.push(effect)
  }

  /**
   * Sends a statement along with the trail, once the work is done. Its values are literals. A work that asked
   * nothing is one message then, with everything that it closes with.
   */
  closeWith(statement: string): void {
    this.#closing.push(statement)
  }

  /** Claims a key with its answer, once the work is done. */
  closeWithClaim(claim: ClaimedAnswer): void {
    this.#claim = claim
  }

  /** Closes with this call alone, which also claims the key and leaves the trail of the one thing that was touched. */
  closeWithWhole(whole: Whole): void {
    this.#whole = whole
  }

  /**
   * What goes along with COMMIT. The last statement of every command that touched something raises the
   * company's version and writes a row for each touch, in their order. The version's row lock is held
   * from there to commit, so versions follow commit order without gaps; nothing comes between.
   */
  leaveTrail(): readonly string[] {
    const [first, ...others] = this.#touched
    if (first !== undefined) this.#feeds.add(this.companyId)
    if (this.#whole !== null) {
      if (first === undefined || others.length > 0) throw new Error('This closes with one thing touched.')
      return [...this.#closing, `SELECT ${this.#whole(first, this.#claim)} AS leave_trail`]
    }
    return [...this.#closing, ...this.#claimed(), ...this.#trail()]
  }

  #claimed(): string[] {
    return this.#claim === null ? [] : [`SELECT ${callOf('claim_answer', [...this.#claim, this.now])}`]
  }

  #trail(): string[] {
    if (this.#touched.length === 0) return []
    const rows = this.#touched.map((touched, index) => ({ ...touched, seq: index + 1 }))
    const { id, name } = this.by
    const written: Value[] = [this.companyId, this.now, id, name, JSON.stringify(rows)]
    return [`SELECT ${callOf('leave_trail', written)}`]
  }

  /** Called once, after commit, with what `leaveTrail` was answered. */
  finish(wake: Wake, trail: { readonly leave_trail?: number } | undefined): void {
    const version = trail?.leave_trail
    for (const feed of this.#feeds)
      wake(feed, feed === this.#companyId && version !== undefined ? this.#newsOf(version) : [])
    for (const effect of this.#effects) effect()
  }

  /** As a reader of the trail finds it: of what was done to one thing, only how it ended. */
  #newsOf(version: number): LiveEvent[] {
    const last = new Map(this.#touched.map(({ kind, id, card }) => [`${kind} ${id}`, { kind, id, card }]))
    return [...last.values()].map(({ kind, id, card }) => ({ version, kind, id, card }))
  }
}

/** Tells every server that a feed has something new; `news` is what, as far as that is known here. */
export type Wake = (feed: string, news: readonly LiveEvent[]) => void

/** The name of the public list among the feeds; every other feed is named by its company's id. */
export const DIRECTORY_FEED = 'directory'

/**
 * The role and the walls of a transaction. SET LOCAL with literals: a distributed PostgreSQL passes nothing else on.
 * Whether they are the right ones is asked before them, where that is not known yet.
 */
const wallsOf = ({ actor, actorKey, confirming }: Occasion): string[] => [
  ...(confirming === undefined ? [] : [confirming]),
  'SET LOCAL ROLE rigwright_app',
  `SET LOCAL app.actor = ${literal(actorKey)}`,
  `SET LOCAL app.company = ${literal('companyId' in actor ? actor.companyId : '')}`,
]

export type Workplace = {
  readonly database: Database
  readonly wake: Wake
}

const TRIES = 3

/**
 * Runs `task` as one piece of work. Whatever it throws, nothing of it stays. Two that wait for each other
 * are parted by PostgreSQL, which ends one of them: that one runs again, from its first statement. `early`
 * are statements that come before any other, where the work asks the database anything at all.
 */
export async function asOnePiece<T>(
  workplace: Workplace,
  occasion: Occasion,
  kind: 'command' | 'query',
  task: (work: Work) => Promise<T>,
  early: readonly string[] = [],
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryOnce(workplace, occasion, kind, task, early, tries)
    } catch (fault) {
      if (!isCollision(fault) || tries === TRIES) throw fault
    }
  }
}

async function tryOnce<T>(
  { database, wake }: Workplace,
  occasion: Occasion,
  kind: 'command' | 'query',
  task: (work: Work) => Promise<T>,
  early: readonly string[],
  tries: number,
): Promise<T> {
  const isCommand = kind === 'command'
  const mode = isCommand ? 'read write' : 'read only'
  let isCommitting = false
  const opening = { mode, walls: wallsOf(occasion), early } as const
  const { result: done, closed } = await inTransaction(database, opening, async turn => {
    const work = new Work(turn, occasion, isCommand, tries)
    const result = await task(work)
    const closing = work.leaveTrail()
    isCommitting = true
    return { result: { result, work }, closing }
  }).catch(fault => {
    // Who loses the database while it commits has not heard whether it did.
    const isUnsure = isCommand && isCommitting && troubleOf(fault) === 'away' && !isUndone(fault)
    throw isUnsure ? unavailable('unsure', fault) : fault
  })
  done.work.finish(wake, closed[0])
  return done.result
}

/**
 * Asked first in every command and query. A visitor is asked to sign in; somebody without the
 * right is told so; a ticket outside a person's reach is NOT_FOUND, as if it did not exist.
 */
export function allow(work: Pick<Work, 'actor'>, action: Action, subject?: Subject): void {
  if (may(work.actor, action, subject)) return
  if (work.actor.kind === 'visitor') throw unauthorized()
  throw subject !== undefined && may(work.actor, action) ? notFound() : forbidden()
}

// Rate limits shared by all servers: one statement and round trip for all limits of an action. Keys are keyed hashes,
// so the table identifies no one.

import { sql } from 'kysely'
import type { Limit, Per } from '#contract/procedure/procedure.ts'
import type { Actor } from '#domain/account/actor.ts'
import type { TransactionLimiter } from '#server/db/connections/transaction-limiter.ts'
import type { Database } from '#server/db/database.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { isApiError, tooMany } from '#server/lib/api-errors.ts'
import { NETWORKS_PER_SITE, networkOf, siteOf } from '#server/lib/client-ip.ts'
import { QueueFullError } from '#server/lib/limiter.ts'
import { type LimitedAction, ruleOf } from './rate-limits.ts'

/** Who makes the attempt: limits of other kinds are skipped. */
export type RateLimitSubjects = { readonly [kind in Per]?: string | null }

export type RateLimiter = {
  /**
   * Counts one attempt, or that many bytes or pixels. Returns the seconds until the next one is allowed, 0 for at once.
   * Throws TOO_MANY over the limit.
   */
  readonly consume: (action: LimitedAction, subjects: RateLimitSubjects, amount?: number) => Promise<number>
  /**
   * Counts one attempt within a transaction, which a rollback undoes. Returns the seconds to wait over the limit,
   * otherwise null. If it cannot be counted, it is allowed.
   */
  readonly consumeInTransaction: (
    work: Pick<UnitOfWork, 'database'>,
    action: LimitedAction,
    subjects: RateLimitSubjects,
  ) => Promise<number | null>
  /** Counts this many rows, and returns how many of them are within the limits. */
  readonly take: (action: LimitedAction, subjects: RateLimitSubjects, amount: number) => Promise<number>
  /** Undoes a counted attempt. */
  readonly refund: (action: LimitedAction, subjects: RateLimitSubjects) => Promise<void>
}

type RateLimiterOptions = {
  readonly database: Database
  readonly keyedHash: (text: string) => string
  readonly isOn: boolean
  readonly limitTransactions: TransactionLimiter
  readonly now: () => Date
  readonly log: (sentence: string, error: unknown) => void
}

/** The actor at this network address. */
export function rateLimitSubjectsOf(actor: Actor, address: string): RateLimitSubjects {
  const network = networkOf(address)
  const account = 'id' in actor ? actor.id : null
  const company = 'companyId' in actor ? actor.companyId : null
  return { address: network, visitor: account === null ? network : null, account, company }
}

/** Whose requests wait for each other: a company's staff, an account, or everyone else at one network address. */
export function clientOf(actor: Actor, address: string): string {
  const subjects = rateLimitSubjectsOf(actor, address)
  return clientOfSubjects(actor.kind === 'customer' ? { address: subjects.address ?? null } : subjects)
}

const clientOfSubjects = ({ company, account, address, ...others }: RateLimitSubjects): string =>
  company ?? account ?? address ?? Object.values(others).find(subject => subject != null) ?? ''

type CountRow = { key: string; count: number; until: Date }

export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { database, keyedHash, isOn, limitTransactions, now, log } = options
  const keyOf = (action: LimitedAction, { per, withinSeconds, of }: Limit, subject: string): string =>
    keyedHash(JSON.stringify([action, per, withinSeconds, of ?? 'tries', subject]))

  /** The limits that apply to these subjects, each under its key, in order. */
  const applicableLimits = (action: LimitedAction, subjects: RateLimitSubjects) =>
    ruleOf(action).limits.flatMap(limit => {
      const subject = subjects[limit.per] ?? null
      if (subject === null) return []
      const own = { ...limit, key: keyOf(action, limit, subject) }
      const site = limit.per === 'address' || limit.per === 'visitor' ? siteOf(subject) : subject
      if (site === subject) return [own]
      return [own, { ...limit, max: limit.max * NETWORKS_PER_SITE, key: keyOf(action, limit, site) }]
    })

  /** Adds to the counts of all limits that apply to these subjects, and returns them. */
  async function add(action: LimitedAction, subjects: RateLimitSubjects, amount: number, at: Date) {
    const limits = applicableLimits(action, subjects)
    const keys = limits.map(({ key }) => key)
    const amounts = limits.map(({ of }) => (of === undefined ? 1 : amount))
    const ends = limits.map(({ withinSeconds }) => new Date(at.getTime() + withinSeconds * 1000))
    // In the order of keys, to avoid deadlocks between servers.
    const { rows } = await sql<CountRow>`
      insert into rate_limit_counter as kept (key, count, until)
      select * from unnest(${keys}::text[], ${amounts}::bigint[], ${ends}::timestamptz[]) as attempt (key, count, until)
      order by key
      on conflict (key) do update set
        count = case when kept.until > ${at} then kept.count else 0 end + excluded.count,
        until = case when kept.until > ${at} then kept.until else excluded.until end
      returning key, count, until`.execute(database)
    const rowsByKey = new Map(rows.map(row => [row.key, row]))
    return { limits, rowsByKey }
  }

  async function increment(
    action: LimitedAction,
    subjects: RateLimitSubjects,
    amount: number,
  ): Promise<number> {
    const at = now()
    const { limits, rowsByKey } = await add(action, subjects, amount, at)
    /** The seconds until the limits whose count is at least this far from theirs start again; 0 for none. */
    const waitFor = (distance: number): number => {
      const waits = limits.flatMap(({ key, max }) => {
        const row = rowsByKey.get(key)
        return row === undefined || row.count < max + distance ? [] : [row.until.getTime() - at.getTime()]
      })
      return waits.length === 0 ? 0 : Math.max(1, Math.ceil(Math.max(...waits) / 1000))
    }
    const wait = waitFor(1)
    if (wait > 0) throw tooMany(wait)
    return waitFor(0)
  }

  return {
    consume: async (action, subjects, amount = 0) => {
      if (!isOn) return 0
      try {
        // Concurrent attempts wait for the same row.
        return await limitTransactions(clientOfSubjects(subjects), 'command', () =>
          increment(action, subjects, amount),
        )
      } catch (error) {
        const isSignedIn = (subjects.account ?? null) !== null
        const isRefused = isApiError(error) || error instanceof QueueFullError
        if (isRefused || !isSignedIn || ruleOf(action).protects === 'password') throw error
        log(`Rate limit for ${action} failed; signed-in users are let through.`, error)
        return 0
      }
    },
    consumeInTransaction: async ({ database: transaction }, action, subjects) => {
      if (!isOn) return null
      const limits = applicableLimits(action, subjects)
      const { rows } = await sql<{ wait: number | null }>`
        select consume_rate_limits(${limits.map(({ key }) => key)}::text[], ${limits.map(({ max }) => max)}::bigint[],
          ${limits.map(({ withinSeconds }) => withinSeconds)}::integer[], ${now()}) as wait`.execute(
        transaction,
      )
      return rows[0]?.wait ?? null
    },
    take: async (action, subjects, amount) => {
      if (!isOn || amount === 0) return amount
      const { limits, rowsByKey } = await add(action, subjects, amount, now())
      const left = limits.map(({ key, max }) => max - ((rowsByKey.get(key)?.count ?? 0) - amount))
      return Math.max(0, Math.min(amount, ...left))
    },
    refund: async (action, subjects) => {
      if (!isOn) return
      const keys = applicableLimits(action, subjects).map(({ key }) => key)
      // A count that stays does not lock out a user who is logged in.
      await sql`update rate_limit_counter set count = count - 1 where count > 0 and key = any(${keys}::text[])`
        .execute(database)
        .catch(error => log(`Could not refund a successful ${action} in the rate limit.`, error))
    },
  }
}

/** Deletes expired counts. */
export async function deleteExpiredCounts(database: Database, now: Date): Promise<void> {
  await sql`delete from rate_limit_counter where until <= ${now}`.execute(database)
}

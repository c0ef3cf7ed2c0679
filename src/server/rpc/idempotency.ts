// Idempotency: the same command twice is done once. Its key is locked and looked up before anything else, and inserted with
// its response at the end: a concurrent repeat waits for the first one, and gets its response.

import { sql } from 'kysely'
import { MAX_COMMAND_AGE_DAYS } from '#domain/bay/command-age.ts'
import { timeOfUuid } from '#domain/lib/uuid.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import type { Database } from '#server/db/database.ts'
import type { TransactionCheck } from '#server/db/pipelined-transaction.ts'
import {
  companyOf,
  type ExecutionContext,
  type IdempotencyClaim,
  type UnitOfWork,
} from '#server/db/unit-of-work.ts'
import { idempotencyKeyReused, isApiError, isDenied } from '#server/lib/api-errors.ts'
import { databaseProblemOf, StaleSessionError } from '#server/lib/pg-errors.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const RETENTION_MS = 7 * DAY_MS
/** For keys that carry their time: UUIDs of version 7. */
const TIMED_RETENTION_MS = MAX_COMMAND_AGE_DAYS * DAY_MS

/** Deletes the keys that are kept no longer: 90 days for those with a time, seven for all others. */
export async function deleteExpiredKeys(database: Database, now: Date): Promise<void> {
  const cutoff = new Date(now.getTime() - RETENTION_MS)
  const timedCutoff = new Date(now.getTime() - TIMED_RETENTION_MS)
  await sql`select delete_expired_idempotency_keys(${cutoff}, ${timedCutoff})`.execute(database)
}

/** Throws for a key so old that its response may be forgotten: the command could have been done before. */
export function assertRememberedKey(key: string, now: Date): void {
  const madeAt = timeOfUuid(key)
  if (madeAt !== null && now.getTime() - madeAt > TIMED_RETENTION_MS)
    throw new Refusal([{ code: 'tap.too-old' }])
}

/** With whose rows an actor's keys are stored: those of the company, or their own. */
export const keyCompanyOf = (
  execution: Pick<ExecutionContext, 'actor' | 'companyId'>,
  actorKey: string,
): string => companyOf(execution) ?? actorKey

/** Whether this actor has a stored response under `key`. */
export async function isCompleted(work: UnitOfWork, key: string): Promise<boolean> {
  const { actor, actorKey } = work
  if (actorKey === null) return false
  const stored = await work.database
    .selectFrom('idempotencyKey')
    .select('key')
    .where('companyId', '=', keyCompanyOf({ actor }, actorKey))
    .where('actor', '=', actorKey)
    .where('key', '=', key)
    .executeTakeFirst()
  return stored !== undefined
}

/** Thrown at the end of a rehearsal, so that it is rolled back. */
export class DoneAgain extends Error {}

/** Runs a query as the key's actor. */
type QueryRunner = <T>(task: (work: UnitOfWork) => Promise<T>) => Promise<T>

class UsedKeyError extends Error {}

/** Refuses a key under which a response is stored. */
export const newKeyCheck = ({ companyId, actor, key }: IdempotencyClaim): TransactionCheck => ({
  call: { name: 'is_new_idempotency_key', values: [companyId, actor, key] },
  refusal: () => new UsedKeyError(),
})

/**
 * Calls `run`, which fails if the key is not new; then returns the actor's stored response. A concurrent repeat may also
 * be refused because of what the first did. The same key with another body or command is REFUSED. `rehearse` does the
 * command again and rolls it back: an actor who may no longer ask gets its refusal, not the response.
 */
export async function runOnce<T>(
  claim: IdempotencyClaim,
  run: () => Promise<T>,
  runQuery: QueryRunner,
  rehearse: () => Promise<void>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const cause = isApiError(error) ? error.cause : error
    if (cause instanceof StaleSessionError || databaseProblemOf(cause) !== null) throw error
    const stored = await runQuery(work =>
      work.database
        .selectFrom('idempotencyKey')
        .select(['command', 'bodyHash', 'response'])
        .where('companyId', '=', claim.companyId)
        .where('actor', '=', claim.actor)
        .where('key', '=', claim.key)
        .executeTakeFirst(),
    )
    if (stored === undefined) throw error
    if (stored.command !== claim.command || stored.bodyHash !== claim.bodyHash) throw idempotencyKeyReused()
    await rehearse().catch(refusal => {
      // What the command was refused for now is a consequence of having been done.
      const isConsequence = refusal instanceof Refusal || isApiError(refusal) || refusal instanceof DoneAgain
      if (!isConsequence || isDenied(refusal)) throw refusal
    })
    return stored.response as T
  }
}

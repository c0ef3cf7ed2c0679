// Idempotency: the same command twice is done once. Its key is inserted before anything else, so a concurrent repeat
// waits for the first and then gets its response.

import { type CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import type { Database } from '#server/db/database.ts'
import { callOf } from '#server/db/pipelined-transaction.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { invalid } from '#server/lib/api-errors.ts'

const RETENTION_MS = 7 * 24 * 60 * 60 * 1000

/** Deletes keys older than seven days. */
export async function deleteExpiredKeys(database: Database, now: Date): Promise<void> {
  await sql`select delete_expired_idempotency_keys(${new Date(now.getTime() - RETENTION_MS)})`.execute(
    database,
  )
}

/** Whether this actor has a stored response under `key`. */
export async function isCompleted(work: UnitOfWork, key: string): Promise<boolean> {
  const stored = await work.database
    .selectFrom('idempotencyKey')
    .select('key')
    .where('actor', '=', work.actorKey)
    .where('key', '=', key)
    .executeTakeFirst()
  return stored !== undefined
}

/** Runs a query as the key's actor. */
type QueryRunner = <T>(task: (work: UnitOfWork) => Promise<T>) => Promise<T>

/** What identifies a request under a key. */
type IdempotencyClaim = {
  readonly actor: string
  /** A UUID. */
  readonly key: string
  readonly command: string
  /** A keyed hash of the request. */
  readonly bodyHash: string
}

/**
 * Inserts the key without its response. Waits for a concurrent insert, and fails on the primary key if a response is
 * stored.
 */
export const claimKey = ({ actor, key, command, bodyHash }: IdempotencyClaim, at: Date): CompiledQuery =>
  callOf('claim_idempotency_key', [actor, key, command, bodyHash, null, at])

/**
 * Calls `run` if the key is new; otherwise returns the actor's stored response. The same key with another body or
 * command is INVALID.
 */
export async function runOnce<T>(
  claim: IdempotencyClaim,
  run: () => Promise<T>,
  runQuery: QueryRunner,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.constraint !== 'idempotency_key_pkey') throw error
  }
  const stored = await runQuery(work =>
    work.database
      .selectFrom('idempotencyKey')
      .select(['command', 'bodyHash', 'response'])
      .where('actor', '=', claim.actor)
      .where('key', '=', claim.key)
      .executeTakeFirstOrThrow(),
  )
  if (stored.command !== claim.command || stored.bodyHash !== claim.bodyHash)
    throw invalid({ 'Idempotency-Key': 'Idempotency-Key was used with a different request.' })
  return stored.response as T
}

/** Stores the response under the key, in the same transaction. */
export function storeResponse(work: UnitOfWork, { actor, key }: IdempotencyClaim, response: unknown): void {
  const stored = JSON.stringify(response) ?? 'null'
  work.onCommit(
    work.database
      .updateTable('idempotencyKey')
      .set({ response: stored })
      .where('actor', '=', actor)
      .where('key', '=', key)
      .compile(),
  )
}

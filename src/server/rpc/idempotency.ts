// The same command twice is once. A command's key is claimed before anything else happens, so a
// repeat that arrives meanwhile waits for the first and then gets the first one's answer.

import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '#server/db/client.ts'
import { formatCall, literal } from '#server/db/pipelined-transaction.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { invalid } from '#server/lib/errors.ts'

const RETENTION_MS = 7 * 24 * 60 * 60 * 1000

/** Forgets what has been kept for more than seven days. */
export async function deleteExpiredKeys(database: Database, now: Date): Promise<void> {
  await sql`select delete_expired_idempotency_keys(${new Date(now.getTime() - RETENTION_MS)})`.execute(
    database,
  )
}

/** Whether this actor has already had an answer under `key`. */
export async function isCompleted(work: UnitOfWork, key: string): Promise<boolean> {
  const stored = await work.database
    .selectFrom('idempotencyKey')
    .select('key')
    .where('actor', '=', work.actorKey)
    .where('key', '=', key)
    .executeTakeFirst()
  return stored !== undefined
}

/** Asks a question as whoever holds the claim. */
type QueryRunner = <T>(task: (work: UnitOfWork) => Promise<T>) => Promise<T>

/** What is asked for under a key. */
type IdempotencyClaim = {
  readonly actor: string
  /** A UUID. */
  readonly key: string
  readonly command: string
  /** A keyed fingerprint of what was sent. */
  readonly bodyHash: string
}

/**
 * Claims the key for an answer that is not known yet. Waits for whoever is claiming it at this moment, and is
 * refused by the database where they got their answer.
 */
export const claimKeySql = ({ actor, key, command, bodyHash }: IdempotencyClaim, at: Date): string =>
  `SELECT ${formatCall('claim_idempotency_key', [actor, key, command, bodyHash, null, at])}`

/**
 * Runs `work` where the key is free; else this actor has already had an answer under it, and that one is
 * returned. The same key with another body or for another command is INVALID.
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
    throw invalid({ 'Idempotency-Key': 'This key was already used for something else.' })
  return stored.response as T
}

/** Keeps the answer under the key, in the work that made it. */
export function storeResponse(work: UnitOfWork, claim: IdempotencyClaim, response: unknown): void {
  const text = JSON.stringify(response) ?? 'null'
  const { actor, key, command, bodyHash } = claim
  if (work.isOpen)
    work.onCommitSql(
      `UPDATE idempotency_key SET response = ${literal(text)} WHERE actor = ${literal(actor)} AND key = ${literal(key)}`,
    )
  else work.onCommitIdempotency([actor, key, command, bodyHash, text])
}

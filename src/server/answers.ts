// The same command twice is once. A command's key is claimed before anything else happens, so a
// repeat that arrives meanwhile waits for the first and then gets the first one's answer.

import { sql } from 'kysely'
import { literal } from './database/one-message.ts'
import type { Database } from './database/open.ts'
import { invalid } from './errors.ts'
import type { Work } from './work.ts'

const KEPT_MS = 7 * 24 * 60 * 60 * 1000

/** Forgets what has been kept for more than seven days. */
export async function forgetOldAnswers(database: Database, now: Date): Promise<void> {
  await sql`select forget_old_answers(${new Date(now.getTime() - KEPT_MS)})`.execute(database)
}

/** Whether this actor has already had an answer under `key`. */
export async function wasAnswered(work: Work, key: string): Promise<boolean> {
  const kept = await work.database
    .selectFrom('answer')
    .select('key')
    .where('actor', '=', work.actorKey)
    .where('key', '=', key)
    .executeTakeFirst()
  return kept !== undefined
}

/** What is asked for under a key. */
export type Claim = {
  readonly actor: string
  /** A UUID. */
  readonly key: string
  readonly command: string
  /** A keyed fingerprint of what was sent. */
  readonly bodyHash: string
}

/** Answers with a row when the key was free, and waits for whoever is claiming it at this moment. */
export const claiming = ({ actor, key, command, bodyHash }: Claim, at: Date): string =>
  `INSERT INTO answer (actor, key, command, body_hash, answer, at) VALUES (${[
    ...[actor, key, command, bodyHash, 'null'].map(literal),
    literal(at),
  ].join(', ')}) ON CONFLICT DO NOTHING RETURNING key`

/**
 * Runs `task` where the key was claimed just now; else this actor has already had an answer under it, and
 * that one is returned. The same key with another body or for another command is INVALID.
 */
export async function once(
  work: Work,
  { actor, key, command, bodyHash }: Claim,
  isClaimed: boolean,
  task: () => Promise<unknown>,
): Promise<unknown> {
  if (!isClaimed) {
    const kept = await work.database
      .selectFrom('answer')
      .select(['command', 'bodyHash', 'answer'])
      .where('actor', '=', actor)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    if (kept.command !== command || kept.bodyHash !== bodyHash)
      throw invalid({ 'Idempotency-Key': 'This key was already used for something else.' })
    return kept.answer
  }
  const answer = await task()
  const text = JSON.stringify(answer) ?? 'null'
  work.closeWith(
    `UPDATE answer SET answer = ${literal(text)} WHERE actor = ${literal(actor)} AND key = ${literal(key)}`,
  )
  return answer
}

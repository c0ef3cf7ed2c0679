// The same command twice is once. A command's key is claimed before anything else happens, so a
// repeat that arrives meanwhile waits for the first and then gets the first one's answer.

import { sql } from 'kysely'
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

/**
 * Runs `task` unless this actor has already had an answer under this key; then that answer is
 * returned. `bodyHash` is a keyed fingerprint of what was sent: the same key with another body or for another command is INVALID.
 */
export async function once(
  work: Work,
  key: string,
  command: string,
  bodyHash: string,
  task: () => Promise<unknown>,
): Promise<unknown> {
  const mine = { actor: work.actorKey, key }
  const claim = await work.database
    .insertInto('answer')
    .values({ ...mine, command, bodyHash, answer: 'null', at: work.now })
    .onConflict(taken => taken.doNothing())
    .executeTakeFirst()
  if (claim.numInsertedOrUpdatedRows === 0n) {
    const kept = await work.database
      .selectFrom('answer')
      .select(['command', 'bodyHash', 'answer'])
      .where('actor', '=', mine.actor)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    if (kept.command !== command || kept.bodyHash !== bodyHash)
      throw invalid({ 'Idempotency-Key': 'This key was already used for something else.' })
    return kept.answer
  }
  const answer = await task()
  await work.database
    .updateTable('answer')
    .set({ answer: JSON.stringify(answer) })
    .where('actor', '=', mine.actor)
    .where('key', '=', key)
    .execute()
  return answer
}

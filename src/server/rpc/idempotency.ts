// The same command twice is once. A command's key is claimed before anything else happens, so a
// repeat that arrives meanwhile waits for the first and then gets the first one's answer.

import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '#server/db/client.ts'
import { callOf, literal } from '#server/db/pipelined-transaction.ts'
import type { Work } from '#server/db/unit-of-work.ts'
import { invalid } from './errors.ts'

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

/** Asks a question as whoever holds the claim. */
type Asking = <T>(question: (work: Work) => Promise<T>) => Promise<T>

/** What is asked for under a key. */
export type Claim = {
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
export const claiming = ({ actor, key, command, bodyHash }: Claim, at: Date): string =>
  `SELECT ${callOf('claim_answer', [actor, key, command, bodyHash, null, at])}`

/**
 * Runs `work` where the key is free; else this actor has already had an answer under it, and that one is
 * returned. The same key with another body or for another command is INVALID.
 */
export async function once<T>(claim: Claim, work: () => Promise<T>, ask: Asking): Promise<T> {
  try {
    return await work()
  } catch (fault) {
    if (!(fault instanceof pg.DatabaseError) || fault.constraint !== 'answer_pkey') throw fault
  }
  const kept = await ask(work =>
    work.database
      .selectFrom('answer')
      .select(['command', 'bodyHash', 'answer'])
      .where('actor', '=', claim.actor)
      .where('key', '=', claim.key)
      .executeTakeFirstOrThrow(),
  )
  if (kept.command !== claim.command || kept.bodyHash !== claim.bodyHash)
    throw invalid({ 'Idempotency-Key': 'This key was already used for something else.' })
  return kept.answer as T
}

/** Keeps the answer under the key, in the work that made it. */
export function keep(work: Work, claim: Claim, answer: unknown): void {
  const text = JSON.stringify(answer) ?? 'null'
  const { actor, key, command, bodyHash } = claim
  if (work.isOpen)
    work.closeWith(
      `UPDATE answer SET answer = ${literal(text)} WHERE actor = ${literal(actor)} AND key = ${literal(key)}`,
    )
  else work.closeWithClaim([actor, key, command, bodyHash, text])
}

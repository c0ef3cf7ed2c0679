// Going round a queue: at once when somebody says that there is something to do, otherwise every few seconds, and
// never twice at the same time. Whatever is taken stays locked while it is on its way: no two carry it, and if the one
// that holds it dies, the lock dies with it and another carries it.

import { type Selectable, sql, type Transaction } from 'kysely'
import type { Tables } from './database/tables.ts'

const LOOK_AGAIN_MS = 3000

export type Rounds = {
  /** Looks at once; otherwise it looks every few seconds. */
  readonly wake: () => void
  /** Lets what is on its way arrive, and takes nothing else. */
  readonly close: () => Promise<void>
}

/** `takeOne` takes what has waited longest, and answers whether there was anything. */
export function openRounds(takeOne: () => Promise<boolean>, onFault: (fault: unknown) => void): Rounds {
  let isClosing = false
  let isAwake = false
  let isWalking = false
  let round = Promise.resolve()

  async function goRound(): Promise<void> {
    while (isAwake && !isClosing) {
      isAwake = false
      while (!isClosing && (await takeOne()));
    }
  }

  function wake(): void {
    isAwake = true
    if (isWalking || isClosing) return
    isWalking = true
    round = goRound()
      .catch(onFault)
      .finally(() => {
        isWalking = false
        if (isAwake) wake()
      })
  }

  const timer = setInterval(wake, LOOK_AGAIN_MS)
  timer.unref()
  wake()

  return {
    wake,
    close: async () => {
      isClosing = true
      clearInterval(timer)
      await round
    },
  }
}

const LONGEST_DELAY_MS = 60 * 60 * 1000

/** When what has failed `tries` times before is tried again: `firstMs` from now, then twice as long each time, to an hour. */
export const laterBy = (firstMs: number, tries: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(firstMs * 2 ** tries, LONGEST_DELAY_MS))

/** What is kept of why something did not arrive. */
export const faultWords = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault))

type Queue = 'letter' | 'pushNote'

/** What has waited longest in a queue, held for as long as whoever takes it may be kept waiting. */
export async function holdLongestWaiting<Name extends Queue>(
  transaction: Transaction<Tables>,
  queue: Name,
  patience: '2min' | '10min',
  now: Date,
): Promise<Selectable<Tables[Name]> | undefined> {
  await sql`set local idle_in_transaction_session_timeout = ${sql.lit(patience)}`.execute(transaction)
  // Kysely cannot follow "either of these tables" through a type parameter.
  const found = await transaction
    .selectFrom(queue as 'letter')
    .selectAll()
    .where('nextTry', '<=', now)
    .orderBy('nextTry')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return found as unknown as Selectable<Tables[Name]> | undefined
}

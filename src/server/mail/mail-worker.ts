// Takes letters from the queue to the mail server. One runs in every server. A letter stays locked
// while it is on its way, so no two send it; if the one that holds it dies, the lock dies with it and
// another sends it again under the same Message-ID.

import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/client.ts'
import type { LetterRow, Tables } from '#server/db/schema.ts'
import { faultWords, laterBy, openRounds, type Rounds } from '#server/jobs/queue-worker.ts'
import { LetterRefused, type Mail } from './transport.ts'

const FIRST_DELAY_MS = 30_000
const GIVE_UP_MS = 3 * 24 * 60 * 60 * 1000

/** What a letter said goes once nobody tries it any more: it may hold a link that opens something for months. */
const SAYS_NOTHING = { text: '', html: null } as const

export type Postman = Rounds

export type PostmanOptions = {
  readonly database: Database
  readonly mail: Mail
  readonly now: () => Date
  readonly log: (sentence: string, fault: unknown) => void
}

/** When a letter that failed is tried again; null when it is given up. */
export function nextTryOf({ at, tries }: Pick<LetterRow, 'at' | 'tries'>, now: Date): Date | null {
  if (now.getTime() - at.getTime() >= GIVE_UP_MS) return null
  return laterBy(FIRST_DELAY_MS, tries, now)
}

/** The letter that has waited longest, held for as long as a mail server may keep whoever takes it waiting. */
async function holdLongestWaiting(
  transaction: Transaction<Tables>,
  now: Date,
): Promise<LetterRow | undefined> {
  await sql`set local idle_in_transaction_session_timeout = '10min'`.execute(transaction)
  return transaction
    .selectFrom('letter')
    .selectAll()
    .where('nextTry', '<=', now)
    .orderBy('nextTry')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

export function openPostman({ database, mail, now, log }: PostmanOptions): Postman {
  async function keepTrying(transaction: Transaction<Tables>, letter: LetterRow, fault: unknown) {
    const next = fault instanceof LetterRefused ? null : nextTryOf(letter, now())
    if (next === null) log(`Letter ${letter.letterId} could not be delivered and is given up.`, fault)
    else if (letter.tries === 0)
      log(`Letter ${letter.letterId} could not be delivered; it is tried again for three days.`, fault)
    const lastFault = faultWords(fault)
    await transaction
      .updateTable('letter')
      .set({ tries: letter.tries + 1, nextTry: next, lastFault, ...(next === null && SAYS_NOTHING) })
      .where('letterId', '=', letter.letterId)
      .execute()
  }

  /** Delivers the letter that has waited longest; answers whether there was one. */
  const deliverOne = () =>
    database.transaction().execute(async transaction => {
      const letter = await holdLongestWaiting(transaction, now())
      if (letter === undefined) return false
      try {
        await mail.send(letter)
      } catch (fault) {
        await keepTrying(transaction, letter, fault)
        return true
      }
      await transaction
        .updateTable('letter')
        .set({ sentAt: now(), nextTry: null, tries: letter.tries + 1, lastFault: null, ...SAYS_NOTHING })
        .where('letterId', '=', letter.letterId)
        .execute()
      return true
    })

  const rounds = openRounds(deliverOne, fault =>
    log('The letters could not be looked at; that is tried again in a moment.', fault),
  )
  return {
    wake: rounds.wake,
    close: async () => {
      await rounds.close()
      mail.close()
    },
  }
}

// Takes letters from the queue to the mail server. One runs in every server. A letter stays locked
// while it is on its way, so no two send it; if the one that holds it dies, the lock dies with it and
// another sends it again under the same Message-ID.

import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/client.ts'
import type { EmailOutboxRow, Tables } from '#server/db/schema.ts'
import { backoff, errorMessage, type QueueWorker, startQueueWorker } from '#server/jobs/queue-worker.ts'
import { EmailRejectedError, type MailTransport } from './transport.ts'

const FIRST_DELAY_MS = 30_000
const GIVE_UP_MS = 3 * 24 * 60 * 60 * 1000

/** What a letter said goes once nobody tries it any more: it may hold a link that opens something for months. */
const ERASED_BODY = { text: '', html: null } as const

export type MailWorker = QueueWorker

type MailWorkerOptions = {
  readonly database: Database
  readonly mail: MailTransport
  readonly now: () => Date
  readonly log: (sentence: string, error: unknown) => void
}

/** When a letter that failed is tried again; null when it is given up. */
export function nextAttemptAt(
  { at, attempts }: Pick<EmailOutboxRow, 'at' | 'attempts'>,
  now: Date,
): Date | null {
  if (now.getTime() - at.getTime() >= GIVE_UP_MS) return null
  return backoff(FIRST_DELAY_MS, attempts, now)
}

/** The letter that has waited longest, held for as long as a mail server may keep whoever takes it waiting. */
async function leaseNextEmail(
  transaction: Transaction<Tables>,
  now: Date,
): Promise<EmailOutboxRow | undefined> {
  await sql`set local idle_in_transaction_session_timeout = '10min'`.execute(transaction)
  return transaction
    .selectFrom('emailOutbox')
    .selectAll()
    .where('nextAttemptAt', '<=', now)
    .orderBy('nextAttemptAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

export function startMailWorker({ database, mail, now, log }: MailWorkerOptions): MailWorker {
  async function rescheduleOrGiveUp(transaction: Transaction<Tables>, email: EmailOutboxRow, error: unknown) {
    const next = error instanceof EmailRejectedError ? null : nextAttemptAt(email, now())
    if (next === null) log(`Letter ${email.emailId} could not be delivered and is given up.`, error)
    else if (email.attempts === 0)
      log(`Letter ${email.emailId} could not be delivered; it is tried again for three days.`, error)
    const lastError = errorMessage(error)
    await transaction
      .updateTable('emailOutbox')
      .set({
        attempts: email.attempts + 1,
        nextAttemptAt: next,
        lastError,
        ...(next === null && ERASED_BODY),
      })
      .where('emailId', '=', email.emailId)
      .execute()
  }

  /** Delivers the letter that has waited longest; answers whether there was one. */
  const deliverOne = () =>
    database.transaction().execute(async transaction => {
      const email = await leaseNextEmail(transaction, now())
      if (email === undefined) return false
      try {
        await mail.send(email)
      } catch (error) {
        await rescheduleOrGiveUp(transaction, email, error)
        return true
      }
      await transaction
        .updateTable('emailOutbox')
        .set({
          sentAt: now(),
          nextAttemptAt: null,
          attempts: email.attempts + 1,
          lastError: null,
          ...ERASED_BODY,
        })
        .where('emailId', '=', email.emailId)
        .execute()
      return true
    })

  const worker = startQueueWorker(deliverOne, error =>
    log('The letters could not be looked at; that is tried again in a moment.', error),
  )
  return {
    wake: worker.wake,
    close: async () => {
      await worker.close()
      mail.close()
    },
  }
}

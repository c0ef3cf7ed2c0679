// The mail worker sends queued emails. One runs in every server. An email stays locked while it is sent, so it is
// sent once; if its worker dies, the lock is released and another sends it again under the same Message-ID.

import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { EmailOutboxRow, Tables } from '#server/db/schema.ts'
import { createRunRecorder } from '#server/jobs/job-runs.ts'
import { backoff, errorMessage, type QueueWorker, startQueueWorker } from '#server/jobs/queue-worker.ts'
import { EmailRejectedError, type MailTransport } from './mail-transport.ts'

const FIRST_DELAY_MS = 30_000
const GIVE_UP_MS = 3 * 24 * 60 * 60 * 1000

/** Erased after the last attempt: the text may contain a link that works for months. */
const ERASED_BODY = { text: '', html: null } as const

export type MailWorker = QueueWorker

type MailWorkerOptions = {
  readonly database: Database
  readonly mail: MailTransport
  readonly now: () => Date
  readonly log: (sentence: string, error: unknown) => void
}

/** When a failed email is retried; null to give up. */
export function nextAttemptAt(
  { at, attempts }: Pick<EmailOutboxRow, 'at' | 'attempts'>,
  now: Date,
): Date | null {
  if (now.getTime() - at.getTime() >= GIVE_UP_MS) return null
  return backoff(FIRST_DELAY_MS, attempts, now)
}

/** Locks the oldest due email, for as long as a mail server may take. */
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
    if (next === null) log(`Email ${email.emailId} could not be delivered; giving up.`, error)
    else if (email.attempts === 0)
      log(`Email ${email.emailId} could not be delivered; will retry for three days.`, error)
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

  /** Sends the oldest due email, and returns its error, null if it was sent; undefined if there was none. */
  const deliverOne = () =>
    database.transaction().execute(async (transaction): Promise<unknown> => {
      const email = await leaseNextEmail(transaction, now())
      if (email === undefined) return undefined
      try {
        await mail.send(email)
      } catch (error) {
        await rescheduleOrGiveUp(transaction, email, error)
        return error
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
      return null
    })

  const recordDelivery = createRunRecorder(database, 'send-emails', now)

  async function deliverNext(): Promise<boolean> {
    const error = await deliverOne()
    if (error === undefined) return false
    // A mailbox that does not exist is no failure of ours.
    if (!(error instanceof EmailRejectedError)) await recordDelivery(error)
    return true
  }

  const worker = startQueueWorker(deliverNext, error =>
    log('Could not read the email queue; will retry.', error),
  )
  return {
    wake: worker.wake,
    close: async () => {
      await worker.close()
      mail.close()
    },
  }
}

// The mail worker sends queued emails. One runs in every server. An email stays locked while it is sent, so it is
// sent once; if its worker dies, the lock is released and another sends it again under the same Message-ID.

import { type Selectable, sql, type Transaction } from 'kysely'
import type { EmailAttachment } from '#server/db/column-types.ts'
import type { Database } from '#server/db/database.ts'
import type { Row, Tables } from '#server/db/schema.ts'
import { createRunRecorder } from '#server/jobs/job-runs.ts'
import { backoff, errorMessage, type QueueWorker, startQueueWorker } from '#server/jobs/queue-worker.ts'
import { EmailRejectedError, type MailTransport, type OutgoingEmail } from './mail-transport.ts'

const FIRST_DELAY_MS = 30_000
const GIVE_UP_MS = 3 * 24 * 60 * 60 * 1000

/** Erased after the last attempt: the text may contain a link that works for months. */
const ERASED_BODY = { text: '', html: null, attachment: null } as const

/** How long the other emails wait for a PDF at most. */
const RENDER_TIMEOUT_MS = 60_000

export type MailWorker = QueueWorker

type MailWorkerOptions = {
  readonly database: Database
  readonly mail: MailTransport
  readonly renderPdf: (request: EmailAttachment['pdf'], signal: AbortSignal) => Promise<Uint8Array>
  readonly renderTimeoutMs?: number
  /** The product's public address. */
  readonly url: () => string
  readonly now: () => Date
  readonly log: (sentence: string, error: unknown) => void
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

/** When a failed email is retried; null to give up. */
export function nextAttemptAt(
  { at, attempts }: Pick<Row<'emailOutbox'>, 'at' | 'attempts'>,
  now: Date,
): Date | null {
  if (now.getTime() - at.getTime() >= GIVE_UP_MS) return null
  return backoff(FIRST_DELAY_MS, attempts, now)
}

type QueuedEmail = Selectable<Tables['emailOutbox']>

/**
 * Locks the oldest due email, for as long as a mail server may take. The next PDF of the company that had the last one
 * comes after everything else: rendering takes seconds, and a company may finalize many tickets at once.
 */
async function leaseNextEmail(
  transaction: Transaction<Tables>,
  now: Date,
  lastRenderedFor: string | null,
): Promise<QueuedEmail | undefined> {
  await sql`set local idle_in_transaction_session_timeout = '10min'`.execute(transaction)
  return transaction
    .selectFrom('emailOutbox')
    .selectAll()
    .where('nextAttemptAt', '<=', now)
    .orderBy(sql`attachment is not null and company_id is not distinct from ${lastRenderedFor}::uuid`)
    .orderBy('nextAttemptAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

export function startMailWorker({
  database,
  mail,
  renderPdf,
  renderTimeoutMs = RENDER_TIMEOUT_MS,
  url,
  now,
  log,
}: MailWorkerOptions): MailWorker {
  let lastRenderedFor: string | null = null

  /** The email with its PDF; without one if that cannot be rendered, because its link opens the document as well. */
  async function renderAttachment({ attachment, ...queued }: QueuedEmail): Promise<OutgoingEmail> {
    const email = { ...queued, origin: new URL(url()).origin }
    if (attachment === null) return email
    lastRenderedFor = email.companyId
    const signal = AbortSignal.timeout(renderTimeoutMs)
    try {
      const bytes = await Promise.race([renderPdf(attachment.pdf, signal), rejectOnAbort(signal)])
      return { ...email, attachment: { fileName: attachment.fileName, bytes } }
    } catch (error) {
      log(`The PDF of email ${email.emailId} could not be rendered; sending it without.`, error)
      return email
    }
  }

  async function rescheduleOrGiveUp(
    transaction: Transaction<Tables>,
    email: Row<'emailOutbox'>,
    error: unknown,
  ) {
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
      const email = await leaseNextEmail(transaction, now(), lastRenderedFor)
      if (email === undefined) return undefined
      try {
        await mail.send(await renderAttachment(email))
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

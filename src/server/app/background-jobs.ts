// Everything a server does in the background, and how often. Queues are worked by every server, and each entry is
// leased by one. A scheduled job runs on one server at a time. What each did is in the table background_job.

import type pg from 'pg'
import { expiredLinkCutoff } from '#domain/customer-links/link.ts'
import { deleteExpiredSignIns } from '#server/audit/sign-ins.ts'
import { deleteExpiredSessions } from '#server/auth/session-expiry.ts'
import type { UnitOfWorkServices } from '#server/db/unit-of-work.ts'
import { deleteSilentPhones } from '#server/features/bay/store.ts'
import { getFiledPdf } from '#server/features/billing/billing-pdf.ts'
import { checkCardPayments } from '#server/features/billing/check-card-payments.ts'
import { remindOfInvoices, removeOldPayers } from '#server/features/billing/invoice-jobs.ts'
import { deleteExpiredBookings } from '#server/features/bookings/delete-expired-bookings.ts'
import { type ReminderContext, sendReminders } from '#server/features/bookings/send-reminders.ts'
import { linkPath } from '#server/features/customer-links/token.ts'
import { sendEndOfDay } from '#server/features/end-of-day/send-end-of-day.ts'
import { processNextExport } from '#server/features/export/make-exports.ts'
import { emailUnreadMessages } from '#server/features/messages/email-unread-messages.ts'
import { sendNotices } from '#server/features/notices/send-notices.ts'
import { deleteAbandonedUploads } from '#server/features/photos/piece-store.ts'
import { deleteClosedCompanies } from '#server/features/platform-admin/delete-company.ts'
import { emailMovedPromises } from '#server/features/promised-days/email-moved-promises.ts'
import { recalculateOnTime } from '#server/features/promised-days/recalculate-on-time.ts'
import { deleteExpiredSubscriptions } from '#server/features/push-subscriptions/store.ts'
import { askForReviews } from '#server/features/reviews/ask-for-reviews.ts'
import { recalculateRatingsAndBadges } from '#server/features/reviews/recalculate-ratings-and-badges.ts'
import { activateDuePlans } from '#server/features/schedule/activate-plans.ts'
import { importNextChunk } from '#server/features/spreadsheet-import/import-chunks.ts'
import { sendStatusUpdates } from '#server/features/status-updates/send-status-updates.ts'
import { reconcileImports } from '#server/features/tree-import/import-lock.ts'
import { removeAbandonedSpools } from '#server/features/tree-import/spool.ts'
import type { FileJournal } from '#server/files/file-journal.ts'
import { createRunRecorder } from '#server/jobs/job-runs.ts'
import { startQueueWorker } from '#server/jobs/queue-worker.ts'
import { type ScheduledJob, startScheduledJobs } from '#server/jobs/scheduled-jobs.ts'
import type { KeyedHash } from '#server/lib/signed-token.ts'
import type { LimitedMailContext } from '#server/mail/limited-mail.ts'
import type { MailTransport } from '#server/mail/mail-transport.ts'
import { startMailWorker } from '#server/mail/mail-worker.ts'
import { deleteExpiredEmails } from '#server/mail/outbox.ts'
import type { CardProcessor } from '#server/payments/card-processor.ts'
import { renderPdf } from '#server/pdf/render-pdf.ts'
import { startPushWorker } from '#server/push/push-worker.ts'
import type { PushTransport } from '#server/push/web-push.ts'
import { deleteExpiredCounts } from '#server/rate-limits/rate-limiter.ts'
import { deleteExpiredKeys } from '#server/rpc/idempotency.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** A person waits for it and watches. */
const POLL_INTERVAL_MS = 1000

type BackgroundJobsOptions = UnitOfWorkServices & {
  readonly connection: pg.ClientConfig
  readonly fileJournal: FileJournal
  /** For what is too large for memory. */
  readonly temporaryFolder: string
  /** For the images of imports. */
  readonly importJournal: FileJournal
  readonly mail: MailTransport
  readonly push: PushTransport
  readonly keyedHash: KeyedHash
  readonly rateLimiter: LimitedMailContext['rateLimiter']
  readonly contactEmail: string | null
  readonly cards: CardProcessor | null
  /** The product's public address. */
  readonly url: () => string
  readonly now: () => Date
  readonly log: (sentence: string, error: unknown) => void
}

type BackgroundJobs = {
  /** Checks for queued emails now. */
  readonly wakeMail: () => void
  /** Checks for queued push messages now. */
  readonly wakePush: () => void
  /** Finishes what is in progress, and starts nothing else. */
  readonly close: () => Promise<void>
}

/** The jobs that run every so often. */
function scheduledJobs(
  services: UnitOfWorkServices,
  fileJournal: FileJournal,
  context: ReminderContext & LimitedMailContext,
  cards: CardProcessor | null,
): ScheduledJob[] {
  const { database } = services
  const hourly = (name: ScheduledJob['name'], run: ScheduledJob['run']) => ({
    name,
    intervalMs: HOUR_MS,
    run,
  })
  return [
    {
      name: 'start-planned-assignments',
      intervalMs: MINUTE_MS,
      run: now => activateDuePlans(services, now),
    },
    {
      name: 'send-reminders',
      intervalMs: 5 * MINUTE_MS,
      run: now => sendReminders(services, context, now),
    },
    {
      name: 'email-unread-messages',
      intervalMs: MINUTE_MS,
      run: now => emailUnreadMessages(services, context, now),
    },
    {
      name: 'email-moved-promises',
      intervalMs: MINUTE_MS,
      run: now => emailMovedPromises(services, context, now),
    },
    {
      name: 'ask-for-reviews',
      intervalMs: 5 * MINUTE_MS,
      run: now => askForReviews(services, context, now),
    },
    { name: 'email-owners', intervalMs: MINUTE_MS, run: now => sendNotices(services, context, now) },
    {
      name: 'email-end-of-day',
      intervalMs: 5 * MINUTE_MS,
      run: now => sendEndOfDay(services, context, now),
    },
    hourly('update-customers', now => sendStatusUpdates(services, context, now)),
    hourly('remind-of-invoices', now => remindOfInvoices(services, context, now)),
    {
      name: 'check-card-payments',
      intervalMs: 5 * MINUTE_MS,
      run: now => checkCardPayments(services, cards, now),
    },
    hourly('update-ratings-and-badges', async now => {
      await recalculateRatingsAndBadges(services, now)
      await recalculateOnTime(services, now)
    }),
    hourly('delete-closed-companies', now =>
      deleteClosedCompanies({ ...services, ...context, ...fileJournal, now: () => now }),
    ),
    hourly('remove-old-payers', now => removeOldPayers(database, now)),
    hourly('delete-bookings', now => deleteExpiredBookings(services, fileJournal, now)),
    hourly('delete-emails', now => deleteExpiredEmails(database, now)),
    hourly('delete-push-subscriptions', now => deleteExpiredSubscriptions(database, expiredLinkCutoff(now))),
    hourly('delete-photo-pieces', now => deleteAbandonedUploads(database, now)),
    hourly('forget-phones', now => deleteSilentPhones(database, now)),
    hourly('delete-sessions', now => deleteExpiredSessions(database, now)),
    hourly('delete-sign-ins', now => deleteExpiredSignIns(database, now)),
    hourly('delete-idempotency-keys', now => deleteExpiredKeys(database, now)),
    hourly('delete-rate-limit-counts', now => deleteExpiredCounts(database, now)),
  ]
}

export function startBackgroundJobs(options: BackgroundJobsOptions): BackgroundJobs {
  const {
    database,
    publish,
    clusterNodes,
    connection,
    fileJournal,
    temporaryFolder,
    importJournal,
    mail,
    push,
    keyedHash,
    rateLimiter,
    contactEmail,
    url,
    now,
    log,
    cards,
  } = options
  const services = { database, publish, ...(clusterNodes && { clusterNodes }) }
  const mailWorker = startMailWorker({
    database,
    mail,
    // Emails are one of the clients whose PDFs are rendered in turn.
    renderPdf: (request, signal) => renderPdf(request, fileJournal.read, { key: 'emails', signal }),
    url,
    now,
    log,
  })
  const pushWorker = startPushWorker({
    database,
    push,
    linkPath: key => linkPath(keyedHash, key),
    now,
    log,
  })
  const mailContext = { url, canDeliver: mail.canDeliver, contactEmail, wake: mailWorker.wake }
  const scheduler = startScheduledJobs({
    database,
    jobs: scheduledJobs(
      services,
      fileJournal,
      {
        keyedHash,
        rateLimiter,
        mailContext,
        pushContext: { wake: pushWorker.wake },
      },
      cards,
    ),
    now,
    log,
  })
  const importWorker = startQueueWorker(
    () => importNextChunk(services, now()),
    error => log('Importing rows of a spreadsheet failed.', error),
    { pollIntervalMs: POLL_INTERVAL_MS },
  )
  const stopping = new AbortController()
  const exportContext = {
    ...{ services, connection, fileJournal, temporaryFolder, mailContext, now },
    getPdf: getFiledPdf,
  }
  const recordExport = createRunRecorder(database, 'make-exports', now)
  const exportWorker = startQueueWorker(
    async () => {
      try {
        const hasRun = await processNextExport({ ...exportContext, stopping: stopping.signal })
        if (hasRun) await recordExport(null)
        return hasRun
      } catch (error) {
        await recordExport(error)
        throw error
      }
    },
    error => log('An export of a company failed.', error),
    { pollIntervalMs: POLL_INTERVAL_MS },
  )
  const recordImageCheck = createRunRecorder(database, 'check-images', now)
  // Each server has a journal of its own.
  const imageWorker = startQueueWorker(
    async () => {
      const nextRunAt = new Date(now().getTime() + HOUR_MS)
      try {
        await fileJournal.reconcile()
        await reconcileImports(database, importJournal)
        await removeAbandonedSpools()
      } catch (error) {
        await recordImageCheck(error, nextRunAt)
        throw error
      }
      await recordImageCheck(null, nextRunAt)
      return false
    },
    error => log('The background job check-images failed; will retry.', error),
    { pollIntervalMs: HOUR_MS },
  )
  return {
    wakeMail: mailWorker.wake,
    wakePush: pushWorker.wake,
    close: async () => {
      stopping.abort()
      await Promise.all(
        [mailWorker, pushWorker, scheduler, importWorker, exportWorker, imageWorker].map(({ close }) =>
          close(),
        ),
      )
    },
  }
}

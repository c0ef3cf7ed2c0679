// The push worker sends queued messages, several at once: a service that hangs delays only its own phones. One runs
// in every server. A message is leased for a while; if its worker dies, another sends it afterwards. Subscription and
// link are looked up at that moment, so closed links get nothing.

import { type Selectable, sql } from 'kysely'
import { PUSH_TTL_MS } from '#domain/push/push-message.ts'
import type { Database } from '#server/db/database.ts'
import type { Row } from '#server/db/schema.ts'
import { createRunRecorder } from '#server/jobs/job-runs.ts'
import { backoff, errorMessage, type QueueWorker, startQueueWorker } from '#server/jobs/queue-worker.ts'
import { createLimiter } from '#server/lib/limiter.ts'
import {
  PushKeyRejectedError,
  PushRejectedError,
  type PushTransport,
  SubscriptionGoneError,
} from './web-push.ts'

const CONCURRENCY = 8
/** Much longer than a service may take. */
const LEASE_MS = 2 * 60 * 1000
const FIRST_DELAY_MS = 15_000
const MAX_TITLE_LENGTH = 100

type PushWorkerOptions = {
  readonly database: Database
  readonly push: PushTransport
  /** The path of the page that a push message opens. */
  readonly linkPath: (key: { readonly companyId: string; readonly linkId: string }) => string
  readonly now: () => Date
  readonly log: (sentence: string, error: unknown) => void
}

type QueuedPush = Selectable<Row<'pushOutbox'>>

const expiresAt = ({ at }: Pick<QueuedPush, 'at'>): number => at.getTime() + PUSH_TTL_MS

/** When a failed message is retried; null if it would expire before. */
export function nextAttemptAt(queued: Pick<QueuedPush, 'at' | 'attempts'>, now: Date): Date | null {
  const next = backoff(FIRST_DELAY_MS, queued.attempts, now)
  return next.getTime() < expiresAt(queued) ? next : null
}

/**
 * Leases the oldest due message, except for these services and for phones with a message in progress: messages arrive
 * in order.
 */
async function leaseNext(
  database: Database,
  busyServices: readonly string[],
  now: Date,
): Promise<QueuedPush | undefined> {
  const until = new Date(now.getTime() + LEASE_MS)
  const { rows } = await sql<QueuedPush>`
    with next as (
      select message_id from push_outbox waiting
      where next_attempt_at <= ${now} and service <> all(${busyServices}::text[])
        and not exists (select from push_outbox held
                        where held.subscription_id = waiting.subscription_id and held.leased_until > ${now})
      order by next_attempt_at limit 1 for update skip locked
    )
    update push_outbox taken set leased_until = ${until}, next_attempt_at = ${until} from next
    where taken.message_id = next.message_id returning taken.*`.execute(database)
  return rows[0]
}

/** The subscription of a message; none if it was removed. */
const findSubscription = (database: Database, { companyId, subscriptionId }: QueuedPush) =>
  database
    .selectFrom('pushSubscription')
    .innerJoin('company', 'company.companyId', 'pushSubscription.companyId')
    .where('pushSubscription.companyId', '=', companyId)
    .where('subscriptionId', '=', subscriptionId)
    .select(['linkId', 'endpoint', 'p256dh', 'auth', 'serverKey', 'companyName'])
    .executeTakeFirst()

/** Whether a newer message for the same phone replaces this one. */
async function isSuperseded(database: Database, queued: QueuedPush): Promise<boolean> {
  const younger = await database
    .selectFrom('pushOutbox')
    .select('messageId')
    .where('subscriptionId', '=', queued.subscriptionId)
    .where('at', '>', queued.at)
    .limit(1)
    .executeTakeFirst()
  return younger !== undefined
}

export function startPushWorker({ database, push, linkPath, now, log }: PushWorkerOptions): QueueWorker {
  /** Services with a request in progress: one each. */
  const busyServices = new Set<string>()
  const limit = createLimiter(1)
  /** Services that reject our key, logged once each. */
  const rejectedServices = new Set<string>()
  const recordDelivery = createRunRecorder(database, 'send-push-messages', now)

  /** Returns whether the message was sent; otherwise it is no longer needed. */
  async function deliver(queued: QueuedPush): Promise<boolean> {
    const { companyId, subscriptionId, text: body, isUrgent } = queued
    const subscription = await findSubscription(database, queued)
    const ttl = Math.floor((expiresAt(queued) - now().getTime()) / 1000)
    if (subscription === undefined || ttl <= 0 || (await isSuperseded(database, queued))) return false
    const { serverKey } = subscription
    if (serverKey !== null && serverKey !== push.publicKey)
      throw new SubscriptionGoneError('This phone subscribed with an earlier VAPID key.')
    const topic = subscriptionId.replaceAll('-', '')
    const url = linkPath({ companyId, linkId: subscription.linkId })
    const title = subscription.companyName.slice(0, MAX_TITLE_LENGTH)
    const text = JSON.stringify({ title, text: body, url, tag: topic })
    try {
      await push.send({ subscription, text, ttl, isUrgent, topic })
    } catch (error) {
      // A subscription without a recorded server key was made with another key.
      if (error instanceof PushKeyRejectedError && serverKey === null)
        throw new SubscriptionGoneError(error.message)
      throw error
    }
    rejectedServices.delete(queued.service)
    // Older pending messages would arrive after it.
    await database
      .deleteFrom('pushOutbox')
      .where('subscriptionId', '=', subscriptionId)
      .where('at', '<', queued.at)
      .execute()
    return true
  }

  const deleteSubscription = ({ companyId, subscriptionId }: QueuedPush) =>
    database
      .deleteFrom('pushSubscription')
      .where('companyId', '=', companyId)
      .where('subscriptionId', '=', subscriptionId)
      .execute()

  function logFailure(queued: QueuedPush, error: unknown, isFinal: boolean): void {
    const { messageId, service } = queued
    if (isFinal) log(`Notification ${messageId} could not be delivered; giving up.`, error)
    else if (error instanceof PushKeyRejectedError) {
      if (rejectedServices.has(service)) return
      rejectedServices.add(service)
      log(`${service} rejects our VAPID signature; check BASE_URL, MAIL_FROM and the system clock.`, error)
    } else if (queued.attempts === 0)
      log(`Notification ${messageId} could not be delivered; will retry for a day.`, error)
  }

  /** When to retry; null for never. */
  async function handleFailure(queued: QueuedPush, error: unknown): Promise<Date | null> {
    if (error instanceof SubscriptionGoneError) {
      await deleteSubscription(queued)
      return null
    }
    const isRejected = error instanceof PushRejectedError
    const next = isRejected ? null : nextAttemptAt(queued, now())
    logFailure(queued, error, next === null)
    if (!isRejected) await recordDelivery(error)
    return next
  }

  async function attempt(queued: QueuedPush): Promise<void> {
    const { messageId, attempts } = queued
    let next: Date | null = null
    let lastError = ''
    let isSent = false
    try {
      isSent = await deliver(queued)
    } catch (error) {
      next = await handleFailure(queued, error)
      lastError = errorMessage(error)
    }
    if (next === null) await database.deleteFrom('pushOutbox').where('messageId', '=', messageId).execute()
    else
      await database
        .updateTable('pushOutbox')
        .set({ attempts: attempts + 1, nextAttemptAt: next, lastError, leasedUntil: null })
        .where('messageId', '=', messageId)
        .execute()
    if (isSent) await recordDelivery(null)
  }

  const leaseForIdleService = () =>
    limit(async () => {
      const queued = await leaseNext(database, [...busyServices], now())
      if (queued !== undefined) busyServices.add(queued.service)
      return queued
    })

  /** Sends the oldest due message; returns whether there was one. */
  async function deliverNext(onLeased: () => void): Promise<boolean> {
    const queued = await leaseForIdleService()
    if (queued === undefined) return false
    onLeased()
    try {
      await attempt(queued)
    } finally {
      busyServices.delete(queued.service)
    }
    return true
  }

  const onError = (error: unknown) => log('Could not read the push queue; will retry.', error)
  return startQueueWorker(deliverNext, onError, { concurrency: CONCURRENCY })
}

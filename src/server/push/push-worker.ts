// Takes news from the queue to the push services, some at once: one service that hangs holds up its own phones alone.
// One herald runs in every server. What it has in hand is nobody else's for a while; if it dies with it, another tells
// it then. To whom it goes, and by which link, is looked up at that moment: nobody is told by a link that was closed.

import { type Selectable, sql } from 'kysely'
import { PUSH_TTL_MS } from '#domain/push/message.ts'
import type { Database } from '#server/db/client.ts'
import type { PushOutboxRow } from '#server/db/schema.ts'
import { backoff, errorMessage, type QueueWorker, startQueueWorker } from '#server/jobs/queue-worker.ts'
import { createLimiter } from '#server/lib/concurrency.ts'
import {
  PushKeyRejectedError,
  PushRejectedError,
  type PushTransport,
  SubscriptionGoneError,
} from './web-push.ts'

const CONCURRENCY = 8
/** Much longer than a service may take with it. */
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

type QueuedPush = Selectable<PushOutboxRow>

const expiresAt = ({ at }: Pick<QueuedPush, 'at'>): number => at.getTime() + PUSH_TTL_MS

/** When news that failed is tried again; null when it would be old by then. */
export function nextAttemptAt(queued: Pick<QueuedPush, 'at' | 'attempts'>, now: Date): Date | null {
  const next = backoff(FIRST_DELAY_MS, queued.attempts, now)
  return next.getTime() < expiresAt(queued) ? next : null
}

/**
 * Takes in hand what has waited longest and goes to none of these services, nor to a phone that somebody is just
 * telling something: its news arrives in order.
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

/** The phone that a note is for, with what it is told by; nobody where it was taken back. */
const findSubscription = (database: Database, { companyId, subscriptionId }: QueuedPush) =>
  database
    .selectFrom('pushSubscription')
    .innerJoin('company', 'company.companyId', 'pushSubscription.companyId')
    .where('pushSubscription.companyId', '=', companyId)
    .where('subscriptionId', '=', subscriptionId)
    .select(['linkId', 'endpoint', 'p256dh', 'auth', 'serverKey', 'companyName'])
    .executeTakeFirst()

/** Whether the same phone has younger news waiting: that replaces this. */
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
  /** With whom this server is speaking: with each service of one thing at a time. */
  const busyServices = new Set<string>()
  const limit = createLimiter(1)
  /** Those that were found to take nothing of ours, once each. */
  const rejectedServices = new Set<string>()

  async function deliver(queued: QueuedPush): Promise<void> {
    const { companyId, subscriptionId, text: body, isUrgent } = queued
    const subscription = await findSubscription(database, queued)
    const ttl = Math.floor((expiresAt(queued) - now().getTime()) / 1000)
    if (subscription === undefined || ttl <= 0 || (await isSuperseded(database, queued))) return
    const { serverKey } = subscription
    if (serverKey !== null && serverKey !== push.publicKey)
      throw new SubscriptionGoneError('This phone asked under another key of the house.')
    const topic = subscriptionId.replaceAll('-', '')
    const url = linkPath({ companyId, linkId: subscription.linkId })
    const title = subscription.companyName.slice(0, MAX_TITLE_LENGTH)
    const text = JSON.stringify({ title, text: body, url, tag: topic })
    try {
      await push.send({ subscription, text, ttl, isUrgent, topic })
    } catch (error) {
      // Nobody wrote down under which key it asked: then it was another.
      if (error instanceof PushKeyRejectedError && serverKey === null)
        throw new SubscriptionGoneError(error.message)
      throw error
    }
    rejectedServices.delete(queued.service)
    // What is older and still waits would come after it.
    await database
      .deleteFrom('pushOutbox')
      .where('subscriptionId', '=', subscriptionId)
      .where('at', '<', queued.at)
      .execute()
  }

  const deleteSubscription = ({ companyId, subscriptionId }: QueuedPush) =>
    database
      .deleteFrom('pushSubscription')
      .where('companyId', '=', companyId)
      .where('subscriptionId', '=', subscriptionId)
      .execute()

  function logFailure(queued: QueuedPush, error: unknown, isFinal: boolean): void {
    const { messageId, service } = queued
    if (isFinal) log(`News ${messageId} could not be handed to a phone and is given up.`, error)
    else if (error instanceof PushKeyRejectedError) {
      if (rejectedServices.has(service)) return
      rejectedServices.add(service)
      log(`${service} takes no news that this house signs; look at BASE_URL, MAIL_FROM and the clock.`, error)
    } else if (queued.attempts === 0)
      log(`News ${messageId} could not be handed to a phone; it is tried again for a day.`, error)
  }

  /** When it is tried again; null for never. */
  async function handleFailure(queued: QueuedPush, error: unknown): Promise<Date | null> {
    if (error instanceof SubscriptionGoneError) {
      await deleteSubscription(queued)
      return null
    }
    const next = error instanceof PushRejectedError ? null : nextAttemptAt(queued, now())
    logFailure(queued, error, next === null)
    return next
  }

  async function attempt(queued: QueuedPush): Promise<void> {
    const { messageId, attempts } = queued
    let next: Date | null = null
    let lastError = ''
    try {
      await deliver(queued)
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
  }

  const leaseForIdleService = () =>
    limit(async () => {
      const queued = await leaseNext(database, [...busyServices], now())
      if (queued !== undefined) busyServices.add(queued.service)
      return queued
    })

  /** Tells what has waited longest; answers whether there was anything. */
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

  const onError = (error: unknown) =>
    log('The news for phones could not be looked at; that is tried again in a moment.', error)
  return startQueueWorker(deliverNext, onError, CONCURRENCY)
}

// The phones of a ticket's customer as the database keeps them, and the news that is written for them: rows of
// the work that caused it. The herald takes them from there.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  formatPushMessage,
  isUrgent,
  MAX_PUSH_SUBSCRIPTIONS,
  type PushMessage,
} from '#domain/push/message.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { Database } from '#server/db/client.ts'
import { literal } from '#server/db/pipelined-transaction.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import type { PushContext } from '#server/push/push-context.ts'
import { type PushSubscription, pushServiceOf } from '#server/push/web-push.ts'

/** The ticket's phones, the one that came last first. */
const listSubscriptions = (work: UnitOfWork, ticketId: number) =>
  work
    .from('pushSubscription')
    .select(['subscriptionId', 'endpoint'])
    .where('ticketId', '=', ticketId)
    .orderBy('madeAt', 'desc')
    .orderBy('subscriptionId')
    .execute()

/**
 * Adds a phone that asked under this key of the house to the ticket of its link, over what was known of it; whether
 * it is a new one. Where there are too many the oldest falls out. The ticket is held by whoever calls.
 */
export async function saveSubscription(
  work: UnitOfWork,
  { ticketId, linkId }: { readonly ticketId: number; readonly linkId: string },
  { endpoint, p256dh, auth }: PushSubscription,
  serverKey: string,
): Promise<boolean> {
  const columns = { linkId, p256dh, auth, serverKey }
  const updated = await work
    .update('pushSubscription')
    .set(columns)
    .where('ticketId', '=', ticketId)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst()
  if (updated.numUpdatedRows > 0n) return false
  const excessIds = (await listSubscriptions(work, ticketId))
    .slice(MAX_PUSH_SUBSCRIPTIONS - 1)
    .map(({ subscriptionId }) => subscriptionId)
  if (excessIds.length > 0)
    await work.remove('pushSubscription').where('subscriptionId', 'in', excessIds).execute()
  const { companyId, now: madeAt } = work
  await work.database
    .insertInto('pushSubscription')
    .values({ companyId, subscriptionId: randomUUID(), ticketId, endpoint, ...columns, madeAt })
    .execute()
  return true
}

/** Whether this phone was one of the ticket's, which it is no more. */
export async function deleteSubscription(
  work: UnitOfWork,
  ticketId: number,
  endpoint: string,
): Promise<boolean> {
  const removed = await work
    .remove('pushSubscription')
    .where('ticketId', '=', ticketId)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

/** Whether any phone was told of the ticket; none is any more. */
export async function deleteSubscriptions(work: UnitOfWork, ticketId: number): Promise<boolean> {
  const removed = await work.remove('pushSubscription').where('ticketId', '=', ticketId).executeTakeFirst()
  return removed.numDeletedRows > 0n
}

/** Nobody is told by this link any more, once the work is done: it costs no round trip of its own. */
export const deleteSubscriptionsOnCommit = (work: UnitOfWork, linkId: string): void =>
  work.onCommitSql(
    `DELETE FROM push_subscription WHERE company_id = ${literal(work.companyId)} AND link_id = ${literal(linkId)}`,
  )

/**
 * Puts news in the queue for each phone of the ticket's customer; it leaves after commit. They are not told what
 * they have done themselves.
 */
export async function enqueuePush(
  work: UnitOfWork,
  { pushContext }: { readonly pushContext: PushContext },
  { ticketId }: Pick<Ticket, 'ticketId'>,
  news: PushMessage,
): Promise<void> {
  if (work.actor.kind === 'customer') return
  const subscriptions = await listSubscriptions(work, ticketId)
  if (subscriptions.length === 0) return
  const { companyId, now } = work
  const shared = { text: formatPushMessage(news), isUrgent: isUrgent(news), at: now, nextAttemptAt: now }
  const rows = subscriptions.map(({ subscriptionId, endpoint }) => ({
    messageId: randomUUID(),
    companyId,
    subscriptionId,
    ...shared,
    attempts: 0,
    lastError: null,
    service: pushServiceOf(endpoint),
  }))
  await work.database.insertInto('pushOutbox').values(rows).execute()
  work.afterCommit(pushContext.wake)
}

/** Forgets the phones of tickets that were done, or declined, by `ended`. */
export async function deleteExpiredSubscriptions(database: Database, endedBefore: Date): Promise<void> {
  await sql`select delete_ended_push_subscriptions(${endedBefore})`.execute(database)
}

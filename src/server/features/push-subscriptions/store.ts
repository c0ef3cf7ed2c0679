// Push subscriptions in the database, and queued messages: rows of the transaction that caused them. The push worker
// sends them.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  formatPushMessage,
  isUrgent,
  MAX_PUSH_SUBSCRIPTIONS,
  type PushMessage,
} from '#domain/push/push-message.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { Database } from '#server/db/database.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import type { PushContext } from '#server/push/push-context.ts'
import { type PushSubscription, pushServiceOf } from '#server/push/web-push.ts'

/** The phones of the ticket's customer, newest first. */
export const listSubscriptions = (work: UnitOfWork, ticketId: number) =>
  work
    .from('pushSubscription')
    .select(['subscriptionId', 'endpoint'])
    .where('ticketId', '=', ticketId)
    .orderBy('createdAt', 'desc')
    .orderBy('subscriptionId')
    .execute()

/**
 * Saves a subscription with the server key it was made with, replacing an earlier version; returns whether it is new.
 * Beyond the limit the oldest is deleted. The caller locks the ticket.
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
  const key = { subscriptionId: randomUUID(), ticketId, endpoint }
  work.insert('pushSubscription', { ...key, ...columns, createdAt: work.now })
  return true
}

/** Deletes a subscription of the ticket; returns whether it existed. */
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

/** Deletes all subscriptions of the ticket; returns whether there were any. */
export async function deleteSubscriptions(work: UnitOfWork, ticketId: number): Promise<boolean> {
  const removed = await work.remove('pushSubscription').where('ticketId', '=', ticketId).executeTakeFirst()
  return removed.numDeletedRows > 0n
}

/** Deletes the link's subscriptions. */
export const deleteSubscriptionsOfLink = (work: UnitOfWork, linkId: string): void =>
  work.write(work.remove('pushSubscription').where('linkId', '=', linkId))

/**
 * Queues a message for each phone of the ticket's customer; sent after commit. Customers are not notified of their
 * own actions.
 */
export async function enqueuePush(
  work: UnitOfWork,
  { pushContext }: { readonly pushContext: Pick<PushContext, 'wake'> },
  { ticketId }: Pick<Ticket, 'ticketId'>,
  message: PushMessage,
  known?: Awaited<ReturnType<typeof listSubscriptions>>,
): Promise<void> {
  if (work.actor.kind === 'customer') return
  const subscriptions = known ?? (await listSubscriptions(work, ticketId))
  if (subscriptions.length === 0) return
  const { companyId, now } = work
  const shared = {
    text: formatPushMessage(message),
    isUrgent: isUrgent(message),
    at: now,
    nextAttemptAt: now,
  }
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

/** Deletes the subscriptions of tickets completed or declined before `endedBefore`. */
export async function deleteExpiredSubscriptions(database: Database, endedBefore: Date): Promise<void> {
  await sql`select delete_ended_push_subscriptions(${endedBefore})`.execute(database)
}

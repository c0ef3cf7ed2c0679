// The phones of a ticket's customer as the database keeps them, and the news that is written for them: rows of
// the work that caused it. The herald takes them from there.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { isUrgent, MOST_PHONES, newsSentence, type PhoneNews } from '#domain/push/message.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { Database } from '#server/db/client.ts'
import { literal } from '#server/db/pipelined-transaction.ts'
import type { Work } from '#server/db/unit-of-work.ts'
import { type Phone, pushServiceOf } from '#server/push/web-push.ts'

/** What those who tell phones know of the way out. */
export type Phones = {
  /** What a browser is given when it asks its service for an address. */
  readonly publicKey: string
  /** Whether news would be handed over at this address. */
  readonly accepts: (endpoint: string) => boolean
  /** Tells the herald that there is something to do. */
  readonly wake: () => void
}

/** The ticket's phones, the one that came last first. */
const listPhones = (work: Work, ticketId: number) =>
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
export async function savePhone(
  work: Work,
  { ticketId, linkId }: { readonly ticketId: number; readonly linkId: string },
  { endpoint, p256dh, auth }: Phone,
  serverKey: string,
): Promise<boolean> {
  const said = { linkId, p256dh, auth, serverKey }
  const known = await work
    .update('pushSubscription')
    .set(said)
    .where('ticketId', '=', ticketId)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst()
  if (known.numUpdatedRows > 0n) return false
  const tooMany = (await listPhones(work, ticketId))
    .slice(MOST_PHONES - 1)
    .map(({ subscriptionId }) => subscriptionId)
  if (tooMany.length > 0)
    await work.remove('pushSubscription').where('subscriptionId', 'in', tooMany).execute()
  const { companyId, now: madeAt } = work
  await work.database
    .insertInto('pushSubscription')
    .values({ companyId, subscriptionId: randomUUID(), ticketId, endpoint, ...said, madeAt })
    .execute()
  return true
}

/** Whether this phone was one of the ticket's, which it is no more. */
export async function removePhone(work: Work, ticketId: number, endpoint: string): Promise<boolean> {
  const removed = await work
    .remove('pushSubscription')
    .where('ticketId', '=', ticketId)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

/** Whether any phone was told of the ticket; none is any more. */
export async function removePhones(work: Work, ticketId: number): Promise<boolean> {
  const removed = await work.remove('pushSubscription').where('ticketId', '=', ticketId).executeTakeFirst()
  return removed.numDeletedRows > 0n
}

/** Nobody is told by this link any more, once the work is done: it costs no round trip of its own. */
export const closeWithoutPhones = (work: Work, linkId: string): void =>
  work.closeWith(
    `DELETE FROM push_subscription WHERE company_id = ${literal(work.companyId)} AND link_id = ${literal(linkId)}`,
  )

/**
 * Puts news in the queue for each phone of the ticket's customer; it leaves after commit. They are not told what
 * they have done themselves.
 */
export async function tellPhones(
  work: Work,
  { phones }: { readonly phones: Phones },
  { ticketId }: Pick<Ticket, 'ticketId'>,
  news: PhoneNews,
): Promise<void> {
  if (work.actor.kind === 'customer') return
  const told = await listPhones(work, ticketId)
  if (told.length === 0) return
  const { companyId, now } = work
  const said = { text: newsSentence(news), isUrgent: isUrgent(news), at: now, nextTry: now }
  const rows = told.map(({ subscriptionId, endpoint }) => ({
    ...{ noteId: randomUUID(), companyId, subscriptionId, ...said, tries: 0, lastFault: null },
    service: pushServiceOf(endpoint),
  }))
  await work.database.insertInto('pushNote').values(rows).execute()
  work.afterwards(phones.wake)
}

/** Forgets the phones of tickets that were done, or declined, by `ended`. */
export async function forgetEndedPhones(database: Database, ended: Date): Promise<void> {
  await sql`select forget_ended_phones(${ended})`.execute(database)
}

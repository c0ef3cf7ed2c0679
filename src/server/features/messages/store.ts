// Messages in the database.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { MAX_MESSAGES, type Message, type Side } from '#domain/messages/message.ts'
import { jobDetail } from '#domain/tickets/activity.ts'
import type { State, Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { recordActivity } from '#server/features/tickets/store.ts'
import { invalid } from '#server/lib/api-errors.ts'

const COLUMNS = ['messageId', 'at', 'by', 'authorName', 'jobNumber', 'text', 'readAt'] as const

/** The newest messages of the ticket, oldest first. */
export async function listMessages(work: UnitOfWork, ticketId: number): Promise<Message[]> {
  const rows = await work
    .from('ticketMessage')
    .select(COLUMNS)
    .where('ticketId', '=', ticketId)
    .orderBy('at', 'desc')
    .orderBy('messageId')
    .limit(MAX_MESSAGES)
    .execute()
  return rows.reverse()
}

/** All messages of these tickets, oldest first. */
export const listAllMessages = (work: UnitOfWork, ticketIds: readonly number[]) =>
  work
    .from('ticketMessage')
    .select(['ticketId', ...COLUMNS])
    .where('ticketId', 'in', [...ticketIds])
    .orderBy('at')
    .orderBy('messageId')
    .execute()

type NewMessage = { readonly text: string; readonly jobNumber?: number | undefined }

/** Adds a message on a ticket by the current actor. The caller locks the ticket. */
export async function addMessage(
  work: UnitOfWork,
  ticket: Ticket,
  by: Side,
  { text, jobNumber }: NewMessage,
): Promise<void> {
  const job = ticket.jobs.find(job => job.jobNumber === jobNumber)
  if (jobNumber !== undefined && job === undefined)
    throw invalid({ jobNumber: 'That job line is no longer on the ticket.' })
  const { id: authorId, name: authorName } = work.by
  const columns = { at: work.now, by, authorId, authorName, jobNumber: jobNumber ?? null, text, readAt: null }
  await work.database
    .insertInto('ticketMessage')
    .values({ companyId: work.companyId, ticketId: ticket.ticketId, messageId: randomUUID(), ...columns })
    .execute()
  // Who wrote and about what; never the text.
  const about = job === undefined ? null : jobDetail(job)
  if (by === 'desk') recordActivity(work, ticket, 'send-message', about)
  else recordActivity(work, ticket, 'receive-message', about, { wrote: true })
}

/** Marks the customer's messages on the ticket as read; returns whether there were new ones. */
export async function markMessagesRead(work: UnitOfWork, ticketId: number): Promise<boolean> {
  const updated = await work
    .update('ticketMessage')
    .set({ readAt: work.now })
    .where('ticketId', '=', ticketId)
    .where('by', '=', 'customer')
    .where('readAt', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

type UnreadRow = {
  readonly ticketId: number
  readonly state: State
  readonly firstName: string
  readonly lastName: string
  readonly count: number
  readonly at: Date
}

/** Tickets with unread customer messages, the longest waiting first. */
export function listUnreadRows(work: UnitOfWork, limit: number): Promise<UnreadRow[]> {
  return work
    .from('ticketMessage')
    .innerJoin('ticket', join =>
      join
        .onRef('ticket.companyId', '=', 'ticketMessage.companyId')
        .onRef('ticket.ticketId', '=', 'ticketMessage.ticketId'),
    )
    .where('by', '=', 'customer')
    .where('readAt', 'is', null)
    .groupBy(['ticket.companyId', 'ticket.ticketId'])
    .select(['ticket.ticketId', 'ticket.state', 'ticket.firstName', 'ticket.lastName'])
    .select([sql<number>`count(*)`.as('count'), sql<Date>`max(at)`.as('at')])
    .orderBy(sql`min(at)`)
    .limit(limit)
    .execute()
}

// Messages in the database.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { EmailOutcome } from '#domain/mail/email-outcome.ts'
import { MAX_MESSAGES, type Message, type Side, UNREAD_EMAIL_MS } from '#domain/messages/message.ts'
import { jobDetail } from '#domain/tickets/activity.ts'
import { jobLabel } from '#domain/tickets/job.ts'
import type { State, Ticket } from '#domain/tickets/ticket.ts'
import { type AcrossCompanies, listInReach } from '#server/db/cluster-nodes.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { listCustomersOf } from '#server/features/customers/company-customer-store.ts'
import { findGroup } from '#server/features/customers/merge-store.ts'
import { recordActivity } from '#server/features/tickets/store.ts'
import { invalid } from '#server/lib/api-errors.ts'

const COLUMNS = [
  'messageId',
  'at',
  'by',
  'authorName',
  'jobNumber',
  'text',
  'readAt',
  'emailOutcome',
] as const

/** How many a customer's page lists. */
const MAX_OF_CUSTOMER = 50

const newestMessages = statement((scope, { ticketId }: { ticketId: number }) =>
  scope
    .from('ticketMessage')
    .select(COLUMNS)
    .where('ticketId', '=', ticketId)
    .orderBy('at', 'desc')
    .orderBy('messageId')
    .limit(MAX_MESSAGES),
)

/** The newest messages of the ticket, oldest first. */
export const listMessages = async (work: UnitOfWork, ticketId: number): Promise<Message[]> =>
  (await newestMessages(work, { ticketId }).execute()).reverse()

/** The newest messages on the tickets of these customers, newest first. */
export const listNewestOfCustomers = (work: UnitOfWork, customerIds: readonly string[]) =>
  work
    .from('ticketMessage')
    .innerJoin('ticket', join =>
      join
        .onRef('ticket.companyId', '=', 'ticketMessage.companyId')
        .onRef('ticket.ticketId', '=', 'ticketMessage.ticketId'),
    )
    .select(['ticket.ticketId', 'ticket.state', ...COLUMNS])
    .where('ticket.companyCustomerId', 'in', [...customerIds])
    .orderBy('at', 'desc')
    .orderBy('messageId')
    .limit(MAX_OF_CUSTOMER)
    .execute()

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
export function addMessage(
  work: UnitOfWork,
  ticket: Ticket,
  by: Side,
  { text, jobNumber }: NewMessage,
): void {
  const job = ticket.jobs.find(job => job.jobNumber === jobNumber)
  if (jobNumber !== undefined && job === undefined)
    throw invalid({ jobNumber: 'That job line is no longer on the ticket.' })
  const { id: authorId, name: authorName } = work.by
  work.insert('ticketMessage', {
    ...{ ticketId: ticket.ticketId, messageId: randomUUID(), at: work.now },
    ...{ by, authorId, authorName, jobNumber: jobNumber ?? null, text, readAt: null },
    emailDueAt: by === 'desk' ? new Date(work.now.getTime() + UNREAD_EMAIL_MS) : null,
  })
  // Who wrote and about what; never the text.
  const about = job === undefined ? null : jobDetail(job)
  if (by === 'desk') recordActivity(work, ticket, 'send-message', about)
  else {
    const notification = { wrote: true, ...(job !== undefined && { about: jobLabel(job) }) } as const
    recordActivity(work, ticket, 'receive-message', about, notification)
  }
}

/** Marks one side's messages on the ticket as read by the other; returns whether there were new ones. */
export async function markMessagesRead(work: UnitOfWork, ticketId: number, by: Side): Promise<boolean> {
  const updated = await work
    .update('ticketMessage')
    .set({ readAt: work.now, emailDueAt: null })
    .where('ticketId', '=', ticketId)
    .where('by', '=', by)
    .where('readAt', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/**
 * Whether the ticket's customer waits for an answer: theirs is the last message on it, or the desk has not read one of
 * theirs on another ticket.
 */
export async function isMessageUnanswered(work: UnitOfWork, ticket: Ticket): Promise<boolean> {
  const last = (await newestMessages(work, ticket).execute())[0]
  if (last?.by === 'customer') return true
  const [customerId] = await listCustomersOf(work, [ticket.ticketId])
  const customer = customerId === undefined ? null : await findGroup(work, customerId)
  if (customer === null) return false
  const unread = await work
    .from('ticketMessage')
    .innerJoin('ticket', join =>
      join
        .onRef('ticket.companyId', '=', 'ticketMessage.companyId')
        .onRef('ticket.ticketId', '=', 'ticketMessage.ticketId'),
    )
    .select('messageId')
    .where('by', '=', 'customer')
    .where('readAt', 'is', null)
    .where('ticket.companyCustomerId', 'in', customer.ids)
    .limit(1)
    .executeTakeFirst()
  return unread !== undefined
}

/** Every company's tickets with an email due about unread messages. */
export async function listTicketsWithUnreadMessages(services: AcrossCompanies, now: Date) {
  const among = await listInReach(services)
  const { rows } = await sql<{ companyId: string; ticketId: number; timeZone: string }>`
    select * from unread_messages(${now}, ${among}::uuid[])`.execute(services.database)
  return rows
}

/** What the customer has not read and was not emailed, oldest first. The caller locks the ticket. */
export const listUnreadByCustomer = (work: UnitOfWork, ticketId: number) =>
  work
    .from('ticketMessage')
    .select(['authorName', 'text', 'emailDueAt'])
    .where('ticketId', '=', ticketId)
    .where('emailDueAt', 'is not', null)
    .orderBy('at')
    .orderBy('messageId')
    .execute()

/** Saves what became of the email with these messages; they are not emailed again. */
export async function saveEmailOutcome(
  work: UnitOfWork,
  ticketId: number,
  emailOutcome: EmailOutcome | null,
): Promise<void> {
  await work
    .update('ticketMessage')
    .set({ emailDueAt: null, emailOutcome })
    .where('ticketId', '=', ticketId)
    .where('emailDueAt', 'is not', null)
    .execute()
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

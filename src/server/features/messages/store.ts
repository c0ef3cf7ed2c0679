// Messages as the database keeps them.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { MAX_MESSAGES, type Message, type Side } from '#domain/messages/message.ts'
import { jobDetail } from '#domain/tickets/activity.ts'
import type { State, Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { recordActivity } from '#server/features/tickets/store.ts'
import { invalid } from '#server/lib/errors.ts'

const COLUMNS = ['messageId', 'at', 'by', 'authorName', 'jobNumber', 'text', 'seenAt'] as const

/** What was written on the ticket, the newest of it, oldest first. */
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

/** Everything that was ever written on these tickets, oldest first. */
export const listAllMessages = (work: UnitOfWork, ticketIds: readonly number[]) =>
  work
    .from('ticketMessage')
    .select(['ticketId', ...COLUMNS])
    .where('ticketId', 'in', [...ticketIds])
    .orderBy('at')
    .orderBy('messageId')
    .execute()

type NewMessage = { readonly text: string; readonly jobNumber?: number | undefined }

/** Adds what somebody wrote on a ticket, under the name of whoever is at work. The ticket is held by who calls. */
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
  const written = { at: work.now, by, authorId, authorName, jobNumber: jobNumber ?? null, text, seenAt: null }
  await work.database
    .insertInto('ticketMessage')
    .values({ companyId: work.companyId, ticketId: ticket.ticketId, messageId: randomUUID(), ...written })
    .execute()
  // Who wrote and about what; never what.
  const about = job === undefined ? null : jobDetail(job)
  if (by === 'desk') recordActivity(work, ticket, 'say', about)
  else recordActivity(work, ticket, 'hear', about, { wrote: true })
}

/** Notes that the desk has seen what the ticket's customer wrote; whether there was anything new. */
export async function markMessagesSeen(work: UnitOfWork, ticketId: number): Promise<boolean> {
  const seen = await work
    .update('ticketMessage')
    .set({ seenAt: work.now })
    .where('ticketId', '=', ticketId)
    .where('by', '=', 'customer')
    .where('seenAt', 'is', null)
    .executeTakeFirst()
  return seen.numUpdatedRows > 0n
}

type UnreadRow = {
  readonly ticketId: number
  readonly state: State
  readonly firstName: string
  readonly lastName: string
  readonly count: number
  readonly at: Date
}

/** Tickets whose customers wrote what nobody has seen; whoever has waited longest first. */
export function listUnreadRows(work: UnitOfWork, limit: number): Promise<UnreadRow[]> {
  return work
    .from('ticketMessage')
    .innerJoin('ticket', join =>
      join
        .onRef('ticket.companyId', '=', 'ticketMessage.companyId')
        .onRef('ticket.ticketId', '=', 'ticketMessage.ticketId'),
    )
    .where('by', '=', 'customer')
    .where('seenAt', 'is', null)
    .groupBy(['ticket.companyId', 'ticket.ticketId'])
    .select(['ticket.ticketId', 'ticket.state', 'ticket.firstName', 'ticket.lastName'])
    .select([sql<number>`count(*)`.as('count'), sql<Date>`max(at)`.as('at')])
    .orderBy(sql`min(at)`)
    .limit(limit)
    .execute()
}

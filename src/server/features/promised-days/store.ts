// Promised days in the database: one row for each promise and each move.

import { sql } from 'kysely'
import type { PromisedDay } from '#domain/promised-days/promised-day.ts'
import { type AcrossCompanies, listInReach } from '#server/db/cluster-nodes.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

const daysOfTicket = statement((scope, { ticketId }: { ticketId: number }) =>
  scope
    .from('promisedDay')
    .select(['day', 'firstDay', 'reason', 'askedByCustomer', 'promisedAt', 'promisedByName as promisedBy'])
    .where('ticketId', '=', ticketId)
    .orderBy('position'),
)

/** The days for which the ticket was promised, oldest first. */
export const listPromisedDays = (work: UnitOfWork, ticketId: number) =>
  daysOfTicket(work, { ticketId }).execute()

const daysOfTickets = statement((scope, { ticketIds }: { ticketIds: readonly number[] }) =>
  scope
    .from('promisedDay')
    .select(['ticketId', 'position', 'day', 'firstDay', 'reason', 'askedByCustomer'])
    .where(sql<boolean>`ticket_id = any(${ticketIds}::integer[])`)
    .orderBy('position'),
)

/** The last promise of each of the tickets that has one, with how many there were. */
export async function listLastPromises(work: UnitOfWork, ticketIds: readonly number[]) {
  const rows = await daysOfTickets(work, { ticketIds }).execute()
  return [...new Map(rows.map(row => [row.ticketId, row])).values()]
}

/** Of moves within that time a customer is emailed the last. */
const EMAIL_DELAY_MS = 10 * 60 * 1000

/** Adds the promise after `count` others; the customer is emailed it if they do not know it. The caller locks the ticket. */
export function addPromisedDay(
  work: UnitOfWork,
  ticketId: number,
  promise: PromisedDay,
  { count, isEmailed }: { readonly count: number; readonly isEmailed: boolean },
): void {
  if (count > 0 && !isEmailed) endEmailDue(work, ticketId)
  work.insert('promisedDay', {
    ...{ ticketId, position: count + 1, ...promise, doneOn: null },
    ...{ promisedAt: work.now, promisedBy: work.by.id, promisedByName: work.by.name },
    emailDueAt: isEmailed ? new Date(work.now.getTime() + EMAIL_DELAY_MS) : null,
  })
}

/** Says when a promised ticket was finalized, or (null) that it is in work again. */
export const saveDoneOn = (work: UnitOfWork, ticketId: number, doneOn: string | null): void =>
  work.write(work.update('promisedDay').set({ doneOn }).where('ticketId', '=', ticketId))

/** Every company's tickets whose promise moved, and whose customers are to be emailed at `now`. */
export async function listMovedPromises(services: AcrossCompanies, now: Date) {
  const among = await listInReach(services)
  const { rows } = await sql<{ companyId: string; ticketId: number; timeZone: string }>`
    select * from moved_promises(${now}, ${among}::uuid[])`.execute(services.database)
  return rows
}

const nextEmail = statement((scope, { ticketId }: { ticketId: number }) =>
  scope
    .from('promisedDay')
    .select(({ fn }) => fn.max('emailDueAt').as('dueAt'))
    .where('ticketId', '=', ticketId),
)

/** When a ticket's customer is emailed that the promise moved: after the last move; null: not. */
export const findEmailDue = async (work: UnitOfWork, ticketId: number): Promise<Date | null> =>
  (await nextEmail(work, { ticketId }).executeTakeFirst())?.dueAt ?? null

/** Nothing is emailed any more of the moves so far. */
export const endEmailDue = (work: UnitOfWork, ticketId: number): void =>
  work.write(
    work
      .update('promisedDay')
      .set({ emailDueAt: null })
      .where('ticketId', '=', ticketId)
      .where('emailDueAt', 'is not', null),
  )

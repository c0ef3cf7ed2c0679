// Promised days in the database: one row for each promise and each move.

import type { PromisedDay } from '#domain/promised-days/promised-day.ts'
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

/** Adds the promise after `count` others. The caller locks the ticket. */
export const addPromisedDay = (
  work: UnitOfWork,
  ticketId: number,
  promise: PromisedDay,
  count: number,
): void =>
  work.insert('promisedDay', {
    ...{ ticketId, position: count + 1, ...promise, doneOn: null },
    ...{ promisedAt: work.now, promisedBy: work.by.id, promisedByName: work.by.name },
  })

/** Says when a promised ticket was finalized, or (null) that it is in work again. */
export const saveDoneOn = (work: UnitOfWork, ticketId: number, doneOn: string | null): void =>
  work.write(work.update('promisedDay').set({ doneOn }).where('ticketId', '=', ticketId))

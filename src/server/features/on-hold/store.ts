// What tickets wait for, as the database keeps it: one row for each that waits.

import type { Hold } from '#domain/on-hold/hold.ts'
import { literal } from '#server/db/pipelined-transaction.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

/** What the ticket waits for; null for nothing. */
export async function findHold(work: UnitOfWork, ticketId: number): Promise<Hold | null> {
  const row = await work
    .from('ticketHold')
    .select(['reason', 'note', 'since', 'until'])
    .where('ticketId', '=', ticketId)
    .executeTakeFirst()
  return row ?? null
}

/** What these tickets wait for, of those that do. */
export const listHolds = (work: UnitOfWork, ticketIds: readonly number[]) =>
  work
    .from('ticketHold')
    .select(['ticketId', 'reason', 'note', 'since', 'until'])
    .where('ticketId', 'in', [...ticketIds])
    .execute()

/** Saves what the ticket waits for, over what it waited for before. */
export async function saveHold(work: UnitOfWork, ticketId: number, waiting: Hold): Promise<void> {
  const { id: setBy, name: setByName } = work.by
  const row = { ...waiting, setBy, setByName }
  await work.database
    .insertInto('ticketHold')
    .values({ companyId: work.companyId, ticketId, ...row })
    .onConflict(same => same.columns(['companyId', 'ticketId']).doUpdateSet(row))
    .execute()
}

/** The ticket waits for nothing any more, once the work is done: it costs no round trip of its own. */
export const clearHoldOnCommit = (work: UnitOfWork, ticketId: number): void =>
  work.onCommitSql(
    `DELETE FROM ticket_hold WHERE company_id = ${literal(work.companyId)} AND ticket_id = ${ticketId}`,
  )

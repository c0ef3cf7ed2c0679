// Holds in the database: one row for each ticket on hold.

import type { Hold } from '#domain/on-hold/hold.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

const holdOfTicket = statement((scope, { ticketId }: { ticketId: number }) =>
  scope.from('ticketHold').select(['reason', 'note', 'since', 'until']).where('ticketId', '=', ticketId),
)

/** The ticket's hold; null without one. */
export const findHold = async (work: UnitOfWork, ticketId: number): Promise<Hold | null> =>
  (await holdOfTicket(work, { ticketId }).executeTakeFirst()) ?? null

/** The holds of these tickets. */
export const listHolds = (work: UnitOfWork, ticketIds: readonly number[]) =>
  work
    .from('ticketHold')
    .select(['ticketId', 'reason', 'note', 'since', 'until'])
    .where('ticketId', 'in', [...ticketIds])
    .execute()

/**
 * Saves the ticket's hold, replacing an earlier one. Its customer may be emailed again that nothing has changed, unless it
 * `isSame`: waits for the same, until the same day.
 */
export function saveHold(
  work: UnitOfWork,
  ticketId: number,
  hold: Hold,
  { isSame }: { readonly isSame: boolean },
): void {
  const { id: setBy, name: setByName } = work.by
  work.upsert(
    'ticketHold',
    { ticketId, ...hold, setBy, setByName, customerUpdatedAt: null },
    { key: ['ticketId'], ...(isSame && { keep: ['customerUpdatedAt'] as const }) },
  )
}

/** Ends the ticket's hold. */
export const deleteHold = (work: UnitOfWork, ticketId: number): void =>
  work.write(work.remove('ticketHold').where('ticketId', '=', ticketId))

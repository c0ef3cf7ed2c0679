// Walkarounds in the database: one row for each ticket that has one.

import type { RecordedWalkaround, Walkaround } from '#domain/walkarounds/walkaround.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

const walkaroundOfTicket = statement((scope, { ticketId }: { ticketId: number }) =>
  scope
    .from('walkaround')
    .select(['propane', 'batteryVolts', 'damage', 'recordedAt', 'recordedByName'])
    .where('ticketId', '=', ticketId),
)

/** The ticket's walkaround; null without one. */
export const findWalkaround = async (
  work: UnitOfWork,
  ticketId: number,
): Promise<(RecordedWalkaround & { readonly recordedByName: string }) | null> =>
  (await walkaroundOfTicket(work, { ticketId }).executeTakeFirst()) ?? null

/** Saves the ticket's walkaround, replacing an earlier one. */
export function saveWalkaround(
  work: UnitOfWork,
  ticketId: number,
  { propane, batteryVolts, damage }: Walkaround,
): void {
  const { id: recordedBy, name: recordedByName } = work.by
  const row = { ticketId, propane, batteryVolts, damage: [...damage], recordedAt: work.now }
  work.upsert('walkaround', { ...row, recordedBy, recordedByName }, { key: ['ticketId'] })
}

// Helpers in the database, beside what a ticket's own store saves of them.

import { removeHelper } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { listTickets, lockTickets, saveCard, saveHelpers } from '#server/features/tickets/store.ts'

/** A person helps on no ticket any more, in no state, once they are no technician. */
export async function endHelpOf(work: UnitOfWork, employeeId: string): Promise<void> {
  const rows = await work
    .from('ticketHelper')
    .select('ticketId')
    .where('employeeId', '=', employeeId)
    .orderBy('ticketId')
    .execute()
  if (rows.length === 0) return
  const ticketIds = rows.map(({ ticketId }) => ticketId)
  lockTickets(work, ticketIds)
  for (const before of await listTickets(work, ticketIds)) {
    const helper = before.helpers.find(({ id }) => id === employeeId)
    // They stopped before the ticket was locked.
    if (helper === undefined) continue
    const after = removeHelper(before, employeeId)
    saveHelpers(work, before, after)
    saveCard(work, after, 'remove-helper', { technician: helper.name })
  }
}

// A company's disputes of its own visits.

import { sql } from 'kysely'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { query } from '#server/rpc/procedures.ts'

export const getTicketDisputes = query.tickets.disputes.handler(async ({ input, context: { work } }) => {
  const { ticketId, customerRV } = await getTicket(work, input.ticketId)
  return listTicketDisputes(work, customerRV.vin, ticketId)
})

/** An RV owner's dispute as the visit's company sees it: without a name. */
type Dispute = {
  readonly words: string
  readonly writtenAt: Date
  /** By the current owner; otherwise by a former one. */
  readonly isHeld: boolean
}

/** The disputes of a ticket of the current company, newest first. */
async function listTicketDisputes(
  work: UnitOfWork,
  vin: string,
  ticketId: number,
): Promise<readonly Dispute[]> {
  const { rows } = await sql<Dispute>`
    select * from ticket_disputes(${vin}, ${ticketId})`.execute(work.database)
  return rows
}

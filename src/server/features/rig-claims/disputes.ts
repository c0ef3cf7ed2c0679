// What a company reads of the disputes of its own visit.

import { sql } from 'kysely'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { query } from '#server/rpc/procedures.ts'

export const getTicketDisputes = query.tickets.disputes.handler(async ({ input, context: { work } }) => {
  authorize(work, 'dispute.see')
  const { ticketId, customerRV } = await getTicket(work, input.ticketId)
  return listTicketDisputes(work, customerRV.vin, ticketId)
})

// What holders dispute, for the company whose visit it is. Nobody's name is in it.
type Dispute = {
  readonly words: string
  readonly writtenAt: Date
  /** By whoever holds the rig now; a former holder's otherwise. */
  readonly isHeld: boolean
}

/** What is disputed of a ticket of the company at work, newest first. */
async function listTicketDisputes(
  work: UnitOfWork,
  vin: string,
  ticketId: number,
): Promise<readonly Dispute[]> {
  const { rows } = await sql<Dispute>`
    select * from ticket_disputes(${vin}, ${ticketId})`.execute(work.database)
  return rows
}

// What holders dispute, for the company whose visit it is. Nobody's name is in it.

import { sql } from 'kysely'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

type Dispute = {
  readonly words: string
  readonly writtenAt: Date
  /** By whoever holds the rig now; a former holder's otherwise. */
  readonly isHeld: boolean
}

/** What is disputed of a ticket of the company at work, newest first. */
export async function listTicketDisputes(
  work: UnitOfWork,
  vin: string,
  ticketId: number,
): Promise<readonly Dispute[]> {
  const { rows } = await sql<Dispute>`
    select * from ticket_disputes(${vin}, ${ticketId})`.execute(work.database)
  return rows
}

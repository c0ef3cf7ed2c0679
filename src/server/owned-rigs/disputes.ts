// What holders dispute, for those who run the platform and for the company whose visit it is. Nobody's name is in it.

import { sql } from 'kysely'
import type { Work } from '#server/work.ts'

export type Dispute = {
  readonly vin: string
  readonly companyUuid: string
  /** Null where the company has left the list. */
  readonly companyName: string | null
  readonly ticketId: number
  readonly claimId: string
  readonly words: string
  readonly writtenAt: Date
  /** By whoever holds the rig now; a former holder's otherwise. */
  readonly isHeld: boolean
}

type Place = Pick<Dispute, 'vin' | 'companyUuid' | 'ticketId' | 'claimId'> & { readonly writtenAt: string }

/** At most `most` disputes of all rigs after this place, newest first. `held`: the session of the founder who asks. */
export async function listDisputes(
  work: Work,
  held: string,
  before: Place | null,
  most: number,
): Promise<readonly Dispute[]> {
  const { rows } = await sql<Dispute>`
    select * from founder_disputes(${held}, ${before?.writtenAt ?? null}, ${before?.vin ?? null},
      ${before?.companyUuid ?? null}, ${before?.ticketId ?? null}, ${before?.claimId ?? null}, ${most})`.execute(
    work.database,
  )
  return rows
}

/** What is disputed of a ticket of the company at work, newest first. */
export async function listTicketDisputes(work: Work, vin: string, ticketId: number) {
  const { rows } = await sql<Pick<Dispute, 'words' | 'writtenAt' | 'isHeld'>>`
    select * from ticket_disputes(${vin}, ${ticketId})`.execute(work.database)
  return rows
}

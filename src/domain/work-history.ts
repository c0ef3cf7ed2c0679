// What stays with the rig for as long as it lives. An entry is a snapshot taken when the ticket is
// completed; it never changes again and says nothing of the customer.

import { NO_TECHNICIAN, technicianName } from './assignment.ts'
import { printStamp } from './calendar.ts'
import { type Cents, printMoney } from './money.ts'
import { type RecordedTicket, totals } from './ticket.ts'

export type HistoryEntry = {
  readonly vin: string
  readonly ticketId: number
  readonly completedTimestamp: Date
  readonly technician: string
  readonly totalBalance: Cents
  readonly work: readonly { readonly problem: string; readonly cause: string; readonly correction: string }[]
}

/** The snapshot of a completed ticket: job lines the customer declined were not done, so they stay out. */
export const entryOf = (ticket: RecordedTicket): HistoryEntry => ({
  vin: ticket.customerRV.vin,
  ticketId: ticket.ticketId,
  completedTimestamp: ticket.completedTimestamp,
  technician: technicianName(ticket) ?? NO_TECHNICIAN,
  totalBalance: totals(ticket, ticket.laborRate).totalBalance,
  work: ticket.jobs
    .filter(job => job.answer !== 'declined')
    .map(({ problem, cause, correction }) => ({ problem, cause, correction })),
})

/** As much of an entry as anyone may see; null is what nobody wrote down. */
export type PublicEntry = {
  readonly completedTimestamp: Date | null
  /** The company's: the stamp is what its own clock showed. */
  readonly timeZone: string
  readonly technician: string
  readonly totalBalance: Cents | null
}

/** Specification 8's fallback for a timestamp or a balance. */
const NOT_KNOWN = 'N/A'

/** An entry in words, on screen, on paper and in a table: `20-11-2025 2:14 PM`, `Rosa Díaz`, `$181.25`. */
export const printEntry = ({ completedTimestamp, timeZone, technician, totalBalance }: PublicEntry) => ({
  completed: completedTimestamp === null ? NOT_KNOWN : printStamp(completedTimestamp, timeZone),
  technician: technician === '' ? NO_TECHNICIAN : technician,
  totalBalance: totalBalance === null ? NOT_KNOWN : printMoney(totalBalance),
})

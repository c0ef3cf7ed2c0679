// What stays with the rig. An entry is a snapshot taken when the ticket is completed; it never changes and says
// nothing about the customer.

import type { Cents } from '#domain/lib/money.ts'
import { NO_TECHNICIAN, namesOfClocked, technicianName } from '#domain/tickets/assignment.ts'
import type { RecordedTicket } from '#domain/tickets/ticket.ts'
import { totals } from '#domain/tickets/totals.ts'

export type HistoryEntry = {
  readonly vin: string
  readonly ticketId: number
  readonly completedTimestamp: Date
  readonly technician: string
  readonly totalBalance: Cents
  readonly work: readonly {
    readonly problem: string
    readonly cause: string
    readonly correction: string
    /** Who clocked on it; entries from before this was recorded have none. */
    readonly technicians?: readonly string[]
  }[]
}

/** The snapshot of a completed ticket: without declined job lines, which were not done. */
export const toHistoryEntry = (ticket: RecordedTicket): HistoryEntry => ({
  vin: ticket.customerRV.vin,
  ticketId: ticket.ticketId,
  completedTimestamp: ticket.completedTimestamp,
  technician: technicianName(ticket) ?? NO_TECHNICIAN,
  totalBalance: totals(ticket, ticket.laborRate).totalBalance,
  work: ticket.jobs
    .filter(job => job.answer !== 'declined')
    .map(({ problem, cause, correction, sessions }) => {
      const technicians = namesOfClocked(sessions)
      return { problem, cause, correction, ...(technicians.length > 0 && { technicians }) }
    }),
})

// Lists of tickets by state, and their search.

import { sql } from 'kysely'
import { customerSearchText } from '#domain/tickets/customer-search-terms.ts'
import type { State, Ticket, TicketSummary } from '#domain/tickets/ticket.ts'
import { matchesOf, searchTextOf, type TicketMatch } from '#domain/tickets/ticket-search-terms.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { isWorkedOnBy } from './store.ts'

export const searchColumnsOf = (ticket: Ticket) => ({
  text: searchTextOf(ticket),
  customer: customerSearchText(ticket.customerDetails),
})

/** Saves the search text; for every command that changes it. */
export function updateSearchIndex(work: UnitOfWork, ticket: Ticket): void {
  const { ticketId } = ticket
  const row = { ticketId, createdAt: work.now, ...searchColumnsOf(ticket) }
  work.upsert('ticketSearch', row, { key: ['ticketId'], keep: ['createdAt'] })
}

/** More would take longer to find than anyone reads. */
const MAX_FOUND = 1000

export type CardFilter = {
  readonly state: State
  readonly sort: 'newest' | 'oldest' | 'day'
  /** Only tickets assigned to them, or to nobody; undefined for all. */
  readonly technician: string | 'none' | undefined
  /** Only tickets that they work on; undefined for all. */
  readonly worker: string | undefined
  /** Only tickets with all of these terms; undefined for all. */
  readonly terms: readonly string[] | undefined
}

/** The company's tickets of one state, in their order. Every order has its index. */
export async function selectCards(work: UnitOfWork, { state, sort, technician, worker, terms }: CardFilter) {
  let tickets = work.from('ticket').where('ticket.state', '=', state)
  if (technician === 'none') tickets = tickets.where('ticket.assignedTechnician', 'is', null)
  else if (technician !== undefined) tickets = tickets.where('ticket.assignedTechnician', '=', technician)
  if (worker !== undefined) tickets = tickets.where(isWorkedOnBy(work, worker))
  if (terms !== undefined) {
    const assigned = technician === 'none' ? undefined : technician
    const found = await findTickets(work, { terms, state, worker: worker ?? assigned ?? null }, MAX_FOUND)
    tickets = tickets.where(sql<boolean>`ticket.ticket_id = any(${found}::integer[])`)
  }
  const byDay = sort === 'day' ? tickets.orderBy('bookedDay', day => day.asc().nullsLast()) : tickets
  const direction = sort === 'oldest' ? 'asc' : 'desc'
  const sorted = byDay.orderBy('transitionedAt', direction).orderBy('ticket.ticketId', direction)
  return {
    cards: sorted.select(['ticket.ticketId', 'card', 'transitionedAt']),
    count: tickets.select(({ fn }) => fn.countAll<number>().as('total')),
  }
}

type TicketSearch = {
  readonly terms: readonly string[]
  readonly state: State | undefined
  /** Only tickets that they work on; null for all. */
  readonly worker: string | null
}

/** The newest tickets that match all terms: ids first, as on a cluster a company's machine asks no other one. */
async function findTickets(
  work: UnitOfWork,
  { terms, state, worker }: TicketSearch,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ ticketId: number }>`
    select ticket_id from find_tickets(${[...terms]}::text[], ${state ?? null}, ${worker}, ${limit})
  `.execute(work.database)
  return rows.map(({ ticketId }) => ticketId)
}

/** A card, with the customer's phone number, the VIN and where the ticket has the terms. */
type FoundCard = TicketSummary & { readonly found: { phone: string; vin: string; matches: TicketMatch[] } }

/** The cards of at most `limit` tickets that match all terms, newest first. */
export async function searchTickets(
  work: UnitOfWork,
  search: TicketSearch,
  limit: number,
): Promise<FoundCard[]> {
  const found = await findTickets(work, search, limit)
  if (found.length === 0) return []
  const isFound = sql<boolean>`ticket_id = any(${found}::integer[])`
  const [rows, jobs] = await Promise.all([
    work
      .from('ticket')
      .where(isFound)
      .select(['ticketId', 'card', 'firstName', 'lastName', 'phone', 'vin', 'make', 'model', 'year'])
      .execute(),
    work.from('job').where(isFound).select(['ticketId', 'problem']).orderBy('jobNumber').execute(),
  ])
  const tickets = new Map(rows.map(row => [row.ticketId, row]))
  return found.flatMap(ticketId => {
    const ticket = tickets.get(ticketId)
    if (ticket === undefined) return []
    const { card, ...searched } = ticket
    const matches = matchesOf(
      { ...searched, jobs: jobs.filter(job => job.ticketId === ticketId) },
      search.terms,
    )
    return [{ ...(card as TicketSummary), found: { phone: ticket.phone, vin: ticket.vin, matches } }]
  })
}

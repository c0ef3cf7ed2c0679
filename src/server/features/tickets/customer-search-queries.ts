// Finds the company's customers by words: of their record, and of their tickets.

import { MAX_SUGGESTIONS } from '#domain/rigs/rig.ts'
import { type SearchedField, searchTermsOf } from '#domain/tickets/ticket-search-terms.ts'
import {
  findCustomerIds,
  listCustomersOf,
  listRecords,
} from '#server/features/customers/company-customer-store.ts'
import { searchQuery } from '#server/rpc/procedures.ts'
import { searchTickets } from './search-store.ts'

/** Words of these also say whose a ticket is; a problem's do not. */
const NAMING_FIELDS: readonly SearchedField[] = ['name', 'phone', 'vin', 'rig']

/** Tickets among which customers are found by their rig. */
const MAX_SEARCHED = 20

export const findCustomers = searchQuery.customers.find.handler(
  async ({ input: { q }, context: { work } }) => {
    const terms = searchTermsOf(q)
    if (terms.length === 0) return []
    const [ids, tickets] = await Promise.all([
      findCustomerIds(work, terms, MAX_SUGGESTIONS),
      searchTickets(work, { terms, state: undefined, worker: null }, MAX_SEARCHED),
    ])
    const named = tickets.filter(({ found }) =>
      found.matches.every(({ field }) => NAMING_FIELDS.includes(field)),
    )
    const ofTickets = await listCustomersOf(
      work,
      named.map(({ ticketId }) => ticketId),
    )
    const records = await listRecords(work, [...ids, ...ofTickets])
    return [...new Set([...ids, ...ofTickets].flatMap(id => records.get(id) ?? []))].slice(0, MAX_SUGGESTIONS)
  },
)

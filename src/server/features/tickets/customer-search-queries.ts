// Finds the company's customers by words: of their record, and of their tickets.

import { MAX_SUGGESTIONS } from '#domain/rigs/rig.ts'
import { type SearchedField, searchTermsOf } from '#domain/tickets/ticket-search-terms.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import {
  type CustomerRecord,
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

/** The records of these customers, in this order, each once. */
async function listDistinct(work: UnitOfWork, ids: readonly string[]): Promise<CustomerRecord[]> {
  const records = await listRecords(work, ids)
  return [...new Set(ids.flatMap(id => records.get(id) ?? []))]
}

export const findCustomers = searchQuery.customers.find.handler(
  async ({ input: { q }, context: { work } }) => {
    const terms = searchTermsOf(q)
    if (terms.length === 0) return []
    const ids = await findCustomerIds(work, terms, MAX_SUGGESTIONS)
    const byRecord = await listDistinct(work, ids)
    // A search of tickets would add no one.
    if (byRecord.length === MAX_SUGGESTIONS) return byRecord
    const tickets = await searchTickets(work, { terms, state: undefined, worker: null }, MAX_SEARCHED)
    const named = tickets.filter(({ found }) =>
      found.matches.every(({ field }) => NAMING_FIELDS.includes(field)),
    )
    const ofTickets = await listCustomersOf(
      work,
      named.map(({ ticketId }) => ticketId),
    )
    return (await listDistinct(work, [...ids, ...ofTickets])).slice(0, MAX_SUGGESTIONS)
  },
)

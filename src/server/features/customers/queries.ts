// Suggests the company's own customers while a new ticket is typed.

import { sql } from 'kysely'
import { type CustomerDetails, isFormerCustomer } from '#domain/customers/customer.ts'
import { MAX_SUGGESTIONS } from '#domain/rigs/rig.ts'
import { RIG_FIELDS, type RigField } from '#domain/rigs/rig-fields.ts'
import { isSameCustomer } from '#domain/rigs/same-customer.ts'
import { customerSearchTerms } from '#domain/tickets/customer-search-terms.ts'
import { CUSTOMER_COLUMNS, fromCustomerColumns } from '#server/db/customer-columns.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { listImportedCustomers } from '#server/features/imported-customers/store.ts'
import { query } from '#server/rpc/procedures.ts'

/** Tickets and imported rows of one search: several may be of one person. */
const MAX_FOUND = 40

type FoundRig = Record<RigField, string> & { readonly ticketId: number | null }
type Contact = Omit<CustomerDetails, 'profileImageUrl'>
type FoundCustomer = Contact & { readonly isImported: boolean; readonly rigs: FoundRig[] }
type FoundVisit = { readonly contact: Contact; readonly rig: FoundRig }

async function listVisits(work: UnitOfWork, ids: readonly number[]): Promise<FoundVisit[]> {
  const rows = await work
    .from('ticket')
    .select(['ticketId', ...RIG_FIELDS, ...CUSTOMER_COLUMNS])
    .where(sql<boolean>`ticket_id = any(${[...ids]}::integer[])`)
    .execute()
  const byId = new Map(rows.map(row => [row.ticketId, row]))
  return ids
    .flatMap(id => byId.get(id) ?? [])
    .filter(row => !isFormerCustomer(row))
    .map(({ ticketId, vin, make, model, year, axleAmount, ...contact }) => ({
      contact: fromCustomerColumns(contact),
      rig: { vin, make, model, year, axleAmount: axleAmount ?? '', ticketId },
    }))
}

async function listImported(
  work: UnitOfWork,
  by: Parameters<typeof listImportedCustomers>[1],
): Promise<FoundVisit[]> {
  return (await listImportedCustomers(work, by)).map(
    ({ vin, make, model, year, axleAmount, ...contact }) => ({
      contact: { ...contact, coordinates: null },
      rig: { vin: vin ?? '', make, model, year, axleAmount, ticketId: null },
    }),
  )
}

/** People by name and contact, in the order of their first visit here, with each of their rigs once. */
function groupByPerson(visits: readonly FoundVisit[]): FoundCustomer[] {
  const people: FoundCustomer[] = []
  for (const { contact, rig } of visits) {
    let person = people.find(known => isSameCustomer(known, contact))
    if (person === undefined) {
      person = { ...contact, isImported: rig.ticketId === null, rigs: [] }
      people.push(person)
    }
    const isRig = rig.vin + rig.year + rig.make + rig.model !== ''
    const isKnown = person.rigs.some(known =>
      rig.vin === '' ? known.make === rig.make && known.model === rig.model : known.vin === rig.vin,
    )
    if (isRig && !isKnown) person.rigs.push(rig)
  }
  return people
}

async function listByTerms(work: UnitOfWork, terms: readonly string[]): Promise<FoundVisit[]> {
  const { rows } = await sql<{ ticketIds: number[]; importedIds: string[] }>`
    select ticket_ids, imported_ids from find_customers(${[...terms]}::text[], ${MAX_FOUND})
  `.execute(work.database)
  const [found] = rows
  if (found === undefined) return []
  const [visits, imported] = await Promise.all([
    found.ticketIds.length === 0 ? [] : listVisits(work, found.ticketIds),
    found.importedIds.length === 0 ? [] : listImported(work, { ids: found.importedIds }),
  ])
  return [...visits, ...imported]
}

export const suggestCustomers = query.customers.suggest.handler(async ({ input, context: { work } }) => {
  const { vin, ...typed } = input
  const isTyped = Object.values(typed).some(text => text.trim() !== '')
  const terms = customerSearchTerms(typed)
  const visits =
    terms.length > 0
      ? await listByTerms(work, terms)
      : isTyped || vin === ''
        ? []
        : await listImported(work, { vin })
  return groupByPerson(visits).slice(0, MAX_SUGGESTIONS)
})

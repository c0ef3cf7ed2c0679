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
import { findCustomerIds, listNewestTickets } from './company-customer-store.ts'

/** Tickets and imported rows of one search: several may be of one person. */
const MAX_FOUND = 40

type FoundRig = Record<RigField, string> & { readonly ticketId: number | null }
type Contact = Omit<CustomerDetails, 'profileImageUrl'>
type FoundCustomer = Contact & {
  readonly customerId: string | null
  readonly isImported: boolean
  readonly rigs: FoundRig[]
}
type FoundVisit = { readonly customerId: string | null; readonly contact: Contact; readonly rig: FoundRig }

/** These tickets in this order, each with its customer as the company's record has them. */
async function listVisits(work: UnitOfWork, ids: readonly number[]): Promise<FoundVisit[]> {
  const rows = await work
    .from('ticket')
    .select(['ticketId', 'companyCustomerId', ...RIG_FIELDS, ...CUSTOMER_COLUMNS])
    .where(sql<boolean>`ticket_id = any(${[...ids]}::integer[])`)
    .execute()
  const byId = new Map(rows.map(row => [row.ticketId, row]))
  const customerIds = [...new Set(rows.flatMap(({ companyCustomerId }) => companyCustomerId ?? []))]
  const records = await work
    .from('companyCustomer')
    .select(['customerId', ...CUSTOMER_COLUMNS])
    .where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`)
    .execute()
  const contacts = new Map(
    records.map(({ customerId, ...columns }) => [customerId, fromCustomerColumns(columns)]),
  )
  return ids
    .flatMap(id => byId.get(id) ?? [])
    .filter(row => !isFormerCustomer(row))
    .map(({ ticketId, companyCustomerId: id, vin, make, model, year, axleAmount, ...columns }) => ({
      customerId: id,
      contact: (id === null ? undefined : contacts.get(id)) ?? fromCustomerColumns(columns),
      rig: { vin, make, model, year, axleAmount: axleAmount ?? '', ticketId },
    }))
}

async function listImported(
  work: UnitOfWork,
  by: Parameters<typeof listImportedCustomers>[1],
): Promise<FoundVisit[]> {
  return (await listImportedCustomers(work, by)).map(
    ({ vin, make, model, year, axleAmount, ...contact }) => ({
      customerId: null,
      contact: { ...contact, coordinates: null },
      rig: { vin: vin ?? '', make, model, year, axleAmount, ticketId: null },
    }),
  )
}

/** The company's customers, and others by name and contact, in the order of their visits, with each of their rigs once. */
function groupByPerson(visits: readonly FoundVisit[]): FoundCustomer[] {
  const people: FoundCustomer[] = []
  for (const { customerId, contact, rig } of visits) {
    let person = people.find(known =>
      customerId !== null && known.customerId !== null
        ? known.customerId === customerId
        : isSameCustomer(known, contact),
    )
    if (person === undefined) {
      person = { customerId, ...contact, isImported: rig.ticketId === null, rigs: [] }
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
  const [{ rows }, ofRecords] = await Promise.all([
    sql<{ ticketIds: number[]; importedIds: string[] }>`
      select ticket_ids, imported_ids from find_customers(${[...terms]}::text[], ${MAX_FOUND})
    `.execute(work.database),
    findCustomerIds(work, terms, MAX_FOUND),
  ])
  const [found] = rows
  if (found === undefined) return []
  const ticketIds = [...new Set([...found.ticketIds, ...(await listNewestTickets(work, ofRecords))])]
  const [visits, imported] = await Promise.all([
    ticketIds.length === 0 ? [] : listVisits(work, ticketIds),
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

// The company's customers. Each ticket belongs to one, and keeps its own copy of their details.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type CustomerDetails, isFormerCustomer } from '#domain/customers/customer.ts'
import { CUSTOMER_FIELDS } from '#domain/customers/customer-fields.ts'
import { pickFields } from '#domain/lib/pick-fields.ts'
import { toCustomerColumns } from '#server/db/customer-columns.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { invalid } from '#server/lib/api-errors.ts'

type Contact = Pick<CustomerDetails, 'firstName' | 'lastName' | 'email' | 'phone'>

/** As the column `contact_key` has it. */
const contactKey = ({ firstName, lastName, email, phone }: Contact): string =>
  `${firstName} ${lastName} / ${email} / ${phone}`.toLowerCase()

type NewVisit = { readonly ticketId: number; readonly customerDetails: CustomerDetails }

/** The customers with exactly the name, email and phone of one of these, the first of each. */
async function listByContact(work: UnitOfWork, keys: readonly string[]) {
  const rows = await work
    .from('companyCustomer')
    .select(['customerId', 'firstName', 'lastName', 'email', 'phone'])
    .where(sql<boolean>`contact_key = any(array(select lower(key) from unnest(${[...keys]}::text[]) as key))`)
    .orderBy('createdAt', 'desc')
    .orderBy('customerId', 'desc')
    .execute()
  return new Map(rows.map(({ customerId, ...contact }) => [contactKey(contact), customerId]))
}

const addCustomers = (work: UnitOfWork, customers: ReadonlyMap<string, CustomerDetails>): void =>
  work.insert(
    'companyCustomer',
    ...[...customers].map(([customerId, { profileImageUrl: _, ...details }]) => ({
      customerId,
      ...toCustomerColumns(details),
      note: '',
      preferredContact: null,
      createdAt: work.now,
    })),
  )

/**
 * The customer of each new ticket, by its id: one with exactly the same name, email and phone, else a new one. A ticket
 * whose customer was forgotten has none.
 */
export async function customersOf(
  work: UnitOfWork,
  visits: readonly NewVisit[],
): Promise<ReadonlyMap<number, string>> {
  const known = visits.filter(({ customerDetails }) => !isFormerCustomer(customerDetails))
  const keys = known
    .filter(({ customerDetails: { email, phone } }) => email + phone !== '')
    .map(({ customerDetails }) => contactKey(customerDetails))
  const byContact = keys.length === 0 ? new Map<string, string>() : await listByContact(work, keys)
  const added = new Map<string, CustomerDetails>()
  const customers = known.map(({ ticketId, customerDetails }): [number, string] => {
    const key = contactKey(customerDetails)
    const found = byContact.get(key)
    if (found !== undefined) return [ticketId, found]
    const customerId = randomUUID()
    added.set(customerId, customerDetails)
    // A name alone tells nothing.
    if (customerDetails.email + customerDetails.phone !== '') byContact.set(key, customerId)
    return [ticketId, customerId]
  })
  if (added.size > 0) addCustomers(work, added)
  return new Map(customers)
}

/** Takes the picked customer for a new ticket, with what was typed of their contact since. INVALID if they are gone. */
export async function pickCustomer(
  work: UnitOfWork,
  customerId: string,
  { email, phone, address, coordinates }: Omit<CustomerDetails, 'profileImageUrl'>,
): Promise<string> {
  const { numUpdatedRows } = await work
    .update('companyCustomer')
    .set({
      customerId,
      ...(email !== '' && { email }),
      ...(phone !== '' && { phone }),
      ...(address !== null && toCustomerColumns({ address, coordinates })),
    })
    .where('customerId', '=', customerId)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw invalid({ customerId: 'This customer was removed. Choose another one.' })
  return customerId
}

/** The customer's record of a ticket that is to be corrected, and whether other tickets are theirs; null without one. */
export async function findCustomerOf(work: UnitOfWork, ticketId: number) {
  const isOfTicket = sql<boolean>`company_customer.customer_id = (
    select company_customer_id from ticket where company_id = ${work.companyId} and ticket_id = ${ticketId})`
  const hasOthers = sql<boolean>`exists (
    select from ticket t where t.company_id = ${work.companyId} and t.ticket_id <> ${ticketId}
      and t.company_customer_id = company_customer.customer_id)`
  const record = await work
    .from('companyCustomer')
    .select(['customerId', ...CUSTOMER_FIELDS])
    .select(hasOthers.as('hasOthers'))
    .where(isOfTicket)
    .executeTakeFirst()
  return record ?? null
}

/**
 * The ticket's customer after its details were corrected. Their record gets what it had as the ticket had it. With
 * another name the ticket is of another customer, unless it is the only one of theirs: then the name was misspelled.
 */
export async function followCorrection(
  work: UnitOfWork,
  ticketId: number,
  record: Awaited<ReturnType<typeof findCustomerOf>>,
  { before, after }: Readonly<Record<'before' | 'after', CustomerDetails>>,
): Promise<void> {
  const isRenamed = before.firstName !== after.firstName || before.lastName !== after.lastName
  if (record === null || (isRenamed && record.hasOthers)) {
    const customers = await customersOf(work, [{ ticketId, customerDetails: after }])
    work.save('ticket', { ticketId }, { companyCustomerId: customers.get(ticketId) ?? null })
    return
  }
  const changed = CUSTOMER_FIELDS.filter(
    field => before[field] !== after[field] && record[field] === before[field],
  )
  if (changed.length === 0) return
  const { address, coordinates } = after
  work.save(
    'companyCustomer',
    { customerId: record.customerId },
    {
      ...pickFields(after, changed),
      ...(changed.includes('address') && toCustomerColumns({ address, coordinates })),
    },
  )
}

/** The customers of these tickets. */
export async function listCustomersOf(work: UnitOfWork, ticketIds: readonly number[]): Promise<string[]> {
  const rows = await work
    .from('ticket')
    .select('companyCustomerId')
    .distinct()
    .where(sql<boolean>`ticket_id = any(${[...ticketIds]}::int[])`)
    .where('companyCustomerId', 'is not', null)
    .execute()
  return rows.flatMap(({ companyCustomerId }) => companyCustomerId ?? [])
}

/** Deletes those of these customers that no ticket belongs to and about whom the desk wrote no note. */
export const removeUnusedCustomers = (work: UnitOfWork, customerIds: readonly string[]) =>
  work
    .remove('companyCustomer')
    .where(
      sql<boolean>`customer_id = any(${[...customerIds]}::uuid[]) and note = ''
        and not exists (select from ticket t where t.company_id = company_customer.company_id
                        and t.company_customer_id = company_customer.customer_id)`,
    )
    .execute()

/** Of tickets that name a customer whom the company does not have. */
export const forgetMissingCustomers = (work: UnitOfWork) =>
  work
    .update('ticket')
    .set({ companyCustomerId: null })
    .where(
      sql<boolean>`company_customer_id is not null
        and not exists (select from company_customer c where c.company_id = ticket.company_id
                        and c.customer_id = ticket.company_customer_id)`,
    )
    .execute()

/** At most `limit` of the company's customers whose search text contains all terms, by name. */
export async function findCustomerIds(
  work: UnitOfWork,
  terms: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from find_company_customers(${[...terms]}::text[], ${limit}) as id`.execute(work.database)
  return rows.map(({ id }) => id)
}

/** Of a customer who comes often. */
const MAX_NEWEST = 200

/** The newest tickets of these customers. */
export async function listNewestTickets(work: UnitOfWork, customerIds: readonly string[]): Promise<number[]> {
  if (customerIds.length === 0) return []
  const rows = await work
    .from('ticket')
    .select('ticketId')
    .where(sql<boolean>`company_customer_id = any(${[...customerIds]}::uuid[])`)
    .orderBy('transitionedAt', 'desc')
    .orderBy('ticketId', 'desc')
    .limit(MAX_NEWEST)
    .execute()
  return rows.map(({ ticketId }) => ticketId)
}

// The company's customers. Each ticket belongs to one, and keeps its own copy of their details.

import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql, type UpdateObject } from 'kysely'
import { type CustomerDetails, isFormerCustomer } from '#domain/customers/customer.ts'
import { CUSTOMER_FIELDS } from '#domain/customers/customer-fields.ts'
import { pickFields } from '#domain/lib/pick-fields.ts'
import { RIG_FIELDS } from '#domain/rigs/rig-fields.ts'
import { METERS } from '#domain/tickets/rig-visit.ts'
import { CUSTOMER_COLUMNS, toCustomerColumns } from '#server/db/customer-columns.ts'
import type { Tables } from '#server/db/schema.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { invalid } from '#server/lib/api-errors.ts'

type Contact = Pick<CustomerDetails, 'firstName' | 'lastName' | 'email' | 'phone'>

/** As the column `contact_key` has it. */
export const contactKey = ({ firstName, lastName, email, phone }: Contact): string =>
  `${firstName} ${lastName} / ${email} / ${phone}`.toLowerCase()

export const NOT_MERGED = { mergedInto: null, mergedWith: null, mergedAt: null } as const

/** Whether they agreed to updates, and who noted it when. */
export const CONSENT_COLUMNS = ['agreesToEmail', 'agreesToText', 'consentAt', 'consentByName'] as const

export const CUSTOMER_REMOVED = 'This customer was removed.'

export const CHOSEN_REMOVED = `${CUSTOMER_REMOVED} Choose another one.`

type NewVisit = {
  readonly ticketId: number
  readonly customerDetails: CustomerDetails
  readonly lastTransition: { readonly at: Date }
}

const isAnyOf = (ids: readonly string[]) => sql<boolean>`customer_id = any(${[...ids]}::uuid[])`

const listRows = (work: UnitOfWork, ids: readonly string[]) =>
  work
    .from('companyCustomer')
    .select(['customerId', 'mergedInto', 'companyName', 'otherPhones', 'otherEmails'])
    .select(['note', 'preferredContact', ...CONSENT_COLUMNS, ...CUSTOMER_COLUMNS])
    .where(isAnyOf(ids))
    .execute()

export type CustomerRecord = Awaited<ReturnType<typeof listRows>>[number]

/** The records of these customers by their ids: of one who was merged into another one, that one's. */
export async function listRecords(
  work: UnitOfWork,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CustomerRecord>> {
  if (ids.length === 0) return new Map()
  const rows = await listRows(work, ids)
  const into = rows.flatMap(({ mergedInto }) => mergedInto ?? [])
  const others = into.length === 0 ? [] : await listRows(work, into)
  const byId = new Map([...others, ...rows].map(row => [row.customerId, row]))
  return new Map(rows.map(row => [row.customerId, byId.get(row.mergedInto ?? '') ?? row]))
}

/** The customers with exactly the name, email and phone of one of these, the first of each. */
async function listByContact(work: UnitOfWork, keys: readonly string[]) {
  const rows = await work
    .from('companyCustomer')
    .select(['customerId', 'mergedInto', 'firstName', 'lastName', 'email', 'phone'])
    .where(sql<boolean>`contact_key = any(array(select lower(key) from unnest(${[...keys]}::text[]) as key))`)
    .orderBy('createdAt', 'desc')
    .orderBy('customerId', 'desc')
    .execute()
  return new Map(
    rows.map(({ customerId, mergedInto, ...contact }) => [contactKey(contact), mergedInto ?? customerId]),
  )
}

const addCustomers = (work: UnitOfWork, visits: ReadonlyMap<string, NewVisit>): void =>
  work.insert(
    'companyCustomer',
    ...[...visits].map(
      ([
        customerId,
        {
          customerDetails: { profileImageUrl: _, ...details },
          lastTransition,
        },
      ]) => ({
        customerId,
        ...toCustomerColumns(details),
        note: '',
        preferredContact: null,
        createdAt: lastTransition.at,
        ...NOT_MERGED,
      }),
    ),
  )

/**
 * The customer of each new ticket, by its id: one with exactly the same name, email and phone, else a new one. A ticket
 * whose customer was forgotten has none. `idOf` makes the id of a new customer from that of their first ticket.
 */
export async function customersOf(
  work: UnitOfWork,
  visits: readonly NewVisit[],
  idOf: (ticketId: number) => string = () => randomUUID(),
): Promise<ReadonlyMap<number, string>> {
  const known = visits.filter(({ customerDetails }) => !isFormerCustomer(customerDetails))
  const keys = known
    .filter(({ customerDetails: { email, phone } }) => email + phone !== '')
    .map(({ customerDetails }) => contactKey(customerDetails))
  const byContact = keys.length === 0 ? new Map<string, string>() : await listByContact(work, keys)
  const added = new Map<string, NewVisit>()
  const customers = known.map((visit): [number, string] => {
    const { ticketId, customerDetails } = visit
    const key = contactKey(customerDetails)
    const found = byContact.get(key)
    if (found !== undefined) return [ticketId, found]
    const customerId = idOf(ticketId)
    added.set(customerId, visit)
    // A name alone tells nothing.
    if (customerDetails.email + customerDetails.phone !== '') byContact.set(key, customerId)
    return [ticketId, customerId]
  })
  if (added.size > 0) addCustomers(work, added)
  return new Map(customers)
}

/**
 * Changes a customer's record: of one who was merged into another one, that one's. Returns whose it was; null if it was
 * removed.
 */
export async function updateRecord(
  work: UnitOfWork,
  customerId: string,
  columns: UpdateObject<Tables, 'companyCustomer'>,
): Promise<string | null> {
  const { numUpdatedRows } = await work
    .update('companyCustomer')
    // Locked even without a change.
    .set({ customerId, ...columns })
    .where('customerId', '=', customerId)
    .where('mergedInto', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return customerId
  const record = (await listRecords(work, [customerId])).get(customerId)
  return record === undefined ? null : updateRecord(work, record.customerId, columns)
}

/** Takes the picked customer for a new ticket, with what was typed of their contact since. INVALID if they are gone. */
export async function pickCustomer(
  work: UnitOfWork,
  customerId: string,
  contact: Omit<CustomerDetails, 'profileImageUrl'>,
): Promise<string> {
  const { email, phone, address, coordinates } = contact
  // One of their others stays that.
  const unlessOther = (column: 'email' | 'phone', typed: string) =>
    sql<string>`case when ${typed} = any(${sql.ref(`other_${column}s`)}) then ${sql.ref(column)} else ${typed} end`
  const picked = await updateRecord(work, customerId, {
    ...(email !== '' && { email: unlessOther('email', email) }),
    ...(phone !== '' && { phone: unlessOther('phone', phone) }),
    ...(address !== null && toCustomerColumns({ address, coordinates })),
  })
  if (picked === null) throw invalid({ customerId: CHOSEN_REMOVED })
  return picked
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
    const customers = await customersOf(work, [
      { ticketId, customerDetails: after, lastTransition: { at: work.now } },
    ])
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

/** The customers of these tickets, of the newest of them first. */
export async function listCustomersOf(work: UnitOfWork, ticketIds: readonly number[]): Promise<string[]> {
  const rows = await work
    .from('ticket')
    .select('companyCustomerId')
    .groupBy('companyCustomerId')
    .where(sql<boolean>`ticket_id = any(${[...ticketIds]}::int[])`)
    .where('companyCustomerId', 'is not', null)
    .orderBy(({ fn }) => fn.max('transitionedAt'), 'desc')
    .orderBy('companyCustomerId')
    .execute()
  return rows.flatMap(({ companyCustomerId }) => companyCustomerId ?? [])
}

/** Deletes those of these customers that no ticket belongs to, about whom the desk noted nothing, and who were not merged. */
export const removeUnusedCustomers = (work: UnitOfWork, customerIds: readonly string[]) =>
  work
    .remove('companyCustomer')
    .where(
      sql<boolean>`${isAnyOf(customerIds)} and note = '' and company_name = ''
        and cardinality(other_phones || other_emails) = 0 and consent_at is null and merged_into is null
        and not exists (select from company_customer m where m.company_id = company_customer.company_id
                        and m.merged_into = company_customer.customer_id)
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

const isOfCustomers = (customerIds: readonly string[]) =>
  sql<boolean>`company_customer_id = any(${[...customerIds]}::uuid[])`

/** The newest tickets of these customers. */
export async function listNewestTickets(work: UnitOfWork, customerIds: readonly string[]) {
  if (customerIds.length === 0) return []
  return await work
    .from('ticket')
    .select(['ticketId', 'card', ...RIG_FIELDS])
    .where(isOfCustomers(customerIds))
    .orderBy('transitionedAt', 'desc')
    .orderBy('ticketId', 'desc')
    .limit(MAX_NEWEST)
    .execute()
}

/** All tickets of these customers. */
export async function listTicketIdsOf(work: UnitOfWork, customerIds: readonly string[]): Promise<number[]> {
  const rows = await work.from('ticket').select('ticketId').where(isOfCustomers(customerIds)).execute()
  return rows.map(({ ticketId }) => ticketId)
}

const isOfRig = (vin: string) => sql<boolean>`vin = ${vin}`

/** The newest tickets of a rig. */
export const listTicketsOfRig = (work: UnitOfWork, vin: string) =>
  work
    .from('ticket')
    .select([
      ...(['ticketId', 'card', 'companyCustomerId', 'activeTimestamp', 'arrivedOn', ...METERS] as const),
      ...RIG_FIELDS,
    ])
    .where(isOfRig(vin))
    .orderBy('transitionedAt', 'desc')
    .orderBy('ticketId', 'desc')
    .limit(MAX_NEWEST)
    .execute()

async function countWhere(work: UnitOfWork, isCounted: RawBuilder<boolean>): Promise<number> {
  const { count } = await work
    .from('ticket')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isCounted)
    .executeTakeFirstOrThrow()
  return count
}

export const countTickets = (work: UnitOfWork, customerIds: readonly string[]) =>
  countWhere(work, isOfCustomers(customerIds))

export const countTicketsOfRig = (work: UnitOfWork, vin: string) => countWhere(work, isOfRig(vin))

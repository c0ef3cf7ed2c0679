// The company's own customers: suggested while a new ticket is typed, found by words, and one with their tickets.

import { sql } from 'kysely'
import { type CustomerDetails, isFormerCustomer } from '#domain/customers/customer.ts'
import { canSeparate } from '#domain/customers/merge.ts'
import { dialedDigits } from '#domain/lib/phone.ts'
import { pickFields } from '#domain/lib/pick-fields.ts'
import { MAX_SUGGESTIONS } from '#domain/rigs/rig.ts'
import { RIG_FIELDS, type RigField } from '#domain/rigs/rig-fields.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { customerSearchTerms } from '#domain/tickets/customer-search-terms.ts'
import { meterReadings } from '#domain/tickets/rig-visit.ts'
import type { TicketSummary } from '#domain/tickets/ticket.ts'
import { searchTermsOf } from '#domain/tickets/ticket-search-terms.ts'
import { CUSTOMER_COLUMNS, fromCustomerColumns } from '#server/db/customer-columns.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { listImportedCustomers } from '#server/features/imported-customers/store.ts'
import { query } from '#server/rpc/procedures.ts'
import {
  type CONSENT_COLUMNS,
  type CustomerRecord,
  countTickets,
  countTicketsOfRig,
  findCustomerIds,
  listNewestTickets,
  listRecords,
  listTicketsOfRig,
} from './company-customer-store.ts'
import { getGroup } from './merge-store.ts'

/** Tickets and imported rows of one search: several may be of one person. */
const MAX_FOUND = 40

type FoundRig = Record<RigField, string> & { readonly ticketId: number | null }
type Contact = Omit<CustomerDetails, 'profileImageUrl'>
type FoundCustomer = Contact & {
  readonly customerId: string | null
  readonly companyName: string
  readonly otherEmails: readonly string[]
  readonly otherPhones: readonly string[]
  readonly isImported: boolean
  readonly rigs: FoundRig[]
}
type OfRecord = Pick<FoundCustomer, 'customerId' | 'companyName' | 'otherEmails' | 'otherPhones'>
type FoundVisit = OfRecord & {
  readonly contact: Contact
  /** As the ticket has it, which their record may no longer. */
  readonly ticketContact?: Pick<Contact, 'email' | 'phone'>
  readonly rig: FoundRig
}

type ConsentColumns = Pick<CustomerRecord, (typeof CONSENT_COLUMNS)[number]>

const consentOf = ({ agreesToEmail, agreesToText, consentAt, consentByName }: ConsentColumns) =>
  consentAt === null || (agreesToEmail ?? agreesToText) === null
    ? null
    : { agreesToEmail, agreesToText, notedAt: consentAt, notedBy: consentByName ?? '' }

const NO_RECORD: OfRecord = { customerId: null, companyName: '', otherEmails: [], otherPhones: [] }

const ofRecord = (record: CustomerRecord): OfRecord =>
  pickFields(record, ['customerId', 'companyName', 'otherEmails', 'otherPhones'])

const contactOf = (record: CustomerRecord): Contact =>
  fromCustomerColumns(pickFields(record, CUSTOMER_COLUMNS))

/** These tickets in this order, each with its customer as the company's record has them. */
async function listVisits(work: UnitOfWork, ids: readonly number[]): Promise<FoundVisit[]> {
  const rows = await work
    .from('ticket')
    .select(['ticketId', 'companyCustomerId', ...RIG_FIELDS, ...CUSTOMER_COLUMNS])
    .where(sql<boolean>`ticket_id = any(${[...ids]}::integer[])`)
    .execute()
  const byId = new Map(rows.map(row => [row.ticketId, row]))
  const records = await listRecords(work, [
    ...new Set(rows.flatMap(({ companyCustomerId }) => companyCustomerId ?? [])),
  ])
  return ids
    .flatMap(id => byId.get(id) ?? [])
    .filter(row => !isFormerCustomer(row))
    .map(({ ticketId, companyCustomerId, vin, make, model, year, axleAmount, ...columns }) => {
      const record = records.get(companyCustomerId ?? '')
      return {
        ...(record === undefined ? NO_RECORD : ofRecord(record)),
        contact: record === undefined ? fromCustomerColumns(columns) : contactOf(record),
        ticketContact: pickFields(columns, ['email', 'phone']),
        rig: { vin, make, model, year, axleAmount: axleAmount ?? '', ticketId },
      }
    })
}

async function listImported(
  work: UnitOfWork,
  by: Parameters<typeof listImportedCustomers>[1],
): Promise<FoundVisit[]> {
  return (await listImportedCustomers(work, by)).map(
    ({ vin, make, model, year, axleAmount, ...contact }) => ({
      ...NO_RECORD,
      contact: { ...contact, coordinates: null },
      rig: { vin: vin ?? '', make, model, year, axleAmount, ticketId: null },
    }),
  )
}

/**
 * One who is only imported is known by exactly their name, email and phone, or is the customer of that name whose record
 * or tickets have both among others; a name alone tells nothing.
 */
function isSameImported(
  known: FoundCustomer,
  onTickets: readonly Pick<Contact, 'email' | 'phone'>[],
  imported: Contact,
): boolean {
  const { email, phone } = imported
  if (email + phone === '') return false
  const emails = [known, ...onTickets].map(each => each.email).concat(known.otherEmails)
  const phones = [known, ...onTickets].map(each => each.phone).concat(known.otherPhones)
  const isKnown = known.customerId !== null
  return (
    fullName(known).toLowerCase() === fullName(imported).toLowerCase() &&
    (emails.some(each => each.toLowerCase() === email.toLowerCase()) || (isKnown && email === '')) &&
    (phones.some(each => dialedDigits(each) === dialedDigits(phone)) || (isKnown && phone === ''))
  )
}

/** The company's customers, and those who are only imported, in the order of their visits, with each of their rigs once. */
function groupByPerson(visits: readonly FoundVisit[]): FoundCustomer[] {
  const people: FoundCustomer[] = []
  const ticketContacts = new Map<FoundCustomer, Pick<Contact, 'email' | 'phone'>[]>()
  for (const { contact, ticketContact, rig, ...ofRecord } of visits) {
    const { customerId } = ofRecord
    let person = people.find(known =>
      customerId !== null && known.customerId !== null
        ? known.customerId === customerId
        : isSameImported(known, ticketContacts.get(known) ?? [], contact),
    )
    if (person === undefined) {
      person = { ...ofRecord, ...contact, isImported: rig.ticketId === null, rigs: [] }
      people.push(person)
    }
    if (ticketContact !== undefined)
      ticketContacts.set(person, [...(ticketContacts.get(person) ?? []), ticketContact])
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
  const newest = await listNewestTickets(work, ofRecords)
  const ticketIds = [...new Set([...found.ticketIds, ...newest.map(({ ticketId }) => ticketId)])]
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

/** All emails and phones of a record, as they are compared. */
const contactsOf = ({ email, otherEmails, phone, otherPhones }: CustomerRecord): string[] =>
  [email, ...otherEmails, ...[phone, ...otherPhones].map(dialedDigits)].filter(text => text !== '')

/** Other customers with the same email or phone. */
async function listAlike(work: UnitOfWork, record: CustomerRecord): Promise<CustomerRecord[]> {
  const contacts = contactsOf(record)
  const searches = contacts.map(searchTermsOf).filter(terms => terms.length > 0)
  const ids = await Promise.all(searches.map(terms => findCustomerIds(work, terms, MAX_FOUND)))
  const records = new Set((await listRecords(work, ids.flat())).values())
  return [...records]
    .filter(
      other =>
        other.customerId !== record.customerId &&
        contactsOf(other).some(contact => contacts.includes(contact)),
    )
    .slice(0, MAX_SUGGESTIONS)
}

export const getCustomer = query.customers.get.handler(async ({ input, context: { work } }) => {
  const { record, merged, ids } = await getGroup(work, input.customerId)
  const [tickets, ticketCount, alike] = await Promise.all([
    listNewestTickets(work, ids),
    countTickets(work, ids),
    listAlike(work, record),
  ])
  const { customerId, companyName, otherPhones, otherEmails, note, preferredContact } = record
  const visits = tickets.map(({ ticketId, vin, make, model, year, axleAmount }) => ({
    ...{ ...ofRecord(record), contact: contactOf(record) },
    rig: { vin, make, model, year, axleAmount: axleAmount ?? '', ticketId },
  }))
  return {
    ...contactOf(record),
    ...{ customerId, companyName, otherPhones, otherEmails, note, preferredContact, ticketCount, alike },
    consent: consentOf(record),
    rigs: groupByPerson(visits)[0]?.rigs ?? [],
    tickets: tickets.map(({ card }) => card as TicketSummary),
    merged: merged.flatMap(({ mergedAt, ...each }) =>
      mergedAt === null
        ? []
        : { ...each, consent: consentOf(each), mergedAt, canSeparate: canSeparate(mergedAt, work.now) },
    ),
  }
})

export const listCustomersOfRig = query.customers.ofRig.handler(
  async ({ input: { vin }, context: { work } }) => {
    const [tickets, ticketCount] = await Promise.all([
      listTicketsOfRig(work, vin),
      countTicketsOfRig(work, vin),
    ])
    const ids = [...new Set(tickets.flatMap(({ companyCustomerId }) => companyCustomerId ?? []))]
    const records = await listRecords(work, ids)
    const [newest] = tickets
    return {
      rig: newest === undefined ? null : pickFields(newest, RIG_FIELDS),
      readings: meterReadings(tickets, work.timeZone),
      ...{ tickets: tickets.map(({ card }) => card as TicketSummary), ticketCount },
      customers: [...new Set(ids.flatMap(id => records.get(id) ?? []))],
    }
  },
)

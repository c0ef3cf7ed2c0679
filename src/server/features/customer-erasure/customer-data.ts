// What a company has of a ticket's customer: which tickets, and what is not on a ticket.

import { sql } from 'kysely'
import type { State } from '#domain/tickets/ticket.ts'
import { belongsToCompany } from '#server/db/tenant-filter.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { containing } from '#server/lib/like-pattern.ts'
import { toSingleLine } from '#server/mail/outbox.ts'
import {
  type CustomerContact,
  FULL_NAME,
  isOfCustomer,
  isWaitingOf,
  nameKey,
  removeResponses,
  waitingName,
  waitingRowsWithout,
} from './store.ts'

/** Of those who share a contact, one name, and what the company has under it. */
export type NamedCustomer = {
  /** As it was typed last; empty for rows without a name. */
  readonly name: string
  readonly key: string
  readonly firstNames: readonly string[]
  readonly tickets: readonly { readonly ticketId: number; readonly state: State }[]
  /** Booking requests without a confirmed email. */
  readonly unconfirmedBookings: number
  readonly importedCustomers: number
  /** Their invoices and credit notes, which stay as they were issued. */
  readonly invoices: number
}

type NamedRow = { readonly firstName: string; readonly name: string; readonly key: string }

const nameColumns = [FULL_NAME.as('name'), nameKey(FULL_NAME).as('key')] as const

const isAnyOf = (ticketIds: readonly number[]) => sql<boolean>`ticket_id = any(${[...ticketIds]}::int[])`

/** The names in certificates of tax exemption, and in spreadsheets that wait. */
async function listOtherNames(work: UnitOfWork, contact: CustomerContact): Promise<NamedRow[]> {
  const ofExemption = sql.ref<string>('customer_name')
  const certificates = await work
    .from('customerExemption')
    .select([ofExemption.as('name'), nameKey(ofExemption).as('key')])
    .where(isOfCustomer(contact, ofExemption))
    .execute()
  const chunks = await work
    .from('importChunk')
    .select(
      sql<{ name: string; key: string }[] | null>`(
        select jsonb_agg(jsonb_build_object('name', ${waitingName('person')}, 'key', ${nameKey(waitingName('person'))}))
        from jsonb_array_elements(rows) as line,
             jsonb_array_elements(case when line ? 'jobs' then line -> 'jobs' else jsonb_build_array(line) end) as person
        where ${isWaitingOf(contact, 'person')})`.as('people'),
    )
    .execute()
  return [...certificates, ...chunks.flatMap(({ people }) => people ?? [])].map(row => ({
    ...row,
    firstName: '',
  }))
}

/**
 * Everyone with this contact, by name. A ticket without email and phone stands for itself, whatever else has its
 * customer's name.
 */
export async function listCustomers(
  work: UnitOfWork,
  ticketId: number,
  contact: CustomerContact,
): Promise<NamedCustomer[]> {
  const isTheirs =
    contact.email + contact.phone === '' ? sql<boolean>`ticket_id = ${ticketId}` : isOfCustomer(contact)
  const tickets = await work
    .from('ticket')
    .select(['ticketId', 'state', 'firstName', ...nameColumns])
    .where(isTheirs)
    .orderBy('ticketId')
    .execute()
  const bookings = await work
    .from('booking')
    .select(['ticketId', 'firstName', ...nameColumns])
    .where(isOfCustomer(contact))
    .execute()
  const imported = await work
    .from('importedCustomer')
    .select(['firstName', ...nameColumns])
    .where(isOfCustomer(contact))
    .execute()
  const invoiced = await work
    .from('invoice')
    .select('ticketId')
    .where(isAnyOf(tickets.map(ticket => ticket.ticketId)))
    .execute()
  const rows: NamedRow[] = [...(await listOtherNames(work, contact)), ...imported, ...bookings, ...tickets]
  const nameOf = new Map(rows.map(({ key, name }) => [key, name.replace(/\s+/g, ' ').trim()]))
  return [...nameOf].map(([key, name]) => {
    const own = tickets.filter(ticket => ticket.key === key)
    const ids = new Set(own.map(ticket => ticket.ticketId))
    return {
      ...{ name, key },
      firstNames: rows.filter(row => row.key === key).map(({ firstName }) => firstName),
      tickets: own.map(({ ticketId: id, state }) => ({ ticketId: id, state })),
      unconfirmedBookings: bookings.filter(row => row.key === key && row.ticketId === null).length,
      importedCustomers: imported.filter(row => row.key === key).length,
      invoices: invoiced.filter(invoice => ids.has(invoice.ticketId)).length,
    }
  })
}

/** The customer records of these tickets. If only some of those with the contact are meant, without those of others. */
export async function listRecordsOf(
  work: UnitOfWork,
  { names }: CustomerContact,
  ticketIds: readonly number[],
): Promise<string[]> {
  const rows = await work.from('ticket').select('customerUuid').distinct().where(isAnyOf(ticketIds)).execute()
  const records = rows.flatMap(({ customerUuid }) => customerUuid ?? [])
  if (names === null || records.length === 0) return records
  const shared = await work
    .from('ticket')
    .select('customerUuid')
    .distinct()
    .where('customerUuid', 'in', records)
    .where(({ not }) => not(isAnyOf(ticketIds)))
    .execute()
  return records.filter(id => shared.every(({ customerUuid }) => customerUuid !== id))
}

/** Those of these customer records that neither another company nor an account has. The first question of a command. */
export async function listUnsharedRecords(work: UnitOfWork, records: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unshared_customers(${[...records]}::uuid[]) as id`.execute(work.database)
  return rows.map(({ id }) => id)
}

/**
 * Deletes rows of spreadsheets that wait, emails that wait, and stored responses. An email names whom it greets: of
 * people with one email, those that greet a name of `firstNames`.
 */
async function deleteWaiting(
  work: UnitOfWork,
  contact: CustomerContact,
  firstNames: readonly string[],
): Promise<void> {
  await work
    .update('importChunk')
    .set({ rows: waitingRowsWithout(contact) })
    .execute()
  const { email, names } = contact
  if (email === '') return
  const emails = work.database
    .deleteFrom('emailOutbox')
    .where(belongsToCompany('emailOutbox', work.companyId))
    .where(({ fn }) => fn<string>('lower', ['recipient']), '=', email)
  const greetings = firstNames.map(name => `Hello ${toSingleLine(name)},`)
  if (names === null) await emails.execute()
  else await sql`select delete_greeting_emails(${email}, ${greetings}::text[])`.execute(work.database)
  const namesThem =
    names === null ? sql`true` : sql`response::text like any(${firstNames.map(containing)}::text[])`
  await removeResponses(work, sql`position(${email} in lower(response::text)) > 0 and ${namesThem}`)
}

/**
 * Deletes what the company has of the customer besides tickets and bookings. Of the customer records of their tickets, which
 * another company or the customer's own account may keep, those that are `unshared` are deleted.
 */
export async function deleteTraces(
  work: UnitOfWork,
  contact: CustomerContact,
  {
    records,
    unshared,
    firstNames,
  }: Readonly<Record<'records' | 'unshared' | 'firstNames', readonly string[]>>,
): Promise<void> {
  const { email, phone } = contact
  const { rows } = await sql<{ id: string }>`
    select id from delete_customer_records(${[...records]}::uuid[], ${[...unshared]}::uuid[], ${email}, ${phone}) as id`.execute(
    work.database,
  )
  const left = rows.map(({ id }) => id)
  await deleteWaiting(work, contact, firstNames)
  // Tickets of another contact, which the desk may have corrected since.
  await work
    .update('ticket')
    .set({ customerUuid: null })
    .where(sql<boolean>`customer_uuid = any(${left}::uuid[])`)
    .execute()
  await work.remove('importedCustomer').where(isOfCustomer(contact)).execute()
}

// What is erased of a customer in one company: the same when its desk does it and when the operator does. Rigs, work and
// money stay.

import { type RawBuilder, sql } from 'kysely'
import { OPERATOR } from '#domain/account/actor.ts'
import { FORMER_CUSTOMER } from '#domain/customers/customer.ts'
import { assertNoBlockers } from '#domain/refusals/refusal.ts'
import { forgetCustomer, isOpen } from '#domain/tickets/ticket.ts'
import type { CustomerErasure } from '#server/db/column-erasure.ts'
import type { Database } from '#server/db/database.ts'
import { belongsToCompany } from '#server/db/tenant-filter.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { FORGOTTEN_APPROVAL } from '#server/features/approvals/tables.ts'
import { FORGOTTEN_BOOKING } from '#server/features/bookings/tables.ts'
import { lockCompany } from '#server/features/companies/store.ts'
import { findLinkOfTicket, saveLink } from '#server/features/customer-links/store.ts'
import { FORGOTTEN_LINK } from '#server/features/customer-links/tables.ts'
import { listCustomersOf } from '#server/features/customers/company-customer-store.ts'
import { separateFromDeleted } from '#server/features/customers/merge-store.ts'
import { FORGOTTEN_MESSAGE } from '#server/features/messages/tables.ts'
import { FORGOTTEN_PHOTO } from '#server/features/photos/tables.ts'
import { FORGOTTEN_PROMISED_DAY } from '#server/features/promised-days/tables.ts'
import { FORGOTTEN_REVIEW } from '#server/features/reviews/tables.ts'
import { FORGOTTEN_SIGNATURE } from '#server/features/signatures/tables.ts'
import { updateSearchIndex } from '#server/features/tickets/search-store.ts'
import { listTickets, lockTickets, recordActivity, saveTicket } from '#server/features/tickets/store.ts'
import { FORGOTTEN_TICKET } from '#server/features/tickets/tables.ts'
import { IMAGE_COLUMNS, imagesWhere, locationsOf, type NamedImage } from '#server/files/image-columns.ts'

/**
 * A contact: the same email, in lower case; rows without an email by the same phone number, if it is known. People may
 * share one: `names` has the keys of those who are meant, and is null for everyone.
 */
export type CustomerContact = {
  readonly email: string
  readonly phone: string
  readonly names: readonly string[] | null
}

/** A name as it is compared: in lower case, with single spaces. */
export const nameKey = (name: RawBuilder<unknown>) =>
  sql<string>`lower(btrim(regexp_replace(${name}, '\\s+', ' ', 'g')))`

export const FULL_NAME = sql<string>`first_name || ' ' || last_name`

/** Whether a row's name is one that is meant. */
export const isNamed = ({ names }: Pick<CustomerContact, 'names'>, name: RawBuilder<unknown>) =>
  names === null ? sql`true` : sql`${nameKey(name)} = any(${[...names]}::text[])`

/** Whether a ticket, booking or imported customer is theirs; a tax exemption of nobody, by its name. */
export const isOfCustomer = (contact: CustomerContact, name: RawBuilder<unknown> = FULL_NAME) =>
  sql<boolean>`((email <> '' and lower(email) = ${contact.email}
                 or email = '' and phone <> '' and phone = ${contact.phone}) and ${isNamed(contact, name)})`

/** Whether a company's record of a customer is theirs: one of its emails; of a record without any, one of its phones. */
export const isRecordOf = (contact: CustomerContact) =>
  sql<boolean>`((email <> '' and lower(email) = ${contact.email}
                 or exists (select from unnest(other_emails) as other where lower(other) = ${contact.email})
                 or email = '' and phone <> '' and ${contact.phone} = any(phone || other_phones))
                and ${isNamed(contact, FULL_NAME)})`

/** Whether a row of a spreadsheet that waits is theirs. Phone numbers wait as they were typed. */
export function isWaitingOf(contact: CustomerContact, row: string): RawBuilder<boolean> {
  const digits = contact.phone.replace(/\D/g, '').slice(-10)
  return sql<boolean>`(case
    when coalesce(${sql.ref(row)} ->> 'email', '') <> '' then lower(${sql.ref(row)} ->> 'email') = ${contact.email}
    else ${digits} <> '' and right(regexp_replace(coalesce(${sql.ref(row)} ->> 'phone', ''), '\\D', '', 'g'), 10) = ${digits}
  end and ${isNamed(contact, waitingName(row))})`
}

export const waitingName = (row: string) =>
  sql`(coalesce(${sql.ref(row)} ->> 'firstName', '') || ' ' || coalesce(${sql.ref(row)} ->> 'lastName', ''))`

/**
 * The rows of a spreadsheet that wait, without this customer: their own row goes, and past work of their rig stays
 * without who they were.
 */
export function waitingRowsWithout(contact: CustomerContact): RawBuilder<string> {
  const isTheirs = (row: string) => isWaitingOf(contact, row)
  const nobody = JSON.stringify({ firstName: '', lastName: '', email: '', phone: '' })
  return sql`(
    select coalesce(jsonb_agg(case
      when line ? 'jobs' then line || jsonb_build_object('jobs', (
        select jsonb_agg(case when ${isTheirs('job')} then job || ${nobody}::jsonb else job end)
        from jsonb_array_elements(line -> 'jobs') as job))
      else line end), '[]')
    from jsonb_array_elements(rows) as line
    where line ? 'jobs' or not ${isTheirs('line')})`
}

/** The company's tickets of a customer. */
export async function listTicketIdsOf(work: UnitOfWork, contact: CustomerContact): Promise<number[]> {
  const rows = await work
    .from('ticket')
    .select('ticketId')
    .where(isOfCustomer(contact))
    .orderBy('ticketId')
    .execute()
  return rows.map(({ ticketId }) => ticketId)
}

/** The images of customers on the tickets and with the bookings for which `isTheirs` is true. */
export async function listPersonalImages(database: Database, isTheirs: RawBuilder<boolean>) {
  const columns = IMAGE_COLUMNS.filter(({ isPersonal }) => isPersonal)
  const { rows } = await sql<NamedImage>`${imagesWhere(isTheirs, columns)}`.execute(database)
  return locationsOf(rows)
}

/**
 * As the eraser or the operator: erases who the customer was from their tickets and bookings, with archives that name them, and logs it as `verb`. `ticketIds` returns their
 * tickets; it is asked again under their locks, as the desk may have corrected an email meanwhile. Refused while one of
 * them is open.
 */
export async function eraseCustomer(
  work: UnitOfWork,
  contact: CustomerContact,
  ticketIds: () => Promise<readonly number[]>,
  verb: 'forget-customer' | 'erase-customer',
): Promise<void> {
  const listed = await ticketIds()
  if (listed.length > 0) lockTickets(work, listed)
  const ids = await ticketIds()
  const tickets = ids.length === 0 ? [] : await listTickets(work, ids)
  const customers = await listCustomersOf(work, ids)
  const open = tickets.filter(isOpen).map(({ ticketId }) => `ticket ${ticketId}`)
  if (open.length > 0) assertNoBlockers([{ code: 'ticket.open', tickets: open }])
  for (const found of tickets) {
    const { ticketId } = found
    const ticket = forgetCustomer(found)
    // Queued notifications are found by the subscriptions, which end with the link.
    await eraseCustomerOfTicket(work, ticketId)
    const link = await findLinkOfTicket(work, ticketId)
    if (link !== null) {
      saveLink(work, { ...link, revokedAt: work.now })
      recordActivity(work, ticket, 'revoke-link')
    }
    saveTicket(work, ticket, verb)
    work.write(work.update('ticket').set(FORGOTTEN_TICKET.erased).where('ticketId', '=', ticketId))
    updateSearchIndex(work, ticket)
  }
  await eraseRecords(work, contact, customers)
  await eraseBookings(work, contact, ids)
  await eraseImportedRecords(work, ids)
  await work
    .remove('customerExemption')
    .where(isOfCustomer(contact, sql.ref('customer_name')))
    .execute()
  await discardExports(work)
}

/**
 * Deletes the company's records of the customer: those with the contact, and those of `customerIds`, of whose tickets
 * none is left.
 */
async function eraseRecords(
  work: UnitOfWork,
  contact: CustomerContact,
  customerIds: readonly string[],
): Promise<void> {
  const deleted = await work
    .remove('companyCustomer')
    .where(
      sql<boolean>`(${isRecordOf(contact)} or customer_id = any(${[...customerIds]}::uuid[])
        and not exists (select from ticket t where t.company_id = company_customer.company_id
                        and t.company_customer_id = company_customer.customer_id))`,
    )
    .returning('customerId')
    .execute()
  if (deleted.length === 0) return
  const ids = deleted.map(({ customerId }) => customerId)
  const isTheirs = sql<boolean>`company_customer_id = any(${ids}::uuid[])`
  await work.update('ticket').set({ companyCustomerId: null }).where(isTheirs).execute()
  await work.remove('customerExemption').where(isTheirs).execute()
  await separateFromDeleted(work, ids)
}

/** What a ticket's customer left in each table, besides the ticket and the change log. */
const LEFT_BY_CUSTOMER = [
  ...[FORGOTTEN_MESSAGE, FORGOTTEN_PHOTO, FORGOTTEN_REVIEW, FORGOTTEN_APPROVAL, FORGOTTEN_LINK],
  ...[FORGOTTEN_SIGNATURE, FORGOTTEN_PROMISED_DAY],
]

/** Each table with rows of customers that stay when one is forgotten. */
export const FORGOTTEN = [FORGOTTEN_TICKET, FORGOTTEN_BOOKING, ...LEFT_BY_CUSTOMER]

/** Deletes the customer's bookings that are no ticket, and erases the details of others and of those of these tickets. */
async function eraseBookings(
  work: UnitOfWork,
  contact: CustomerContact,
  ticketIds: readonly number[],
): Promise<void> {
  const isTheirs = isOfCustomer(contact)
  await work.remove('booking').where('ticketId', 'is', null).where(isTheirs).execute()
  await work
    .update('booking')
    .set(FORGOTTEN_BOOKING.erased)
    .where(sql<boolean>`(${isTheirs} or ticket_id = any(${[...ticketIds]}::int[]))`)
    .execute()
}

/**
 * Erases what a ticket's customer wrote and the name and address beside what they did. What the company's own people
 * did stays as it is.
 */
async function eraseCustomerOfTicket(work: UnitOfWork, ticketId: number): Promise<void> {
  // Customers act by their link, or as a visitor who books; a message says which side wrote it.
  const links = await work.from('ticketLink').select('linkId').where('ticketId', '=', ticketId).execute()
  const customers = ['public', 'customer', ...links.map(({ linkId }) => linkId)]
  const isTheirs = (column: string) => sql`${sql.ref(column)} = any(${customers}::text[])`
  // Kysely cannot type a table that is one of several.
  for (const { table, erased, ofCustomer } of LEFT_BY_CUSTOMER as unknown as CustomerErasure<'ticket'>[]) {
    const rows = () => work.update(table).where('ticketId', '=', ticketId)
    if (Object.keys(erased).length > 0) await rows().set(erased).execute()
    if (ofCustomer !== undefined)
      await rows()
        .set(ofCustomer.erased)
        .where(sql<boolean>`${isTheirs(ofCustomer.by)}`)
        .execute()
  }
  // Nobody has to read them any more.
  await work
    .update('ticketMessage')
    .set({ readAt: work.now })
    .where('ticketId', '=', ticketId)
    .where('by', '=', 'customer')
    .where('readAt', 'is', null)
    .execute()
  // In a sentence the name of a visitor is not shortened to the first word.
  const formerCard = JSON.stringify({ firstName: FORMER_CUSTOMER, lastName: '' })
  await work
    .update('changeLog')
    .set({
      card: sql`case when card ? 'firstName' then card || ${formerCard}::jsonb else card end`,
      actor: sql`case when ${isTheirs('actor')} then 'public' else actor end`,
      actorName: sql`case when ${isTheirs('actor')} then ${FORMER_CUSTOMER} else actor_name end`,
      detail: sql`detail - 'spokeWith'`,
    })
    .where('kind', '=', 'ticket')
    .where('id', '=', String(ticketId))
    .execute()
  await eraseQueuedPushes(work, ticketId)
  await removeResponses(
    work,
    sql`jsonb_path_exists(response, '$.**.ticketId ? (@ == $id)', ${JSON.stringify({ id: ticketId })}::jsonb)`,
  )
  await work.remove('ownerNotice').where('ticketId', '=', ticketId).execute()
}

/**
 * The same for what an import keeps for the next export: of a ticket stays only when it was imported before. Its log names
 * customers by ids of their links; who also did something else was one of the company's people, whom it may have deleted.
 */
async function eraseImportedRecords(work: UnitOfWork, ticketIds: readonly number[]): Promise<void> {
  const rows = await work
    .remove('importedRecord')
    .where(
      sql<boolean>`(kind = 'ticket' and position = any(${[...ticketIds]}::int[])
        or kind = 'log' and content ->> 'kind' = 'ticket' and content ->> 'id' = any(${ticketIds.map(String)}::text[]))`,
    )
    .returning(['kind', 'position', 'content'])
    .execute()
  if (rows.length === 0) return
  const employees = await work.from('employee').select('employeeId as id').execute()
  const { rows: elsewhere } = await sql<{ id: string }>`
    select content ->> 'actor' as id from imported_record
      where company_id = ${work.companyId} and kind = 'log' and content ->> 'actor' not in ('public', 'customer')
    union select actor from change_log where company_id = ${work.companyId}
      and kind <> 'ticket' and actor not in ('public', 'customer')`.execute(work.database)
  const staff = new Set([work.companyId, OPERATOR.id, ...[...employees, ...elsewhere].map(({ id }) => id)])
  const values = rows.map(({ kind, position, content }) => {
    const { imported, actor, detail } = content as Readonly<Record<string, unknown>>
    const entry = {
      ...(content as object),
      ...(!staff.has(String(actor)) && { actor: 'public', actorName: FORMER_CUSTOMER }),
      ...(detail ? { detail: { ...detail, spokeWith: undefined } } : {}),
    }
    const erased = JSON.stringify(kind === 'ticket' ? { imported } : entry)
    return { kind, position, content: erased }
  })
  work.insert('importedRecord', ...values)
}

async function eraseQueuedPushes(work: UnitOfWork, ticketId: number): Promise<void> {
  const subscriptions = await work
    .from('pushSubscription')
    .select('subscriptionId')
    .where('ticketId', '=', ticketId)
    .execute()
  if (subscriptions.length === 0) return
  await work.database
    .deleteFrom('pushOutbox')
    .where(belongsToCompany('pushOutbox', work.companyId))
    .where(
      'subscriptionId',
      'in',
      subscriptions.map(({ subscriptionId }) => subscriptionId),
    )
    .execute()
}

/** Deletes the company's stored responses for which `condition` is true. */
export async function removeResponses(work: UnitOfWork, condition: RawBuilder<unknown>): Promise<void> {
  await work.database
    .deleteFrom('idempotencyKey')
    .where(belongsToCompany('idempotencyKey', work.companyId))
    .where(sql<boolean>`${condition}`)
    .execute()
}

/**
 * Ends the company's exports of what was here before now: archives cannot be downloaded from here on, and the job deletes
 * them; an export that runs starts again.
 */
export async function discardExports(work: UnitOfWork): Promise<void> {
  // One that starts now waits, and reads after this.
  await lockCompany(work)
  // With another attempt, the server that makes it has lost its lease. First, as it may become ready meanwhile.
  await work
    .update('companyExport')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), leasedUntil: work.now }))
    .where('state', '=', 'running')
    .execute()
  await work
    .update('companyExport')
    .set({ expiresAt: work.now })
    .where('state', '=', 'ready')
    .where('expiresAt', '>', work.now)
    .execute()
}

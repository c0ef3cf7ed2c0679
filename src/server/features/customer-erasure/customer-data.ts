// What a company has of a ticket's customer: which tickets, and what is not on a ticket.

import { sql } from 'kysely'
import type { State } from '#domain/tickets/ticket.ts'
import { belongsToCompany } from '#server/db/tenant-filter.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { type FileLocation, imageIdOf } from '#server/files/file-keys.ts'
import {
  type CustomerContact,
  isOfCustomer,
  listTicketIdsOf,
  removeResponses,
  waitingRowsWithout,
} from './store.ts'

/** All tickets of the customer; a ticket without email and phone stands for itself. */
export async function listTicketIdsWith(
  work: UnitOfWork,
  ticketId: number,
  contact: CustomerContact,
): Promise<number[]> {
  const ids = await listTicketIdsOf(work, contact)
  return ids.includes(ticketId) ? ids : [ticketId, ...ids].sort((a, b) => a - b)
}

export const listStates = (
  work: UnitOfWork,
  ticketIds: readonly number[],
): Promise<{ ticketId: number; state: State }[]> =>
  work
    .from('ticket')
    .select(['ticketId', 'state'])
    .where('ticketId', 'in', [...ticketIds])
    .orderBy('ticketId')
    .execute()

const countOf = async (count: Promise<{ total: string | number | bigint } | undefined>): Promise<number> =>
  Number((await count)?.total ?? 0)

export const countUnconfirmedBookings = (work: UnitOfWork, contact: CustomerContact): Promise<number> =>
  countOf(
    work
      .from('booking')
      .select(({ fn }) => fn.countAll().as('total'))
      .where('ticketId', 'is', null)
      .where(isOfCustomer(contact))
      .executeTakeFirst(),
  )

export const countImportedCustomers = (work: UnitOfWork, contact: CustomerContact): Promise<number> =>
  countOf(
    work
      .from('importedCustomer')
      .select(({ fn }) => fn.countAll().as('total'))
      .where(isOfCustomer(contact))
      .executeTakeFirst(),
  )

/** Their invoices and credit notes, which stay as they were issued. */
export const countInvoices = (work: UnitOfWork, ticketIds: readonly number[]): Promise<number> =>
  countOf(
    work
      .from('invoice')
      .select(({ fn }) => fn.countAll().as('total'))
      .where('ticketId', 'in', ticketIds)
      .executeTakeFirst(),
  )

/** Their images: on their tickets, and with their bookings that are no ticket. */
export async function listImagesOf(
  work: UnitOfWork,
  contact: CustomerContact,
  ticketIds: readonly number[],
): Promise<FileLocation[]> {
  const { companyId } = work
  const tickets = await work
    .from('ticket')
    .select(['ticketId', 'profileImageUrl'])
    .where('ticketId', 'in', [...ticketIds])
    .where('profileImageUrl', 'is not', null)
    .execute()
  const bookings = await work
    .from('booking')
    .select(['bookingId', 'photos'])
    .where('ticketId', 'is', null)
    .where(isOfCustomer(contact))
    .execute()
  return [
    ...tickets.map(({ ticketId, profileImageUrl: url }) => ({
      companyId,
      ticketId,
      imageId: imageIdOf(url) ?? url ?? '',
    })),
    ...bookings.flatMap(({ bookingId, photos }) =>
      photos.map(({ photoId }) => ({ companyId, ticketId: null, bookingId, imageId: photoId })),
    ),
  ]
}

/** The customer records of these tickets. */
export async function listRecordsOf(work: UnitOfWork, ticketIds: readonly number[]): Promise<string[]> {
  const rows = await work
    .from('ticket')
    .select('customerUuid')
    .distinct()
    .where('ticketId', 'in', [...ticketIds])
    .execute()
  return rows.flatMap(({ customerUuid }) => customerUuid ?? [])
}

/** Those of these customer records that neither another company nor an account has. The first question of a command. */
export async function listUnsharedRecords(work: UnitOfWork, records: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unshared_customers(${[...records]}::uuid[]) as id`.execute(work.database)
  return rows.map(({ id }) => id)
}

/** Deletes rows of spreadsheets that wait, emails that wait, and stored responses. */
async function deleteWaiting(work: UnitOfWork, contact: CustomerContact): Promise<void> {
  await work
    .update('importChunk')
    .set({ rows: waitingRowsWithout(contact) })
    .execute()
  const { email } = contact
  if (email === '') return
  await work.database
    .deleteFrom('emailOutbox')
    .where(belongsToCompany('emailOutbox', work.companyId))
    .where(({ fn }) => fn<string>('lower', ['recipient']), '=', email)
    .execute()
  await removeResponses(work, sql`position(${email} in lower(response::text)) > 0`)
}

/**
 * Deletes what the company has of the customer besides tickets and bookings. Their tickets no longer lead to a customer
 * record, which another company or the customer's own account may keep; those that are `unshared` are deleted.
 */
export async function deleteTraces(
  work: UnitOfWork,
  contact: CustomerContact,
  ticketIds: readonly number[],
  unshared: readonly string[],
): Promise<void> {
  const { email, phone } = contact
  const customers = await listRecordsOf(work, ticketIds)
  const { rows } = await sql<{ id: string }>`
    select id from delete_customer_records(${customers}::uuid[], ${[...unshared]}::uuid[], ${email}, ${phone}) as id`.execute(
    work.database,
  )
  const records = rows.map(({ id }) => id)
  await deleteWaiting(work, contact)
  await work
    .update('ticket')
    .set({ customerUuid: null })
    .where(
      sql<boolean>`(ticket_id = any(${[...ticketIds]}::int[]) or customer_uuid = any(${records}::uuid[]))`,
    )
    .execute()
  await work.remove('importedCustomer').where(isOfCustomer(contact)).execute()
}

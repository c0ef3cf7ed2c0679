// Customers' records. The first completed ticket of a rig saves its customer and assigns the rig to
// them; the record opens only to companies that have had a ticket of that customer.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { RecordedTicket } from '#domain/ticket.ts'
import { literal } from '#server/database/one-message.ts'
import { linkCustomer } from '#server/tickets/store.ts'
import type { Work } from '#server/work.ts'

/**
 * Opens the record to this work, where its company has had a ticket of that customer. Two questions and no
 * join: a company's tickets and a person's record may lie on different machines.
 */
async function openServedCustomer(work: Work, customerUuid: string): Promise<boolean> {
  const served = await work
    .from('ticket')
    .where('customerUuid', '=', customerUuid)
    .select('ticketId')
    .limit(1)
    .executeTakeFirst()
  if (served === undefined) return false
  await sql.raw(`SET LOCAL app.customer = ${literal(customerUuid)}`).execute(work.database)
  return true
}

/** The customer's record, where this company has had a ticket of theirs; null anywhere else. */
export async function findServedCustomer(work: Work, customerUuid: string) {
  if (!(await openServedCustomer(work, customerUuid))) return null
  const record = await work.database
    .selectFrom('customer')
    .select(['firstName', 'lastName', 'email', 'phone', 'address', 'latitude', 'longitude'])
    .where('customerUuid', '=', customerUuid)
    .executeTakeFirst()
  if (record === undefined) return null
  const { latitude, longitude, ...customer } = record
  const coordinates = latitude === null || longitude === null ? null : { latitude, longitude }
  return { ...customer, coordinates }
}

/** Saves the record of the ticket's customer, unless the rig is another company's customer's. */
export async function saveCustomerOf(work: Work, ticket: RecordedTicket): Promise<void> {
  const { vin } = ticket.customerRV
  const { firstName, lastName, email, phone, address, coordinates } = ticket.customerDetails
  const latitude = coordinates?.latitude ?? null
  const longitude = coordinates?.longitude ?? null
  const record = { firstName, lastName, email, phone, address, latitude, longitude }
  const rig = await work.database
    .selectFrom('rig')
    .select(['assigned', 'customerUuid'])
    .where('vin', '=', vin)
    .forUpdate()
    .executeTakeFirst()
  if (rig === undefined) return
  if (rig.assigned) {
    if (!(await openServedCustomer(work, rig.customerUuid))) return
    await work.database
      .updateTable('customer')
      .set(record)
      .where('customerUuid', '=', rig.customerUuid)
      .execute()
    await linkCustomer(work, ticket.ticketId, rig.customerUuid)
    return
  }
  const customerUuid = randomUUID()
  await work.database
    .insertInto('customer')
    .values({ customerUuid, ...record })
    .execute()
  await work.database
    .updateTable('rig')
    .set({ assigned: true, customerUuid })
    .where('vin', '=', vin)
    .execute()
  await linkCustomer(work, ticket.ticketId, customerUuid)
}

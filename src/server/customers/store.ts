// Customers' records. The first completed ticket of a rig saves its customer and assigns the rig to
// them; the record opens only to companies that have had a ticket of that customer.

import { randomUUID } from 'node:crypto'
import type { RecordedTicket } from '#domain/ticket.ts'
import { linkCustomer } from '#server/tickets/store.ts'
import type { Work } from '#server/work.ts'

/** The customer's record, where this company has had a ticket of theirs; null anywhere else. */
export async function findServedCustomer(work: Work, customerUuid: string) {
  const served = work.from('ticket').where('customerUuid', '=', customerUuid).select('ticketId')
  const record = await work.database
    .selectFrom('customer')
    .select(['firstName', 'lastName', 'email', 'phone', 'address', 'latitude', 'longitude'])
    .where('customerUuid', '=', customerUuid)
    .where(({ exists }) => exists(served))
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
    // Row-level security lets this find the record only where we have served this customer before.
    const { numUpdatedRows } = await work.database
      .updateTable('customer')
      .set(record)
      .where('customerUuid', '=', rig.customerUuid)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await linkCustomer(work, ticket.ticketId, rig.customerUuid)
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

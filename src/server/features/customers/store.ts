// Customers' records. The first completed ticket of a rig saves its customer and assigns the rig to
// them; the record opens only to companies that have had a ticket of that customer.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { RecordedTicket } from '#domain/tickets/ticket.ts'
import { literal } from '#server/db/pipelined-transaction.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

/** Opens this customer's record to this work. Whoever calls it knows that they may. */
export async function selectOpenRecord(work: UnitOfWork, customerUuid: string): Promise<void> {
  await sql.raw(`SET LOCAL app.customer = ${literal(customerUuid)}`).execute(work.database)
}

/**
 * Opens the record to this work, where its company has had a ticket of that customer. Two questions and no
 * join: a company's tickets and a person's record may lie on different machines.
 */
async function selectServedCustomer(work: UnitOfWork, customerUuid: string): Promise<boolean> {
  const served = await work
    .from('ticket')
    .where('customerUuid', '=', customerUuid)
    .select('ticketId')
    .limit(1)
    .executeTakeFirst()
  if (served === undefined) return false
  await selectOpenRecord(work, customerUuid)
  return true
}

type ContactRow = {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly address: string | null
  readonly latitude: number | null
  readonly longitude: number | null
}

const toContact = ({ latitude, longitude, ...customer }: ContactRow) => ({
  ...customer,
  coordinates: latitude === null || longitude === null ? null : { latitude, longitude },
})

/** The customer's record, where this company has had a ticket of theirs; null anywhere else. */
export async function findServedCustomer(work: UnitOfWork, customerUuid: string) {
  if (!(await selectServedCustomer(work, customerUuid))) return null
  const record = await work.database
    .selectFrom('customer')
    .select(['firstName', 'lastName', 'email', 'phone', 'address', 'latitude', 'longitude'])
    .where('customerUuid', '=', customerUuid)
    .executeTakeFirst()
  return record === undefined ? null : toContact(record)
}

/** Opens a record to this work and answers with its email; null where there is none. For work that says no more of it. */
export async function findRecord(work: UnitOfWork, customerUuid: string): Promise<{ email: string } | null> {
  await selectOpenRecord(work, customerUuid)
  const record = await work.database
    .selectFrom('customer')
    .select('email')
    .where('customerUuid', '=', customerUuid)
    .executeTakeFirst()
  return record ?? null
}

/** Who has claimed the rig, where they let every company that takes it in be told; null otherwise. */
export async function findSharedContact(work: UnitOfWork, vin: string) {
  const { rows } = await sql<ContactRow>`select * from shared_rig_contact(${vin})`.execute(work.database)
  return rows[0] === undefined ? null : toContact(rows[0])
}

/** Who holds the rig: whether anybody does, and their account where its email is this one. */
async function findOwnerRecord(work: UnitOfWork, vin: string, email: string) {
  const { rows } = await sql<{ account: string | null }>`select * from rig_owner(${vin}, ${email})`.execute(
    work.database,
  )
  return rows[0] ?? null
}

/** Remembers whose ticket it was, for the customer's record. */
export async function linkCustomer(work: UnitOfWork, ticketId: number, customerUuid: string): Promise<void> {
  await work.update('ticket').set({ customerUuid }).where('ticketId', '=', ticketId).execute()
}

/** Saves the record of the ticket's customer, unless the rig is another company's customer's. */
export async function saveCustomerOfTicket(work: UnitOfWork, ticket: RecordedTicket): Promise<void> {
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
    // The record of somebody with an account is theirs to change.
    const owner = await findOwnerRecord(work, vin, email)
    if (owner?.account) await linkCustomer(work, ticket.ticketId, owner.account)
    if (owner !== null) return
    if (!(await selectServedCustomer(work, rig.customerUuid))) return
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

// Customer records. The first completed ticket of a rig saves its customer and assigns the rig to them, and so does the
// first one of its next customer. A record is visible only to companies that have had a ticket of that customer.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { isFormerCustomer } from '#domain/customers/customer.ts'
import { CUSTOMER_FIELDS } from '#domain/customers/customer-fields.ts'
import { RIG_FIELDS } from '#domain/rigs/rig-fields.ts'
import { isSameCustomer } from '#domain/rigs/same-customer.ts'
import { isSharedVin } from '#domain/rigs/vin.ts'
import type { RecordedTicket } from '#domain/tickets/ticket.ts'
import { CUSTOMER_COLUMNS, fromCustomerColumns, toCustomerColumns } from '#server/db/customer-columns.ts'
import type { Row } from '#server/db/schema.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

/**
 * Makes the record readable if the company has had a ticket of that customer. Two queries instead of a join: tickets
 * and records may be on different machines.
 */
async function selectServedCustomer(work: UnitOfWork, customerUuid: string): Promise<boolean> {
  const served = await work
    .from('ticket')
    .where('customerUuid', '=', customerUuid)
    .select('ticketId')
    .limit(1)
    .executeTakeFirst()
  if (served === undefined) return false
  work.enterCustomer(customerUuid)
  return true
}

type CustomerColumns = Pick<Row<'customer'>, (typeof CUSTOMER_COLUMNS)[number]>

/** The customer's record if this company has had a ticket of theirs; otherwise null. */
export async function findServedCustomer(work: UnitOfWork, customerUuid: string) {
  if (!(await selectServedCustomer(work, customerUuid))) return null
  const record = await work.database
    .selectFrom('customer')
    .select(CUSTOMER_COLUMNS)
    .where('customerUuid', '=', customerUuid)
    .executeTakeFirst()
  return record === undefined ? null : fromCustomerColumns(record)
}

/** Makes a record readable and returns its email; null if it does not exist. For code that reveals nothing else. */
export async function findRecord(work: UnitOfWork, customerUuid: string): Promise<{ email: string } | null> {
  work.enterCustomer(customerUuid)
  const record = await work.database
    .selectFrom('customer')
    .select('email')
    .where('customerUuid', '=', customerUuid)
    .executeTakeFirst()
  return record ?? null
}

/** The RV owner who claimed the rig, if they share their contact info; otherwise null. */
export async function findSharedContact(work: UnitOfWork, vin: string) {
  const columns = sql.join(CUSTOMER_COLUMNS.map(column => sql.ref(column)))
  const { rows } = await sql<CustomerColumns>`select ${columns} from shared_rig_contact(${vin})`.execute(
    work.database,
  )
  return rows[0] === undefined ? null : fromCustomerColumns(rows[0])
}

/** Whether the rig is claimed, and by which account if it has this email. */
async function findOwnerRecord(work: UnitOfWork, vin: string, email: string) {
  const { rows } = await sql<{ account: string | null }>`select * from rig_owner(${vin}, ${email})`.execute(
    work.database,
  )
  return rows[0] ?? null
}

/** Stores the ticket's customer record. */
export const linkCustomer = (work: UnitOfWork, ticketId: number, customerUuid: string): void =>
  work.save('ticket', { ticketId }, { customerUuid })

/** Adds a record for the ticket's customer, and returns its id. */
async function addRecord(work: UnitOfWork, ticketId: number, record: CustomerColumns): Promise<string> {
  const customerUuid = randomUUID()
  await work.database
    .insertInto('customer')
    .values({ customerUuid, ...record })
    .execute()
  linkCustomer(work, ticketId, customerUuid)
  return customerUuid
}

/** Saves the record of the ticket's customer, unless the rig belongs to another company's customer. */
export async function saveCustomerOfTicket(work: UnitOfWork, ticket: RecordedTicket): Promise<void> {
  const { ticketId, customerRV, customerDetails } = ticket
  const { vin } = customerRV
  if (isFormerCustomer(customerDetails)) return
  const { profileImageUrl: _, ...record } = toCustomerColumns(customerDetails)
  if (!isSharedVin(vin)) {
    await saveOwnCustomer(work, ticket, record)
    return
  }
  const rig = await work.database
    .selectFrom('rig')
    .select(['assigned', 'customerUuid'])
    .where('vin', '=', vin)
    .forUpdate()
    .executeTakeFirst()
  if (rig === undefined) return
  if (rig.assigned) {
    // Only its owner changes the record of an account.
    const owner = await findOwnerRecord(work, vin, record.email)
    if (owner?.account) linkCustomer(work, ticketId, owner.account)
    if (owner !== null) return
    const known = await findServedCustomer(work, rig.customerUuid)
    if (known === null) return
    if (isSameCustomer(known, customerDetails)) {
      await work.database
        .updateTable('customer')
        .set(record)
        .where('customerUuid', '=', rig.customerUuid)
        .execute()
      linkCustomer(work, ticketId, rig.customerUuid)
      return
    }
  }
  // Of a rig that was sold, the seller's record and tickets stay what they are.
  const customerUuid = await addRecord(work, ticketId, record)
  await work.database
    .updateTable('rig')
    .set({ assigned: true, customerUuid })
    .where('vin', '=', vin)
    .execute()
}

/** A company's own rig is assigned to nobody: its customer keeps the record of an earlier ticket while it is the same. */
async function saveOwnCustomer(
  work: UnitOfWork,
  { ticketId, customerRV, customerDetails }: RecordedTicket,
  record: CustomerColumns,
) {
  const earlier = (await listTicketsOfOwnRigs(work, [customerRV.vin])).find(
    other =>
      other.ticketId !== ticketId && other.customerUuid !== null && isSameCustomer(other, customerDetails),
  )
  const customerUuid = earlier?.customerUuid ?? null
  const known = customerUuid === null ? null : await findServedCustomer(work, customerUuid)
  const isUnchanged = known !== null && CUSTOMER_FIELDS.every(field => known[field] === record[field])
  if (isUnchanged && customerUuid !== null) linkCustomer(work, ticketId, customerUuid)
  else await addRecord(work, ticketId, record)
}

/** More than a company has of rigs under one text. */
const MAX_TICKETS_OF_OWN_RIGS = 500

/** The company's tickets of rigs without a VIN, under these texts, newest first: a rig is what one customer brought. */
export function listTicketsOfOwnRigs(work: UnitOfWork, texts: readonly string[]) {
  return work
    .from('ticket')
    .select(['ticketId', 'state', 'customerUuid', ...RIG_FIELDS, ...CUSTOMER_COLUMNS])
    .where(sql<boolean>`vin = any(${texts.filter(text => text !== '' && !isSharedVin(text))})`)
    .where('state', 'not in', ['pending', 'declined'])
    .orderBy('transitionedAt', 'desc')
    .orderBy('ticketId', 'desc')
    .limit(MAX_TICKETS_OF_OWN_RIGS)
    .execute()
}

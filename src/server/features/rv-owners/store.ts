// RV owners' accounts: without a company, with a confirmed email. Their details are customer records, under the
// account's id.

import { sql } from 'kysely'
import type { CustomerDetails } from '#domain/customers/customer.ts'
import { CUSTOMER_FIELDS, type CustomerField } from '#domain/customers/customer-fields.ts'
import { addRvOwnerAccount } from '#server/auth/accounts.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { notFound } from '#server/lib/api-errors.ts'

export type RvOwnerDetails = Pick<CustomerDetails, CustomerField> & {
  /** Whether companies that take in their rig see this. */
  readonly sharesContact?: boolean
}

type NewRvOwner = { readonly id: string; readonly tokenHash: string; readonly passwordHash: string }

/**
 * Creates an account with its record for the link's email, and returns the email; null for an invalid link. Throws
 * INVALID for `email` if it has an account already.
 */
export async function addRvOwner(
  work: UnitOfWork,
  { id, ...account }: NewRvOwner,
  details: Omit<RvOwnerDetails, 'email'>,
): Promise<string | null> {
  const name = `${details.firstName} ${details.lastName}`
  const email = await addRvOwnerAccount(work, { id, name, ...account })
  if (email === null) return null
  await work.database
    .insertInto('customer')
    .values({ customerUuid: id, ...details, email, latitude: null, longitude: null })
    .execute()
  return email
}

type OwnRecord = Required<RvOwnerDetails>

/** The current account's details; a command locks them. */
export async function getOwnRecord(work: UnitOfWork): Promise<OwnRecord> {
  work.enterCustomer(work.by.id)
  const select = work.database
    .selectFrom('customer')
    .select([...CUSTOMER_FIELDS, 'sharesContact'])
    .where('customerUuid', '=', work.by.id)
  const record = await (work.isCommand ? select.forUpdate() : select).executeTakeFirst()
  if (record === undefined) throw notFound()
  return record
}

/** Saves the current account's details, and its name. */
export async function saveOwnRecord(work: UnitOfWork, { email: _, ...record }: OwnRecord): Promise<void> {
  await work.database.updateTable('customer').set(record).where('customerUuid', '=', work.by.id).execute()
  const name = `${record.firstName} ${record.lastName}`
  await sql`select rename_own_account(${name}, ${work.now})`.execute(work.database)
}

type OwnTicket = { readonly companyId: string; readonly ticketId: number; readonly transitionedAt: Date }

/** The tickets under the account's email, of any company, latest change first. */
export async function listOwnTickets(
  work: UnitOfWork,
  after: readonly [string, string, number] | null,
  limit: number,
): Promise<readonly OwnTicket[]> {
  const [at, companyId, ticketId] = after ?? [null, null, null]
  const { rows } = await sql<OwnTicket>`
    select * from own_tickets(${at}::timestamptz, ${companyId}::uuid, ${ticketId}::int, ${limit})`.execute(
    work.database,
  )
  return rows
}

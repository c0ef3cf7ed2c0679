// Certificates of tax exemption. Each is a customer's of the company; who was merged with them is the same person. People
// share emails and phones, so these tell nothing.

import { sql } from 'kysely'
import { isExempt, type TaxExemption } from '#domain/billing/tax.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { listCustomersOf } from '#server/features/customers/company-customer-store.ts'
import { findGroup } from '#server/features/customers/merge-store.ts'

/** The ticket's customer with those who are the same person; none once they were removed. */
async function listOwners(work: UnitOfWork, ticketId: number): Promise<readonly string[]> {
  const [customerId] = await listCustomersOf(work, [ticketId])
  const group = customerId === undefined ? null : await findGroup(work, customerId)
  return group?.ids ?? []
}

const isOf = (customerIds: readonly string[]) =>
  sql<boolean>`company_customer_id = any(${[...customerIds]}::uuid[])`

/** The certificate of these customers, who are one person, that was noted last, expired or not; null without one. */
export async function findExemptionOf(
  work: UnitOfWork,
  customerIds: readonly string[],
): Promise<TaxExemption | null> {
  if (customerIds.length === 0) return null
  const exemption = await work
    .from('customerExemption')
    .select(['certificateNumber', 'expiresOn'])
    .where(isOf(customerIds))
    .orderBy('notedAt', 'desc')
    .orderBy('companyCustomerId')
    .limit(1)
    .executeTakeFirst()
  return exemption ?? null
}

/** With whether it exempts nothing any more. */
export const withExpiry = (work: UnitOfWork, exemption: TaxExemption) => ({
  ...exemption,
  isExpired: !isExempt(exemption, dayOf(work.now, work.timeZone)),
})

/** The same of a ticket's customer. */
export const findExemption = async (work: UnitOfWork, ticketId: number): Promise<TaxExemption | null> =>
  findExemptionOf(work, await listOwners(work, ticketId))

/** Keeps a certificate with the ticket's customer, in place of an earlier one. A customer without any contact has none. */
export async function saveExemption(
  work: UnitOfWork,
  { ticketId, customerDetails }: Pick<Ticket, 'ticketId' | 'customerDetails'>,
  { certificateNumber, expiresOn }: TaxExemption,
): Promise<void> {
  const [companyCustomerId] = await listCustomersOf(work, [ticketId])
  const { email, phone } = customerDetails
  if (companyCustomerId === undefined || email + phone === '') return
  work.write(work.remove('customerExemption').where(isOf([companyCustomerId])))
  const noted = { companyCustomerId, certificateNumber, expiresOn, notedAt: work.now }
  work.upsert(
    'customerExemption',
    { email: email.toLowerCase(), phone, customerName: fullName(customerDetails), ...noted },
    { key: ['email', 'phone', 'customerName'] },
  )
}

/** Deletes the certificates that are kept with the ticket's customer. Returns whether there were any. */
export async function deleteExemption(work: UnitOfWork, ticketId: number): Promise<boolean> {
  const owners = await listOwners(work, ticketId)
  const { numDeletedRows } = await work
    .remove('customerExemption')
    .where(isOf(owners))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Gives certificates that no customer has to the one with their name and contact, where there is exactly one. */
export const assignExemptions = (work: UnitOfWork) => sql`select assign_exemptions()`.execute(work.database)

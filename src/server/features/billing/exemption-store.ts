// Certificates of tax exemption, kept with the company's customers. A customer is known by their name and email, or
// by their name and phone number without one: people may share an email.

import type { TaxExemption } from '#domain/billing/tax.ts'
import type { CustomerDetails } from '#domain/customers/customer.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

type Customer = Pick<CustomerDetails, 'firstName' | 'lastName' | 'email' | 'phone'>

type StoredExemption = TaxExemption & {
  /** Empty for a certificate that was noted without a name. */
  readonly customerName: string
  /** In lower case; empty for a customer without. */
  readonly email: string
  /** Of a customer without email; else empty. */
  readonly phone: string
}

/** Null for a customer without email and phone number. */
const contactOf = ({ email, phone }: Customer) =>
  email === '' && phone === '' ? null : { email: email.toLowerCase(), phone: email === '' ? phone : '' }

const isOwn = ({ customerName }: StoredExemption, customer: Customer): boolean =>
  customerName.toLowerCase() === fullName(customer).toLowerCase()

/**
 * The certificate to offer, expired or not: the customer's own, else the latest of another person with their contact;
 * null without one.
 */
export async function findOfferedExemption(
  work: UnitOfWork,
  customer: Customer,
): Promise<StoredExemption | null> {
  const contact = contactOf(customer)
  if (contact === null) return null
  const stored = await work
    .from('customerExemption')
    .select(['certificateNumber', 'expiresOn', 'customerName', 'email', 'phone'])
    .where('email', '=', contact.email)
    .where('phone', '=', contact.phone)
    .orderBy('notedAt', 'desc')
    .orderBy('customerName')
    .execute()
  return stored.find(each => isOwn(each, customer)) ?? stored[0] ?? null
}

/** The certificate under the customer's own name and contact, expired or not; null without one. */
export async function findExemption(work: UnitOfWork, customer: Customer): Promise<TaxExemption | null> {
  const offered = await findOfferedExemption(work, customer)
  return offered !== null && isOwn(offered, customer) ? offered : null
}

/** Keeps a certificate with the customer, in place of an earlier one. */
export function saveExemption(work: UnitOfWork, customer: Customer, exemption: TaxExemption): void {
  const contact = contactOf(customer)
  if (contact === null) return
  const { certificateNumber, expiresOn } = exemption
  work.upsert(
    'customerExemption',
    { ...contact, customerName: fullName(customer), certificateNumber, expiresOn, notedAt: work.now },
    { key: ['email', 'phone', 'customerName'] },
  )
}

/** Whether it is the customer's own, or nobody's by name: another person's stays theirs. */
export const isRemovable = (exemption: StoredExemption, customer: Customer): boolean =>
  exemption.customerName === '' || isOwn(exemption, customer)

/** Deletes the certificate that is kept with the customer. Returns whether there was one. */
export async function deleteExemption(work: UnitOfWork, customer: Customer): Promise<boolean> {
  const offered = await findOfferedExemption(work, customer)
  if (offered === null || !isRemovable(offered, customer)) return false
  const { email, phone, customerName } = offered
  work.write(
    work
      .remove('customerExemption')
      .where('email', '=', email)
      .where('phone', '=', phone)
      .where('customerName', '=', customerName),
  )
  return true
}

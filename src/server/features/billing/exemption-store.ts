// Certificates of tax exemption, kept with the company's customers. A customer is known as for erasing them: by email,
// or by phone number without one.

import type { TaxExemption } from '#domain/billing/tax.ts'
import type { CustomerDetails } from '#domain/customers/customer.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

type Contact = Pick<CustomerDetails, 'email' | 'phone'>

/** Null for a customer with neither. */
const keyOf = ({ email, phone }: Contact) =>
  email === '' && phone === '' ? null : { email: email.toLowerCase(), phone: email === '' ? phone : '' }

/** The customer's certificate, expired or not; null without one. */
export async function findExemption(work: UnitOfWork, customer: Contact): Promise<TaxExemption | null> {
  const key = keyOf(customer)
  if (key === null) return null
  const row = await work
    .from('customerExemption')
    .select(['certificateNumber', 'expiresOn'])
    .where('email', '=', key.email)
    .where('phone', '=', key.phone)
    .executeTakeFirst()
  return row ?? null
}

/** Keeps a certificate with the customer, in place of an earlier one. */
export function saveExemption(work: UnitOfWork, customer: Contact, exemption: TaxExemption): void {
  const key = keyOf(customer)
  if (key === null) return
  const { companyId, now } = work
  const { certificateNumber, expiresOn } = exemption
  const row = { certificateNumber, expiresOn, notedAt: now }
  work.write(
    work.database
      .insertInto('customerExemption')
      .values({ companyId, ...key, ...row })
      .onConflict(same => same.columns(['companyId', 'email', 'phone']).doUpdateSet(row)),
  )
}

export function deleteExemption(work: UnitOfWork, customer: Contact): void {
  const key = keyOf(customer)
  if (key === null) return
  work.write(work.remove('customerExemption').where('email', '=', key.email).where('phone', '=', key.phone))
}

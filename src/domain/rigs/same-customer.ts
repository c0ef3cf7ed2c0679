// Whose a rig without a VIN is: two tickets under the same text are of one rig if they are of one customer.

import type { CustomerDetails } from '#domain/customers/customer.ts'
import { digitsOf } from '#domain/lib/phone.ts'

type Contact = Pick<CustomerDetails, 'firstName' | 'lastName' | 'email' | 'phone'>

const nameKey = ({ firstName, lastName }: Contact): string =>
  `${firstName} ${lastName}`.trim().replace(/\s+/g, ' ').toLowerCase()

const isSameText = (one: string, other: string): boolean =>
  one !== '' && one.toLowerCase() === other.toLowerCase()

const hasContact = ({ email, phone }: Contact): boolean => email + phone !== ''

/**
 * Whether two tickets name the same person: the same name, and the same email or phone; the name alone if one of them
 * has neither. Whole families and offices share an email or a phone, so these alone tell nothing.
 */
export const isSameCustomer = (one: Contact, other: Contact): boolean =>
  nameKey(one) === nameKey(other) &&
  (isSameText(one.email, other.email) ||
    isSameText(digitsOf(one.phone), digitsOf(other.phone)) ||
    !hasContact(one) ||
    !hasContact(other))

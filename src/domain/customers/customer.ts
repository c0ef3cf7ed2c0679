// The customer on a ticket. A ticket keeps its own copy: a later change of phone number does not change old tickets.

import type { CustomerField } from './customer-fields.ts'

export type Coordinates = { readonly latitude: number; readonly longitude: number }

export type CustomerDetails = { readonly [Field in Exclude<CustomerField, 'address'>]: string } & {
  readonly address: string | null
  /** Of the address. */
  readonly coordinates: Coordinates | null
  readonly profileImageUrl: string | null
}

/** How a customer likes to be reached. */
export const PREFERRED_CONTACTS = ['call', 'text', 'email'] as const

/** Of the desk's note about a customer. */
export const MAX_NOTE_LENGTH = 2000

/** Of phones besides the first one, and of emails. */
export const MAX_OTHER_CONTACTS = 5

export type PreferredContact = (typeof PREFERRED_CONTACTS)[number]

/** A ticket's label on every card (specification 2): `Park, June`. Without a last name only the first. */
export const customerLabel = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  lastName === '' ? firstName : `${lastName}, ${firstName}`

/** The name of a customer whose details were removed. */
export const FORMER_CUSTOMER = 'Former customer'

/** Whether the details of a ticket's customer were removed. */
export const isFormerCustomer = (customer: Pick<CustomerDetails, 'firstName' | 'email' | 'phone'>): boolean =>
  customer.firstName === FORMER_CUSTOMER && customer.email + customer.phone === ''

/** What stays of a customer whose details were removed. The name is in one field, because sentences use the first name. */
export const FORMER_CUSTOMER_DETAILS: CustomerDetails = {
  firstName: FORMER_CUSTOMER,
  lastName: '',
  email: '',
  phone: '',
  address: null,
  coordinates: null,
  profileImageUrl: null,
}

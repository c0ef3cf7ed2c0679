// A rig that was picked from the pool lends the ticket what stands in its record: the rig's own words are
// locked; its customer comes whole, or not at all where somebody else has been typed already. Another VIN takes back
// whatever was lent and not changed.

import { mendVin } from '#domain/rigs/vin.ts'
import type { KnownRig, TypedTicket } from './ticket-form.ts'

type Customer = TypedTicket['customerDetails']

const CUSTOMER_FIELDS = ['firstName', 'lastName', 'email', 'phone', 'address'] as const
const RIG_FIELDS = ['make', 'model', 'year', 'axleAmount'] as const

const isBlank = (text: string): boolean => text.trim() === ''

const isSame = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/** The customer in the record as the form has them; empty where the record is. */
const recordOf = ({ customer }: KnownRig): Customer => ({
  firstName: customer?.firstName ?? '',
  lastName: customer?.lastName ?? '',
  email: customer?.email ?? '',
  phone: customer?.phone ?? '',
  address: customer?.address ?? '',
})

/** Whether what was typed of the customer says somebody else than the record, where both say something. */
const isSomebodyElse = (typed: Customer, record: Customer): boolean =>
  CUSTOMER_FIELDS.some(
    field => !isBlank(typed[field]) && !isBlank(record[field]) && !isSame(typed[field], record[field]),
  )

/** The form once `rig` was picked. */
export function recognize(typed: TypedTicket, rig: KnownRig): TypedTicket {
  const { customerDetails, customerRV } = forget(typed)
  const record = recordOf(rig)
  const missing = isSomebodyElse(customerDetails, record)
    ? []
    : CUSTOMER_FIELDS.filter(field => isBlank(customerDetails[field]) && !isBlank(record[field]))
  const { vin, make, model, year } = rig
  return {
    ...typed,
    customerDetails: {
      ...customerDetails,
      ...Object.fromEntries(missing.map(field => [field, record[field]])),
    },
    customerRV: {
      ...{ vin, make, model, year },
      axleAmount: customerRV.axleAmount || (rig.axleAmount ?? ''),
    },
    known: { rig, before: { customerDetails, customerRV } },
  }
}

/** The form without the record: what it lent goes, what a person changed since stays. */
export function forget(typed: TypedTicket): TypedTicket {
  if (typed.known === null) return typed
  const { rig, before } = typed.known
  const record = recordOf(rig)
  const lent = CUSTOMER_FIELDS.filter(
    field => record[field] !== '' && typed.customerDetails[field] === record[field],
  )
  const own = RIG_FIELDS.filter(field => typed.customerRV[field] === rig[field])
  return {
    ...typed,
    customerDetails: {
      ...typed.customerDetails,
      ...Object.fromEntries(lent.map(field => [field, before.customerDetails[field]])),
    },
    customerRV: {
      ...typed.customerRV,
      ...Object.fromEntries(own.map(field => [field, before.customerRV[field]])),
    },
    known: null,
  }
}

/** The form with what is typed as its VIN now. */
export function retype(typed: TypedTicket, vin: string): TypedTicket {
  const next = { ...typed, customerRV: { ...typed.customerRV, vin } }
  return mendVin(vin) === typed.known?.rig.vin ? next : forget(next)
}

/** The form with the record's customer, of whom nothing that was typed of somebody else stays. */
export function takeCustomer(typed: TypedTicket): TypedTicket {
  const customer = typed.known?.rig.customer ?? null
  if (typed.known === null || customer === null) return typed
  const record = recordOf(typed.known.rig)
  const { customerDetails, coordinates } = typed
  const isThem =
    isSame(customerDetails.firstName, record.firstName) && isSame(customerDetails.lastName, record.lastName)
  const told = CUSTOMER_FIELDS.filter(field => !isThem || !isBlank(record[field]))
  const taken = { ...customerDetails, ...Object.fromEntries(told.map(field => [field, record[field]])) }
  return {
    ...typed,
    customerDetails: taken,
    coordinates: taken.address === customerDetails.address ? coordinates : null,
  }
}

/** Whether a person typed something else of the customer than the record says. */
export function isCustomerDifferent({ known, customerDetails }: TypedTicket): boolean {
  if (known === null) return false
  const record = recordOf(known.rig)
  return CUSTOMER_FIELDS.some(
    field => !isBlank(record[field]) && !isSame(customerDetails[field], record[field]),
  )
}

/** `June Park`; null when the record names nobody, or nobody this company may know. */
export const customerOf = ({ customer }: KnownRig): string | null =>
  customer === null ? null : `${customer.firstName} ${customer.lastName}`.trim()

// A rig picked from those on file fills in its record: the rig's fields are locked; its customer is filled in
// completely, or not at all if another one was typed. Changing the VIN removes what was filled in and not changed.

import { CUSTOMER_FIELDS } from '#domain/customers/customer-fields.ts'
import { pickFields } from '#domain/lib/pick-fields.ts'
import { textsOf } from '#domain/lib/texts-of.ts'
import { RIG_FIELDS } from '#domain/rigs/rig-fields.ts'
import { normalizeVin } from '#domain/rigs/vin.ts'
import {
  customerValues,
  type KnownRig,
  type SuggestedCustomer,
  type SuggestedRig,
  type TicketFormValues,
} from './ticket-form.ts'

type Customer = TicketFormValues['customerDetails']

const isBlank = (text: string): boolean => text.trim() === ''

const isSame = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/** The record's customer as form values; empty fields where the record has none. */
const recordOf = ({ customer }: KnownRig): Customer => textsOf(CUSTOMER_FIELDS, customer)

/** Whether the typed customer contradicts the record. */
const isDifferentCustomer = (values: Customer, record: Customer): boolean =>
  CUSTOMER_FIELDS.some(
    field => !isBlank(values[field]) && !isBlank(record[field]) && !isSame(values[field], record[field]),
  )

/** The form after picking `rig`. */
export function applyKnownRig(values: TicketFormValues, rig: KnownRig): TicketFormValues {
  const { customerDetails, customerRV } = removeKnownRig(values)
  const record = recordOf(rig)
  const missing = isDifferentCustomer(customerDetails, record)
    ? []
    : CUSTOMER_FIELDS.filter(field => isBlank(customerDetails[field]) && !isBlank(record[field]))
  return {
    ...values,
    customerDetails: {
      ...customerDetails,
      ...Object.fromEntries(missing.map(field => [field, record[field]])),
    },
    customerRV: {
      ...textsOf(RIG_FIELDS, rig),
      axleAmount: customerRV.axleAmount || (rig.axleAmount ?? ''),
    },
    known: isLocked(rig) ? { rig, before: { customerDetails, customerRV } } : null,
  }
}

/** What `initial` is with the rig that was picked in `values`, without what was typed into them meanwhile. */
export const withPickedRig = (initial: TicketFormValues, { known }: TicketFormValues): TicketFormValues =>
  known === null ? initial : applyKnownRig(initial, known.rig)

/** The details of a company's own rig are those of a ticket: what is wrong with them has to be typed. */
const isLocked = ({ ownRig, make, model, year }: KnownRig): boolean =>
  ownRig === undefined || (make !== '' && model !== '' && /^\d{4}$/.test(year))

/** The form without the record: what it filled in is removed, later changes stay. */
export function removeKnownRig(values: TicketFormValues): TicketFormValues {
  if (values.known === null) return values
  const { rig, before } = values.known
  const record = recordOf(rig)
  const prefilled = CUSTOMER_FIELDS.filter(
    field => record[field] !== '' && values.customerDetails[field] === record[field],
  )
  const prefilledRigFields = RIG_FIELDS.filter(
    field => field !== 'vin' && values.customerRV[field] === rig[field],
  )
  return {
    ...values,
    customerDetails: {
      ...values.customerDetails,
      ...Object.fromEntries(prefilled.map(field => [field, before.customerDetails[field]])),
    },
    customerRV: {
      ...values.customerRV,
      ...Object.fromEntries(prefilledRigFields.map(field => [field, before.customerRV[field]])),
    },
    known: null,
  }
}

/** The form with its current VIN. */
export function changeVin(values: TicketFormValues, vin: string): TicketFormValues {
  const next = { ...values, customerRV: { ...values.customerRV, vin } }
  return normalizeVin(vin) === values.known?.rig.vin ? next : removeKnownRig(next)
}

/** The form with a suggested customer of the company instead of what was typed. */
export const applySuggestedCustomer = (
  values: TicketFormValues,
  customer: SuggestedCustomer,
): TicketFormValues => ({
  ...values,
  ...customerValues(customer),
  picked: pickFields(customer, ['customerId', 'firstName', 'lastName', 'rigs']),
})

/** The form with a suggested rig, unless another one was typed or picked. */
export function applySuggestedRig(values: TicketFormValues, rig: SuggestedRig): TicketFormValues {
  const { customerRV } = values
  const isOther = RIG_FIELDS.some(
    field => !isBlank(customerRV[field]) && !isBlank(rig[field]) && !isSame(customerRV[field], rig[field]),
  )
  if (values.known !== null || isOther) return values
  const missing = RIG_FIELDS.filter(field => isBlank(customerRV[field]))
  return {
    ...values,
    customerRV: { ...customerRV, ...Object.fromEntries(missing.map(field => [field, rig[field]])) },
  }
}

/** The form with the record's customer, replacing what was typed. */
export function applyCustomer(values: TicketFormValues): TicketFormValues {
  const customer = values.known?.rig.customer ?? null
  if (values.known === null || customer === null) return values
  const record = recordOf(values.known.rig)
  const { customerDetails, coordinates } = values
  const isSamePerson =
    isSame(customerDetails.firstName, record.firstName) && isSame(customerDetails.lastName, record.lastName)
  const recordFields = CUSTOMER_FIELDS.filter(field => !isSamePerson || !isBlank(record[field]))
  const applied = {
    ...customerDetails,
    ...Object.fromEntries(recordFields.map(field => [field, record[field]])),
  }
  return {
    ...values,
    customerDetails: applied,
    coordinates: applied.address === customerDetails.address ? coordinates : null,
  }
}

/** Whether a typed customer differs from the record. */
export function isCustomerDifferent({ known, customerDetails }: TicketFormValues): boolean {
  if (known === null) return false
  const record = recordOf(known.rig)
  return CUSTOMER_FIELDS.some(
    field => !isBlank(record[field]) && !isSame(customerDetails[field], record[field]),
  )
}

/** `June Park`; null if the record has no customer, or a hidden one. */
export const customerNameOf = ({ customer }: KnownRig): string | null =>
  customer === null ? null : `${customer.firstName} ${customer.lastName}`.trim()

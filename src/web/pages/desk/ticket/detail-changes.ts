// The changed fields of a ticket's details only: another person's changes stay.

import type { TicketFormValues } from '#web/features/tickets/form/ticket-form.ts'

type Details = Pick<TicketFormValues, 'customerDetails' | 'customerRV' | 'coordinates' | 'known'>
type Changes = { customerDetails?: object; customerRV?: { readonly year?: string } }

const changedFields = (before: Record<string, string>, now: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(now).filter(([field, value]) => value.trim() !== before[field]))

/** The changed fields as input of `tickets.changeDetails`; an unchanged section is omitted. */
export function changesOf(before: Details, now: Details): Changes {
  const customer: object = changedFields(before.customerDetails, now.customerDetails)
  const typedRig = changedFields(before.customerRV, now.customerRV)
  // The year on file of a picked rig stays as it is: the server fills it in.
  const customerRV = now.known !== null && 'vin' in typedRig ? { ...typedRig, year: '' } : typedRig
  // An address is always sent with its coordinates, even null.
  const customerDetails = 'address' in customer ? { ...customer, coordinates: now.coordinates } : customer
  return {
    ...(Object.keys(customerDetails).length > 0 ? { customerDetails } : {}),
    ...(Object.keys(customerRV).length > 0 ? { customerRV } : {}),
  }
}

// What was changed of a ticket's details, and nothing else: what another person changes meanwhile stays.

import type { TicketFormValues } from '#web/features/tickets/form/ticket-form.ts'

type Details = Pick<TicketFormValues, 'customerDetails' | 'customerRV' | 'coordinates'>
type Changes = { customerDetails?: object; customerRV?: object }

const changedFields = (before: Record<string, string>, now: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(now).filter(([field, value]) => value.trim() !== before[field]))

/** The changed fields as `tickets.changeDetails` takes them; a section without any is left out. */
export function changesOf(before: Details, now: Details): Changes {
  const customer: object = changedFields(before.customerDetails, now.customerDetails)
  const customerRV = changedFields(before.customerRV, now.customerRV)
  // An address never goes without its place, be it none.
  const customerDetails = 'address' in customer ? { ...customer, coordinates: now.coordinates } : customer
  return {
    ...(Object.keys(customerDetails).length > 0 ? { customerDetails } : {}),
    ...(Object.keys(customerRV).length > 0 ? { customerRV } : {}),
  }
}

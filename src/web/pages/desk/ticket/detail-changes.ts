// The changed fields of a ticket's details only: another person's changes stay.

import { hasNoEmail, type TicketFormValues } from '#web/features/tickets/form/ticket-form.ts'

type Details = Pick<TicketFormValues, 'customerDetails' | 'customerRV' | 'coordinates' | 'known'>
type Changes = { customerDetails?: object; customerRV?: { readonly year?: string } }

const NO_EMAIL = { email: '', noEmail: true }

type Customer = Details['customerDetails']

/** The changed email: an empty one is missing, unless there is said to be none. */
function changedEmail(before: Customer, now: Customer): object {
  if (hasNoEmail(now)) return hasNoEmail(before) ? {} : NO_EMAIL
  const email = now.email.trim()
  return email === before.email && email !== '' ? {} : { email }
}

const withoutEmail = ({ email: _, noEmail: __, ...others }: Customer) => others

const changedFields = (before: Record<string, string>, now: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(now).filter(([field, value]) => value.trim() !== before[field]))

/** The changed fields as input of `tickets.changeDetails`; an unchanged section is omitted. */
export function changesOf(before: Details, now: Details): Changes {
  const customer: object = {
    ...changedFields(withoutEmail(before.customerDetails), withoutEmail(now.customerDetails)),
    ...changedEmail(before.customerDetails, now.customerDetails),
  }
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

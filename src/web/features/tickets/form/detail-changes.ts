// What was changed in the form of a customer and a rig: only that is sent, so two people who change different fields both
// keep theirs.

import { hasNoEmail, type TicketFormValues } from './ticket-form.ts'

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

/** The changed fields of a customer; an address is always sent with its coordinates, even null. */
export function customerChangesOf(
  before: Pick<Details, 'customerDetails'>,
  now: Pick<Details, 'customerDetails' | 'coordinates'>,
): object {
  const changed = {
    ...changedFields(withoutEmail(before.customerDetails), withoutEmail(now.customerDetails)),
    ...changedEmail(before.customerDetails, now.customerDetails),
  }
  return 'address' in changed ? { ...changed, coordinates: now.coordinates } : changed
}

/** The changed fields as input of `tickets.changeDetails`; an unchanged section is omitted. */
export function changesOf(before: Details, now: Details): Changes {
  const customerDetails = customerChangesOf(before, now)
  const typedRig = changedFields(before.customerRV, now.customerRV)
  // The year on file of a picked rig stays as it is: the server fills it in.
  const customerRV = now.known !== null && 'vin' in typedRig ? { ...typedRig, year: '' } : typedRig
  return {
    ...(Object.keys(customerDetails).length > 0 ? { customerDetails } : {}),
    ...(Object.keys(customerRV).length > 0 ? { customerRV } : {}),
  }
}

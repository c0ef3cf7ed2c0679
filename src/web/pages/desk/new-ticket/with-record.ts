import type { CustomerDetails } from '#domain/customers/customer.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'

type CustomerRecord = Omit<CustomerDetails, 'profileImageUrl'> & { readonly customerId: string }

/**
 * An earlier ticket, with its customer as the company knows them by now. What was on that ticket may be out of date, or
 * of one who was merged into another one.
 */
export function withRecord<Ticket extends Pick<TicketView, 'customerId' | 'customerDetails'>>(
  ticket: Ticket,
  record: CustomerRecord | undefined,
): Ticket {
  if (record === undefined) return ticket
  const { customerId, firstName, lastName, email, phone, address, coordinates } = record
  const { profileImageUrl } = ticket.customerDetails
  const customerDetails = { firstName, lastName, email, phone, address, coordinates, profileImageUrl }
  return { ...ticket, customerId, customerDetails }
}

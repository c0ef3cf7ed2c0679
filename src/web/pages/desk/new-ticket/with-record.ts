import type { CustomerDetails } from '#domain/customers/customer.ts'
import { CUSTOMER_FIELDS } from '#domain/customers/customer-fields.ts'
import { pickFields } from '#domain/lib/pick-fields.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'

type CustomerRecord = Omit<CustomerDetails, 'profileImageUrl'> & { readonly customerId: string }

/**
 * An earlier ticket, with its customer as the company knows them by now. What was on that ticket may be out of date, or
 * of one who was merged into another one.
 */
export const withRecord = <Ticket extends Pick<TicketView, 'customerId' | 'customerDetails'>>(
  ticket: Ticket,
  record: CustomerRecord | undefined,
): Ticket =>
  record === undefined
    ? ticket
    : {
        ...ticket,
        customerId: record.customerId,
        customerDetails: {
          ...ticket.customerDetails,
          ...pickFields(record, [...CUSTOMER_FIELDS, 'coordinates']),
        },
      }

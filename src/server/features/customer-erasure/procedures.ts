// The desk removes who a customer is, at the customer's request: from all of their tickets, and from what the company
// brought along. Their own account, and what other companies have, is not touched.

import { isFormerCustomer } from '#domain/customers/customer.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { procedure, query, runCommand, runQuery } from '#server/rpc/procedures.ts'
import {
  countImportedCustomers,
  countInvoices,
  countUnconfirmedBookings,
  deleteTraces,
  listImagesOf,
  listRecordsOf,
  listStates,
  listTicketIdsWith,
  listUnsharedRecords,
} from './customer-data.ts'
import { type CustomerContact, eraseCustomer } from './store.ts'

/** Who the ticket's customer is, and their tickets. */
async function getCustomer(work: UnitOfWork, ticketId: number) {
  const { customerDetails } = await getTicket(work, ticketId)
  const { email, phone } = customerDetails
  const contact: CustomerContact = { email: email.toLowerCase(), phone }
  return {
    contact,
    isErased: isFormerCustomer(customerDetails),
    listTicketIds: () => listTicketIdsWith(work, ticketId, contact),
  }
}

export const getCustomerData = query.tickets.getCustomerData.handler(async ({ input, context: { work } }) => {
  const { contact, listTicketIds } = await getCustomer(work, input.ticketId)
  const ticketIds = await listTicketIds()
  return {
    tickets: await listStates(work, ticketIds),
    unconfirmedBookings: await countUnconfirmedBookings(work, contact),
    importedCustomers: await countImportedCustomers(work, contact),
    invoices: await countInvoices(work, ticketIds),
  }
})

export const eraseCustomerOfTicket = procedure.tickets.eraseCustomer.handler(async ({ input, context }) => {
  const { ticketId } = input
  const { images, records } = await runQuery(context, async work => {
    const { contact, listTicketIds } = await getCustomer(work, ticketId)
    const ticketIds = await listTicketIds()
    return {
      images: await listImagesOf(work, contact, ticketIds),
      records: await listRecordsOf(work, ticketIds),
    }
  })
  const { output } = await context.withFileJournal(images, () =>
    runCommand(context, 'tickets.eraseCustomer', JSON.stringify(input), async work => {
      work.takeEraserRole()
      const unshared = await listUnsharedRecords(work, records)
      const { contact, isErased, listTicketIds } = await getCustomer(work, ticketId)
      if (isErased) return { done: true } as const
      const erased = await eraseCustomer(work, contact, listTicketIds, 'erase-customer')
      await deleteTraces(work, contact, erased, unshared)
      return { done: true } as const
    }),
  )
  return output
})

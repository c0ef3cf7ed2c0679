// The desk removes who a customer is, at the customer's request: from all of their tickets, and from what the company
// imported. Their own account, and what other companies have, is not touched.

import { sql } from 'kysely'
import { isFormerCustomer } from '#domain/customers/customer.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { invalid } from '#server/lib/api-errors.ts'
import { procedure, query, runCommand, runQuery } from '#server/rpc/procedures.ts'
import {
  deleteTraces,
  listCustomers,
  listRecordsOf,
  listUnsharedRecords,
  type NamedCustomer,
} from './customer-data.ts'
import { type CustomerContact, eraseCustomer, isOfCustomer, listPersonalImages } from './store.ts'

const isOfTicket = (ticketId: number, { tickets }: NamedCustomer): boolean =>
  tickets.some(ticket => ticket.ticketId === ticketId)

/** Everyone with the contact of the ticket's customer, by name. */
async function getCustomers(work: UnitOfWork, ticketId: number) {
  const { customerDetails } = await getTicket(work, ticketId)
  const contact = { email: customerDetails.email.toLowerCase(), phone: customerDetails.phone, names: null }
  const isErased = isFormerCustomer(customerDetails)
  return { contact, isErased, customers: await listCustomers(work, ticketId, contact) }
}

/** Who is meant of those with the contact: the chosen names, or the ticket's customer alone. */
async function getChosen(work: UnitOfWork, ticketId: number, names: readonly string[] | undefined) {
  const { contact, isErased, customers } = await getCustomers(work, ticketId)
  const isChosen = (customer: NamedCustomer) =>
    names?.includes(customer.name) ?? isOfTicket(ticketId, customer)
  const chosen = customers.filter(isChosen)
  if (names?.some(name => chosen.every(customer => customer.name !== name)))
    throw invalid({ names: 'There is no such customer with this email or phone number any more.' })
  const isEveryone = chosen.length === customers.length
  const meant: CustomerContact = { ...contact, names: isEveryone ? null : chosen.map(({ key }) => key) }
  const others = new Set(customers.filter(each => !isChosen(each)).flatMap(({ firstNames }) => firstNames))
  const firstNames = chosen.flatMap(each => each.firstNames).filter(name => name !== '' && !others.has(name))
  const ticketIds = chosen
    .flatMap(({ tickets }) => tickets.map(ticket => ticket.ticketId))
    .sort((a, b) => a - b)
  return { contact: meant, isErased, ticketIds, firstNames: [...new Set(firstNames)] }
}

export const getCustomerData = query.tickets.getCustomerData.handler(async ({ input, context: { work } }) => {
  const { customers } = await getCustomers(work, input.ticketId)
  return {
    customers: customers
      .map(customer => ({ ...customer, isOfTicket: isOfTicket(input.ticketId, customer) }))
      .sort(
        (one, other) => Number(other.isOfTicket) - Number(one.isOfTicket) || (one.name < other.name ? -1 : 1),
      ),
  }
})

export const eraseCustomerOfTicket = procedure.tickets.eraseCustomer.handler(async ({ input, context }) => {
  const { ticketId, names } = input
  const { images, records } = await runQuery(context, async work => {
    const { contact, ticketIds, isErased } = await getChosen(work, ticketId, names)
    if (isErased) return { images: [], records: [] }
    return {
      images: await listPersonalImages(
        work.database,
        sql`company_id = ${work.companyId} and (${isOfCustomer(contact)} or ticket_id = any(${[...ticketIds]}::int[]))`,
      ),
      records: await listRecordsOf(work, contact, ticketIds),
    }
  })
  const { output } = await context.withFileJournal(images, () =>
    runCommand(context, 'tickets.eraseCustomer', JSON.stringify(input), async work => {
      work.takeEraserRole()
      const unshared = await listUnsharedRecords(work, records)
      const { contact, isErased, firstNames, ticketIds } = await getChosen(work, ticketId, names)
      if (isErased) return { done: true } as const
      const own = await listRecordsOf(work, contact, ticketIds)
      const listTicketIds = async () => (await getChosen(work, ticketId, names)).ticketIds
      await eraseCustomer(work, contact, listTicketIds, 'erase-customer')
      await deleteTraces(work, contact, { records: own, unshared, firstNames })
      return { done: true } as const
    }),
  )
  return output
})

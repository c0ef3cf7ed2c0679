import { customerQuery } from '#server/features/customer-links/middleware.ts'
import { getGroup } from '#server/features/customers/merge-store.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { query } from '#server/rpc/procedures.ts'
import { listMessages, listNewestOfCustomers, listUnreadRows } from './store.ts'

/** The maximum number of tickets in the dashboard's message strip. */
const MAX_UNREAD = 50

export const listTicketMessages = query.messages.list.handler(async ({ input, context: { work } }) => {
  const { ticketId } = await getTicket(work, input.ticketId)
  return { messages: await listMessages(work, ticketId) }
})

export const listMessagesOfCustomer = query.messages.ofCustomer.handler(
  async ({ input, context: { work } }) => {
    const { ids } = await getGroup(work, input.customerId)
    return { messages: await listNewestOfCustomers(work, ids) }
  },
)

export const listUnread = query.messages.listUnread.handler(async ({ context: { work } }) => {
  return { tickets: await listUnreadRows(work, MAX_UNREAD) }
})

export const listMessagesForCustomer = customerQuery.customerView.listMessages.handler(
  async ({ context: { work, ticket } }) => {
    const messages = await listMessages(work, ticket.ticketId)
    return {
      messages: messages.map(message => ({
        ...message,
        isUnread: message.by === 'desk' && message.readAt === null,
      })),
    }
  },
)

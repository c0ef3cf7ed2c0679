import { jobLabel } from '#domain/tickets/job.ts'
import { customerCommand, customerName } from '#server/features/customer-links/middleware.ts'
import { addNotice } from '#server/features/notices/store.ts'
import { enqueuePush } from '#server/features/push-subscriptions/store.ts'
import { getTicket, recordActivity } from '#server/features/tickets/store.ts'
import { command } from '#server/rpc/procedures.ts'
import { addMessage, markMessagesRead } from './store.ts'

export const postAsCompany = command.messages.post.handler(async ({ input, context }) => {
  const { work } = context
  const ticket = await getTicket(work, input.ticketId)
  addMessage(work, ticket, 'desk', input)
  await enqueuePush(work, context, ticket, { about: 'message' })
  return { done: true }
})

export const markRead = command.messages.markRead.handler(async ({ input, context: { work } }) => {
  const ticket = await getTicket(work, input.ticketId)
  if (await markMessagesRead(work, ticket.ticketId, 'customer')) recordActivity(work, ticket, 'read-messages')
  return { done: true }
})

export const markReadAsCustomer = customerCommand.customerView.markRead.handler(
  async ({ context: { work, ticket } }) => {
    if (await markMessagesRead(work, ticket.ticketId, 'desk'))
      recordActivity(work, ticket, 'read-company-messages')
    return { done: true }
  },
)

export const postAsCustomer = customerCommand.customerView.post.handler(
  async ({ input, context: { work, ticket } }) => {
    addMessage(work, ticket, 'customer', input)
    const { ticketId } = ticket
    const job = ticket.jobs.find(({ jobNumber }) => jobNumber === input.jobNumber)
    await addNotice(work, {
      ticketId,
      content: {
        kind: 'message',
        customer: customerName(ticket),
        text: input.text,
        ...(job !== undefined && { job: jobLabel(job) }),
      },
    })
    return { done: true }
  },
)

// Messages between a ticket's customer and the desk, as the desk sees them.

import * as z from 'zod'
import { MAX_MESSAGE_LENGTH, SIDES } from '#domain/messages/message.ts'
import { STATES } from '#domain/tickets/ticket.ts'
import { HOUR, limit, proceduresTagged, rateLimit } from './procedure/procedure.ts'
import { done, emailOutcome, requiredText, ticketId, uuid } from './shared-schemas.ts'

const procedure = proceduresTagged('Messages')
const id = z.object({ ticketId })

/** As both sides see it. */
export const message = z.object({
  messageId: uuid,
  at: z.date(),
  by: z.enum(SIDES),
  authorName: z.string(),
  /** Null for the whole ticket. */
  jobNumber: z.number().int().nullable(),
  text: z.string(),
})

const companyMessage = message.extend({
  /** When the other side read it; null before. */
  readAt: z.date().nullable(),
  /** What became of the email to a customer who had not read it; null without one. */
  emailOutcome: emailOutcome.nullable(),
})

const unreadTicket = z.object({
  ticketId: z.number().int(),
  state: z.enum(STATES),
  firstName: z.string(),
  lastName: z.string(),
  /** The number of messages. */
  count: z.number().int(),
  /** When the newest was written. */
  at: z.date(),
})

export const messages = {
  list: procedure({ permission: 'message.read', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/tickets/{ticketId}/messages',
      summary: 'List the messages with the customer, oldest first',
    })
    .input(id)
    .output(z.object({ messages: z.array(companyMessage).readonly() })),
  ofCustomer: procedure({ permission: 'message.read', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/customers/{customerId}/messages',
      summary: 'List the newest messages with a customer of the company, of all their tickets, newest first',
    })
    .input(z.object({ customerId: uuid }))
    .output(
      z.object({
        messages: z.array(message.extend({ ticketId: z.number().int(), state: z.enum(STATES) })).readonly(),
      }),
    ),
  post: procedure({
    permission: 'message.read',
    rateLimit: rateLimit(
      'server',
      limit('account', 300, HOUR, 'A service writer who sends five a minute for an hour.'),
    ),
  })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/messages',
      summary: 'Send a message to the customer of a ticket; they read it by their link',
    })
    .input(id.extend({ text: requiredText(MAX_MESSAGE_LENGTH), jobNumber: z.number().int().optional() }))
    .output(done),
  markRead: procedure({ permission: 'message.read', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/messages/read',
      summary: 'Mark the customer’s messages as read',
    })
    .input(id)
    .output(done),
  listUnread: procedure({ permission: 'message.read', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/messages/unread',
      summary: 'List tickets with unread customer messages, the longest waiting first',
    })
    .output(z.object({ tickets: z.array(unreadTicket).readonly() })),
}

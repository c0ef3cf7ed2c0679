// The day for which the desk promises a ticket, and its moves.

import * as z from 'zod'
import { MAX_MOVE_REASON_LENGTH } from '#domain/promised-days/promised-day.ts'
import { proceduresTagged } from '../procedure/procedure.ts'
import { day, done, line, promisedDayOut, ticketId } from '../shared-schemas.ts'

const procedure = proceduresTagged('Tickets')
const id = z.object({ ticketId })

export const newPromisedDay = id.extend({
  day,
  /** Why it is moved, as the customer reads it; ignored of the first. */
  reason: line(MAX_MOVE_REASON_LENGTH).default(''),
  /** Whether the customer asked for the move. */
  askedByCustomer: z.boolean().default(false),
})

export const promisedDays = {
  get: procedure({ permission: 'day.promise', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/tickets/{ticketId}/promised-days',
      summary: 'List the days for which a ticket was promised, oldest first',
    })
    .input(id)
    .output(
      z.object({
        /** Whether the company promises days. */
        isOn: z.boolean(),
        promises: z
          .array(
            promisedDayOut.extend({
              /** By which the ticket has to be done to be on time. */
              firstDay: z.string(),
              askedByCustomer: z.boolean(),
              promisedAt: z.date(),
              promisedBy: z.string(),
            }),
          )
          .readonly(),
      }),
    ),
  promise: procedure({ permission: 'day.promise', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/promised-days',
      summary: 'Promise a day on which a ticket is done, or move it',
    })
    .input(newPromisedDay)
    .output(done),
}

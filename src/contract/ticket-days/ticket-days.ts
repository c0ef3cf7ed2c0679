// What each day of an RV's visit went to, as its ticket's log says.

import * as z from 'zod'
import { DAY_CAUSES } from '#domain/on-hold/day-cause.ts'
import { proceduresTagged } from '../procedure/procedure.ts'
import { day, done, ticketId } from '../shared-schemas.ts'

const procedure = proceduresTagged('Tickets')

const newDaysCorrection = z.object({
  ticketId,
  firstDay: day,
  lastDay: day,
  /** Null: as noted. */
  cause: z.enum(DAY_CAUSES).nullable(),
})

export const ticketDays = {
  get: procedure({ permission: 'day.promise', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/tickets/{ticketId}/days',
      summary: 'Get what each day from arrival to pickup went to',
    })
    .input(z.object({ ticketId }))
    .output(
      z.object({
        /** Days in a row with one cause, in order; empty before a day is over, and for a company that promises no days. */
        spans: z
          .array(
            z.object({
              cause: z.enum(DAY_CAUSES),
              /** `YYYY-MM-DD`, the company's date. */
              firstDay: z.string(),
              days: z.number().int(),
            }),
          )
          .readonly(),
        /** Whether the RV is still here. */
        isHere: z.boolean(),
      }),
    ),
  correct: procedure({ permission: 'day.promise', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/days/correct',
      summary: 'Say what days of a visit went to, or have them as noted again',
      description: 'Days from arrival to the last one that is over; what is said last counts.',
    })
    .input(newDaysCorrection)
    .output(done),
}

// Why a ticket is on hold, as the desk enters it and its customer sees it.

import * as z from 'zod'
import { HOLD_REASONS } from '#domain/on-hold/hold.ts'
import { HOUR, limit, proceduresTagged, rateLimit } from './procedure/procedure.ts'
import { day, done, emailOutcome, text, ticketId } from './shared-schemas.ts'

const procedure = proceduresTagged('On hold')
const id = z.object({ ticketId })

export const newHold = id.extend({
  reason: z.enum(HOLD_REASONS, { error: 'Select a reason.' }),
  note: text(500).default(''),
  /** `YYYY-MM-DD`, the company's date. */
  until: day.optional(),
})

/** Why and since when a ticket waits. */
export const holdSummary = z.object({
  reason: z.enum(HOLD_REASONS),
  since: z.date(),
  /** `YYYY-MM-DD`, the company's date; null if unknown. */
  until: z.string().nullable(),
})

/** The ticket's hold; null without one. */
export const hold = holdSummary.extend({ note: z.string() }).nullable()

export const onHold = {
  get: procedure({ permission: 'hold.set', rateLimit: 'none' })
    .route({ method: 'GET', path: '/tickets/{ticketId}/hold', summary: 'Get why a ticket is on hold' })
    .input(id)
    .output(z.object({ hold })),
  set: procedure({
    permission: 'hold.set',
    rateLimit: rateLimit('server', limit('company', 300, HOUR, 'Each may email a customer.')),
  })
    .route({
      method: 'PUT',
      path: '/tickets/{ticketId}/hold',
      summary: 'Put a ticket on hold; its customer is notified',
    })
    .input(newHold)
    .output(done.extend({ email: emailOutcome.optional() })),
  clear: procedure({ permission: 'hold.set', rateLimit: 'none' })
    .route({ method: 'DELETE', path: '/tickets/{ticketId}/hold', summary: 'Resume work on a ticket' })
    .input(id)
    .output(done),
}

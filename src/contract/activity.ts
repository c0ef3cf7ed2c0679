// A ticket's activity, newest first. `activitySentence` in domain writes an entry.

import * as z from 'zod'
import { DAY_CAUSES } from '#domain/on-hold/day-cause.ts'
import { HOLD_REASONS } from '#domain/on-hold/hold.ts'
import { STATES } from '#domain/tickets/ticket.ts'
import { proceduresTagged } from './procedure/procedure.ts'
import { ticketId } from './shared-schemas.ts'

const procedure = proceduresTagged('Tickets')

const beforeAndAfter = <T extends z.ZodType>(value: T) => z.object({ before: value, after: value })

// Stored as JSON, so times are text.
const time = z.coerce.date()

/** The log detail of an action besides who and when. Money is in it only for those who may see the entry. */
export const activityDetail = z.object({
  jobNumber: z.number().int().optional(),
  job: z.string().optional(),
  partId: z.string().optional(),
  part: z.string().optional(),
  technician: z.string().optional(),
  serviceBay: z.string().optional(),
  component: z.string().optional(),
  field: z.string().optional(),
  reason: z.string().optional(),
  invoice: z.string().optional(),
  /** Of an invoice, credit note, payment, deposit or refund, as in a sentence: `$120.00 by check`. */
  amount: z.string().optional(),
  hold: z.enum(HOLD_REASONS).optional(),
  date: z.string().optional(),
  firstDay: z.string().optional(),
  lastDay: z.string().optional(),
  dayCause: z.enum(DAY_CAUSES).nullable().optional(),
  photos: z.number().int().optional(),
  isRemoved: z.boolean().optional(),
  isEmailed: z.boolean().optional(),
  minutes: z.number().int().optional(),
  lines: z.number().int().optional(),
  isByPhone: z.boolean().optional(),
  spokeWith: z.string().optional(),
  /** Milliseconds. */
  tracked: z.number().optional(),
  state: beforeAndAfter(z.enum(STATES).nullable()).optional(),
  hours: beforeAndAfter(z.number().nullable()).optional(),
  quantity: beforeAndAfter(z.number()).optional(),
  vin: beforeAndAfter(z.string()).optional(),
  appointment: beforeAndAfter(z.string()).optional(),
  clockInTime: beforeAndAfter(time).optional(),
  clockOutTime: beforeAndAfter(time.nullable()).optional(),
})

const entry = z.object({
  version: z.number().int(),
  /** Numbers the effects of one command from 1; unique with the version. */
  seq: z.number().int(),
  at: z.date(),
  by: z.object({ id: z.string(), name: z.string() }),
  verb: z.string(),
  detail: activityDetail.nullable(),
})

export const activity = procedure({ permission: 'ticket.see', rateLimit: 'none' })
  .route({
    method: 'GET',
    path: '/tickets/{ticketId}/activity',
    summary: 'List the activity of a ticket, newest first',
  })
  .input(z.object({ ticketId, before: z.string().max(120).optional() }))
  .output(z.object({ entries: z.array(entry).readonly(), next: z.string().nullable() }))

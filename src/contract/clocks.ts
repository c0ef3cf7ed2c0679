// Clocks: one's own, the company's, and the desk's corrections. Starting and stopping belong to a ticket's job line.

import * as z from 'zod'
import { STATES } from '#domain/tickets/ticket.ts'
import { proceduresTagged } from './procedure/procedure.ts'
import { done, requiredText, ticketId, uuid } from './shared-schemas.ts'

const procedure = proceduresTagged('Clocks')

/** Older than any clock session; also excludes dates that the database cannot store. */
const MIN_TIME = new Date('2000-01-01')

export const time = z
  .union([z.date(), z.iso.datetime({ offset: true }).transform(text => new Date(text))], {
    error: 'Enter a valid time.',
  })
  .refine(at => at >= MIN_TIME, { error: 'That time is too long ago.' })

const MAX_CLOCK_OFFSET_MS = 10 * 366 * 24 * 60 * 60 * 1000

/** When Clock In or Clock Out was tapped, for a device that had no signal then; without it, now. */
export const tap = z.object({
  /** By the device's clock. */
  tappedAt: time.optional(),
  /** Milliseconds by which the server's clock is ahead of the device's. */
  clockOffset: z.number().int().min(-MAX_CLOCK_OFFSET_MS).max(MAX_CLOCK_OFFSET_MS).default(0),
})

const jobReference = { ticketId: z.number().int(), jobNumber: z.number().int(), problem: z.string() }

const clock = z.object({
  sessionId: uuid,
  technicianId: uuid,
  technician: z.string(),
  ...jobReference,
  state: z.enum(STATES),
  /** `lastName, firstName` */
  customer: z.string(),
  clockInTime: z.date(),
  /** Whether the time is a device's, which sent it later, and not that of its arrival. */
  isClockInReported: z.boolean(),
  isClockOutReported: z.boolean(),
})

/** The desk's correction of a session; omitted times stay. */
export const correction = z.object({
  clockInTime: time.optional(),
  clockOutTime: time.optional(),
  reason: requiredText(300),
})

export const clocks = {
  mine: procedure({ permission: 'clock.see-own', rateLimit: 'none' })
    .route({ method: 'GET', path: '/clock', summary: 'Get your running clock' })
    .output(
      z.object({
        running: z
          .object({
            ...jobReference,
            /** `lastName, firstName` */
            customer: z.string(),
            clockInTime: z.date(),
          })
          .nullable(),
      }),
    ),
  list: procedure({ permission: 'clock.correct', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/clocks',
      summary: "List the company's running clocks and missed clock-outs",
    })
    .output(
      z.object({
        running: z.array(clock).readonly(),
        /**
         * Missed clock-outs, which ran past closing, and sessions with a tap that arrived more than 12 hours late;
         * neither corrected nor confirmed since.
         */
        leftRunning: z
          .array(
            clock.extend({ clockOutTime: z.date().nullable(), closingTime: z.date(), isLate: z.boolean() }),
          )
          .readonly(),
      }),
    ),
  correct: procedure({ permission: 'clock.correct', rateLimit: 'none' })
    .route({
      method: 'PATCH',
      path: '/tickets/{ticketId}/sessions/{sessionId}',
      summary: 'Correct a clock session, or confirm it by sending its current times',
    })
    .input(correction.extend({ ticketId, sessionId: uuid }))
    .output(done),
}

// The week's board: each technician's days, and what still waits for somebody.

import * as z from 'zod'
import { base, day, uuid } from './schema.ts'
import { ticketSummary } from './tickets.ts'

const scheduleEntry = z.object({
  date: z.string(),
  technicianId: uuid,
  /** Planned for a later day; else that day's assignment. */
  isPlanned: z.boolean(),
  card: ticketSummary,
})

export const schedule = {
  week: base
    .route({
      method: 'GET',
      path: '/schedule',
      summary: 'Get the schedule for up to six weeks',
      tags: ['Tickets'],
    })
    .input(
      z.object({
        /** The first day; the Monday of this week without one. */
        from: day.optional(),
        days: z.coerce.number().int().min(1).max(42).default(7),
      }),
    )
    .output(
      z.object({
        from: z.string(),
        /** The company's today. */
        today: z.string(),
        daysOfOperation: z.tuple([z.number(), z.number()]).readonly(),
        hoursOfOperation: z.tuple([z.number(), z.number()]).readonly(),
        /** Everyone who may be assigned, and whoever else stands in the entries. */
        technicians: z.array(z.object({ id: uuid, firstName: z.string(), lastName: z.string() })).readonly(),
        entries: z.array(scheduleEntry).readonly(),
        /** Tickets in work that nobody holds and nobody is planned for, the longest waiting first. */
        waiting: z
          .array(
            ticketSummary.extend({
              /** The day that its booking asked for; null where there was none. */
              wantedDay: z.string().nullable(),
            }),
          )
          .readonly(),
      }),
    ),
}

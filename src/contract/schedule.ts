// The week's schedule: each technician's days, and unassigned tickets.

import * as z from 'zod'
import { weekdayHours } from './companies.ts'
import { workingTimes } from './employees.ts'
import { proceduresTagged } from './procedure/procedure.ts'
import { day, uuid } from './shared-schemas.ts'
import { ticketSummary } from './tickets.ts'

const procedure = proceduresTagged('Tickets')

const scheduleEntry = z.object({
  date: z.string(),
  technicianId: uuid,
  /** A plan for a later day; otherwise that day's assignment. */
  isPlanned: z.boolean(),
  /** Of its job lines that were not declined. */
  estimatedHours: z.number(),
  card: ticketSummary,
})

export const schedule = {
  week: procedure({ permission: 'schedule.see', rateLimit: 'none' })
    .route({ method: 'GET', path: '/schedule', summary: 'Get the schedule for up to six weeks' })
    .input(
      z.object({
        /** The first day; the Monday of this week by default. */
        from: day.optional(),
        days: z.coerce.number().int().min(1).max(42).default(7),
      }),
    )
    .output(
      z.object({
        from: z.string(),
        /** The company's current date. */
        today: z.string(),
        timeZone: z.string(),
        daysOfOperation: z.tuple([z.number(), z.number()]).readonly(),
        hoursOfOperation: z.tuple([z.number(), z.number()]).readonly(),
        weekdayHours: z.array(weekdayHours).readonly(),
        /** Everyone who can be assigned, and others with entries. */
        technicians: z
          .array(z.object({ id: uuid, firstName: z.string(), lastName: z.string(), ...workingTimes }))
          .readonly(),
        entries: z.array(scheduleEntry).readonly(),
        /** How many active tickets have neither a technician nor a plan. */
        unassignedCount: z.number().int(),
        /** The 200 of them that have waited longest, the longest first. */
        unassigned: z.array(ticketSummary).readonly(),
      }),
    ),
}

// The schedule: each technician's days, and unassigned tickets.

import * as z from 'zod'
import { BOOKING_LOCATIONS } from '#domain/bookings/booking.ts'
import { stops } from './bookings.ts'
import { weekdayHours } from './companies.ts'
import { workingTimes } from './employees.ts'
import { proceduresTagged } from './procedure/procedure.ts'
import { day, daysOff, uuid } from './shared-schemas.ts'
import { ticketSummary } from './tickets.ts'

const procedure = proceduresTagged('Tickets')

const place = z.enum(BOOKING_LOCATIONS)

const ticketOfDay = z.object({
  date: z.string(),
  /** Of its job lines that were not declined. */
  estimatedHours: z.number(),
  /** Of its job lines that are not done: the estimates without what was clocked. */
  hoursLeft: z.number(),
  card: ticketSummary,
})

const scheduleEntry = ticketOfDay.extend({
  technicianId: uuid,
  /** A plan for a later day; otherwise that day's assignment. */
  isPlanned: z.boolean(),
  /** Where its appointment of that day is; null without one. */
  place: place.nullable(),
})

export const schedule = {
  week: procedure({ permission: 'schedule.see', rateLimit: 'none' })
    .route({ method: 'GET', path: '/schedule', summary: 'Get the schedule for up to six weeks' })
    .input(
      z.object({
        /** The first day; by default the Monday of this week, or today if it is the only day. */
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
        /** That are not over on the first day. */
        closedDays: z.array(daysOff).readonly(),
        /** Everyone who can be assigned, who is active, and others with entries. */
        technicians: z
          .array(
            z.object({
              id: uuid,
              firstName: z.string(),
              lastName: z.string(),
              isActive: z.boolean(),
              ...workingTimes,
            }),
          )
          .readonly(),
        entries: z.array(scheduleEntry).readonly(),
        /** Of tickets without an entry of that day. */
        appointments: z.array(ticketOfDay.extend({ place })).readonly(),
        /** How many active tickets have neither a technician nor a plan. */
        unassignedCount: z.number().int(),
        /** The 200 of them that have waited longest, the longest first. */
        unassigned: z.array(ticketSummary).readonly(),
        /**
         * Active tickets whose last planned day is over and that have job lines left: 200, the oldest day first. None
         * unless today is one of the days.
         */
        carriedOver: z.array(z.object({ plannedDay: z.string(), card: ticketSummary })).readonly(),
      }),
    ),
  stops: procedure({ permission: 'schedule.see', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/employees/{employeeId}/stops',
      summary: 'List the visits of a technician on a day, in order',
    })
    .input(z.object({ employeeId: uuid, day }))
    .output(stops),
}

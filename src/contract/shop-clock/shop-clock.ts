// The shop clock: who is in the shop, and for how long they were.

import * as z from 'zod'
import { sheetDaysErrors } from '#domain/shop-clock/sheet-days.ts'
import { time } from '../clocks.ts'
import { proceduresTagged } from '../procedure/procedure.ts'
import { day, done, requiredText, uuid } from '../shared-schemas.ts'

const procedure = proceduresTagged('Clocks')

const reason = requiredText(300)

const session = z.object({
  sessionId: uuid,
  employeeId: uuid,
  employeeName: z.string(),
  clockInTime: z.date(),
  /** Null while they are in the shop. */
  clockOutTime: z.date().nullable(),
  /** Whether the owner entered or changed its times. */
  isCorrected: z.boolean(),
})

/** Omitted times stay. */
export const shopTimeCorrection = z.object({
  clockInTime: time.optional(),
  clockOutTime: time.optional(),
  reason,
})

export const newShopTime = z.object({ employeeId: uuid, clockInTime: time, clockOutTime: time, reason })

const ofSession = z.object({ sessionId: uuid })

export const shopClock = {
  mine: procedure({ permission: 'shop-clock.use', rateLimit: 'none' })
    .route({ method: 'GET', path: '/shop-clock', summary: 'Get whether you are clocked in to the shop' })
    .output(
      z.object({
        /** Whether the company has a shop clock; off until set. */
        isOn: z.boolean(),
        /** Since when; null if you are not. */
        since: z.date().nullable(),
        timeZone: z.string(),
      }),
    ),
  clockIn: procedure({ permission: 'shop-clock.use', rateLimit: 'none' })
    .route({ method: 'POST', path: '/shop-clock/clock-in', summary: 'Clock in to the shop' })
    .output(z.object({ since: z.date() })),
  clockOut: procedure({ permission: 'shop-clock.use', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/shop-clock/clock-out',
      summary: 'Clock out of the shop, and of the job line that you are clocked in on',
    })
    .output(
      z.object({
        /** The job line whose clock was stopped. */
        stopped: z.object({ ticketId: z.number().int(), jobNumber: z.number().int() }).nullable(),
      }),
    ),
  list: procedure({ permission: 'company.see-details', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/shop-clock/sessions',
      summary: 'List who was in the shop on these days, and when',
    })
    .input(
      z
        /** Without them, this week from Monday. */
        .object({ from: day.optional(), to: day.optional() })
        .superRefine(({ from, to }, context) => {
          if (from === undefined && to === undefined) return
          for (const [field, message] of Object.entries(sheetDaysErrors({ from, to })))
            context.addIssue({ code: 'custom', path: [field], message })
        }),
    )
    .output(
      z.object({
        isOn: z.boolean(),
        from: z.string(),
        to: z.string(),
        /** In order, also those that are partly on these days. */
        sessions: z.array(session).readonly(),
        /** Who can have been in the shop: the owner and the employees. */
        people: z.array(z.object({ employeeId: uuid, name: z.string() })).readonly(),
        timeZone: z.string(),
      }),
    ),
  add: procedure({ permission: 'employee.change', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/shop-clock/sessions',
      successStatus: 201,
      summary: 'Add time in the shop that was not clocked',
    })
    .input(newShopTime)
    .output(ofSession),
  correct: procedure({ permission: 'employee.change', rateLimit: 'none' })
    .route({
      method: 'PATCH',
      path: '/shop-clock/sessions/{sessionId}',
      summary: 'Correct time in the shop; what it was stays in the activity log',
    })
    .input(ofSession.extend(shopTimeCorrection.shape))
    .output(done),
  remove: procedure({ permission: 'employee.change', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/shop-clock/sessions/{sessionId}/remove',
      summary: 'Remove time in the shop; what it was stays in the activity log',
    })
    .input(ofSession.extend({ reason }))
    .output(done),
}

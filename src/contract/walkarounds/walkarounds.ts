// What an RV was like when it came in: propane, battery, and what was broken before.

import * as z from 'zod'
import {
  MAX_BATTERY_VOLTS,
  MAX_DAMAGE_LENGTH,
  MAX_DAMAGES,
  PROPANE_LEVELS,
} from '#domain/walkarounds/walkaround.ts'
import { proceduresTagged } from '../procedure/procedure.ts'
import { done, numberError, requiredLine, ticketId, walkaroundOut } from '../shared-schemas.ts'

const procedure = proceduresTagged('Tickets')

/** What is typed of it. */
export const typedWalkaround = z.object({
  propane: z.enum(PROPANE_LEVELS, { error: 'Select a level.' }).nullable(),
  /** Of the house batteries. */
  batteryVolts: z
    .number({ error: numberError })
    .min(0, { error: 'Enter 0 or more.' })
    .max(MAX_BATTERY_VOLTS, { error: `Enter ${MAX_BATTERY_VOLTS} volts or less.` })
    .refine(volts => Math.abs(volts * 10 - Math.round(volts * 10)) < 1e-6, {
      error: 'Use no more than 1 decimal place.',
    })
    .nullable(),
  /** What was broken or worn before the shop touched it. */
  damage: z
    .array(requiredLine(MAX_DAMAGE_LENGTH))
    .max(MAX_DAMAGES, { error: `Enter at most ${MAX_DAMAGES} lines.` }),
})

const ofTicket = z.object({ ticketId })

export const walkarounds = {
  get: procedure({ permission: 'ticket.check-in', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/tickets/{ticketId}/walkaround',
      summary: 'Get what the RV of a ticket was like when it came in',
    })
    .input(ofTicket)
    .output(
      z.object({
        /** Whether the company records walkarounds; off until set. */
        isOn: z.boolean(),
        walkaround: walkaroundOut
          .extend({
            /** Who entered or changed it last. */
            recordedByName: z.string(),
          })
          .nullable(),
        timeZone: z.string(),
      }),
    ),
  record: procedure({ permission: 'ticket.check-in', rateLimit: 'none' })
    .route({
      method: 'PATCH',
      path: '/tickets/{ticketId}/walkaround',
      summary: 'Record what the RV of a ticket was like when it came in; omitted fields stay',
    })
    .input(
      ofTicket.extend(typedWalkaround.partial().shape).extend({
        /** The damage as read before: what others noted since stays. */
        damageSeen: typedWalkaround.shape.damage.optional(),
      }),
    )
    .output(done),
}
